"""The ratios as a picture: a panel for each type, a row for each model, left of 1 is faster."""

import math
from xml.sax.saxutils import escape

from .results import RUNTIMES, mean

ROW, TITLE, AXIS, GAP = 12, 40, 22, 16
NAME, PLOT, VALUES, MARGIN, HEAD = 232, 236, 66, 16, 92
LONGEST = 38  # characters of a name on one line
LOW, HIGH = 0.05, 2.5
WORDS = {1: "one", 2: "two", 4: "four"}
MARKS = (0.1, 0.2, 0.5, 1, 2)

STYLE = """
svg { --paper: #ffffff; --ink: #1f2328; --faint: #59636e; --grid: #d8dee4; --band: #f5f7f9; --faster: #2da44e14;
  --slower: #cf222e14; --one: #1f2328; --float32: #0969da; --dynamic: #1a7f37; --int8: #bc4c00; --uint8: #8250df;
  --other: #6e7781; --openvino: #57606a; }
@media (prefers-color-scheme: dark) { svg { --paper: #0d1117; --ink: #e6edf3; --faint: #9198a1; --grid: #30363d;
  --band: #151b23; --faster: #3fb95022; --slower: #f8514922; --one: #e6edf3; --float32: #58a6ff; --dynamic: #3fb950;
  --int8: #f0883e; --uint8: #bc8cff; --other: #9198a1; --openvino: #b1bac4; } }
text { font-family: system-ui, "Segoe UI", Roboto, "DejaVu Sans", Helvetica, sans-serif; fill: var(--ink); font-size: 10px; }
.title { font-size: 17px; font-weight: 600; } .panel { font-size: 13px; font-weight: 600; } .faint { fill: var(--faint); }
.value { font-variant-numeric: tabular-nums; } .worse { font-weight: 700; }
"""


class Row:
    """A model of a type with its ratios to XNNPACK and to OpenVINO by thread count."""

    def __init__(self, name, timings):
        self.lines = split(name)
        self.ratios = {t.threads: t.ratios["xnnpack"] for t in timings if "xnnpack" in t.ratios}
        self.openvino = {t.threads: t.ratios["openvino"] for t in timings if "openvino" in t.ratios}
        self.height = ROW * len(self.lines)


def split(name):
    """The name on one line, or on two with the break at an underscore."""
    if len(name) <= LONGEST:
        return [name]
    at = min((i for i, letter in enumerate(name) if letter == "_"), key=lambda i: abs(i - len(name) / 2), default=LONGEST)
    return [name[: at + 1], name[at + 1:]]


def shown(model, element):
    """A model's name without its type, which is the panel's."""
    return model.removesuffix("_" + element)


def panels(results):
    """The rows of each type, fastest first."""
    found = {}
    for element, _ in results.groups():
        models = {}
        for timing in results.timings:
            if timing.type == element:
                models.setdefault(timing.model, []).append(timing)
        rows = [Row(shown(name, element), timings) for name, timings in models.items()]
        rows = [row for row in rows if row.ratios]
        if rows:
            found[element] = sorted(rows, key=lambda row: mean(list(row.ratios.values())))
    return found


def height(rows):
    return TITLE + sum(row.height for row in rows) + AXIS + GAP


def sides(found):
    """The panels in two columns of nearly the same height, each in the order of the types."""
    names = list(found)
    best = None
    for choice in range(0, 2 ** len(names), 2):  # the first on the left
        both = [[name for i, name in enumerate(names) if choice >> i & 1 == side] for side in (0, 1)]
        tallest = max(sum(height(found[name]) for name in side) for side in both)
        if best is None or tallest < best[0]:
            best = (tallest, both)
    return best


def place(value):
    """Where a ratio lies on the axis, from its left end; what is beyond an end is put on it."""
    bounded = min(max(value, LOW), HIGH)
    return PLOT * math.log(bounded / LOW) / math.log(HIGH / LOW)


def text(x, y, words, kind="", anchor="start"):
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def dot(x, y, colour, threads):
    """A filled mark for one thread, a ring for more."""
    fill = f"var(--{colour})" if threads == 1 else "var(--paper)"
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.4" fill="{fill}" stroke="var(--{colour})" stroke-width="1.4"/>'


def tick(x, y):
    """OpenVINO's mark."""
    return f'<path d="M{x - 3:.1f} {y - 3:.1f} l6 6 m0 -6 l-6 6" stroke="var(--openvino)" stroke-width="1.1" fill="none"/>'


def colour(element):
    return element if element in ("float32", "dynamic", "int8", "uint8") else "other"


def means_text(results, element, runtime):
    """The geometric means of a type by thread count, and how many models there are."""
    parts = []
    for kind, threads in results.groups():
        ratios = results.ratios(runtime, kind, threads) if kind == element else []
        if ratios:
            parts.append(f"{mean(ratios):.2f} on {WORDS.get(threads, threads)}")
    return ", ".join(parts) + (" thread" if parts[-1:] and parts[-1].endswith("one") else " threads") if parts else ""


def panel(results, element, rows, left, top):
    """A panel's parts, with its upper left corner there."""
    plot, first = left + NAME + 8, top + TITLE
    bottom = first + sum(row.height for row in rows)
    title = f"{element}: geometric mean {means_text(results, element, 'xnnpack')}"
    parts = [text(left, top + 14, title, "panel")]
    other = means_text(results, element, "openvino")
    count = f"{len(rows)} models"
    parts.append(text(left, top + 29, f"{count}; against OpenVINO {other}" if other else count, "faint"))
    for side, start, end in (("faster", LOW, 1), ("slower", 1, HIGH)):
        parts.append(f'<rect x="{plot + place(start):.1f}" y="{first}" width="{place(end) - place(start):.1f}" '
                     f'height="{bottom - first}" fill="var(--{side})"/>')
    for mark in MARKS:
        x, one = plot + place(mark), mark == 1
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{first}" y2="{bottom + 3}" '
                     f'stroke="var(--{"one" if one else "grid"})" stroke-width="{1.4 if one else 1}"/>')
        parts.append(text(x, bottom + 14, f"{mark:g}", "" if one else "faint", "middle"))
    average = mean(results.ratios("xnnpack", element))
    x = plot + place(average)
    parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{first}" y2="{bottom}" stroke="var(--{colour(element)})" '
                 'stroke-width="1.2" stroke-dasharray="4 3"/>')
    columns = sorted({threads for row in rows for threads in row.ratios})
    for number, threads in enumerate(columns):
        parts.append(text(plot + PLOT + 30 + 32 * number, first - 3, WORDS.get(threads, f"{threads}"), "faint", "end"))
    y = first
    for row in rows:
        parts += row_parts(row, columns, element, left, plot, y)
        y += row.height
    return parts


def row_parts(row, columns, element, left, plot, y):
    """One model: its name, its marks, its ratios in a column for each thread count."""
    middle = y + row.height / 2
    parts = [f'<line x1="{plot}" x2="{plot + PLOT}" y1="{y + row.height}" y2="{y + row.height}" stroke="var(--grid)" '
             'stroke-width="0.5"/>']
    for number, words in enumerate(row.lines):
        parts.append(text(left + NAME, y + 9.5 + ROW * number, words, "", "end"))
    for value in row.openvino.values():
        parts.append(tick(plot + place(value), middle))
    places = [plot + place(value) for value in row.ratios.values()]
    parts.append(f'<line x1="{min(places):.1f}" x2="{max(places):.1f}" y1="{middle}" y2="{middle}" '
                 f'stroke="var(--{colour(element)})" stroke-width="1.4"/>')
    for threads in sorted(row.ratios, reverse=True):
        parts.append(dot(plot + place(row.ratios[threads]), middle, colour(element), threads))
    for number, threads in enumerate(columns):
        if threads not in row.ratios:
            continue
        value = row.ratios[threads]
        parts.append(text(plot + PLOT + 30 + 32 * number, middle + 3.5, f"{value:.2f}", "value worse" if value > 1 else "value",
                          "end"))
    return parts


def legend(results, left, top):
    """What the marks mean, in one line."""
    parts, x = [], left
    for threads in sorted({timing.threads for timing in results.timings}):
        parts.append(dot(x + 5, top - 3.5, "other", threads))
        words = WORDS.get(threads, f"{threads}") + (" thread" if threads == 1 else " threads")
        parts.append(text(x + 13, top, f"against XNNPACK, {words}"))
        x += 172
    if results.ratios("openvino"):
        parts += [tick(x + 5, top - 3.5), text(x + 13, top, "against OpenVINO")]
        x += 122
    parts.append(f'<line x1="{x}" x2="{x + 20}" y1="{top - 3.5}" y2="{top - 3.5}" stroke="var(--other)" stroke-width="1.4" '
                 'stroke-dasharray="4 3"/>')
    parts.append(text(x + 26, top, "geometric mean"))
    parts.append(text(x + 122, top, "numbers: the ratios to XNNPACK by threads", "faint"))
    return parts


def draw(results):
    """The picture as SVG."""
    found = panels(results)
    tallest, chosen = sides(found)
    across = NAME + 8 + PLOT + VALUES
    width, total = 2 * across + 3 * MARGIN, HEAD + tallest
    ratios = results.ratios("xnnpack")
    count = len({(timing.model, timing.type) for timing in results.timings})
    claim = f"Latency relative to LiteRT with {RUNTIMES['xnnpack']}: geometric mean {mean(ratios):.2f}"
    words = f"{claim}, {sum(value > 1 for value in ratios)} of {len(ratios)} above 1"
    about = f"{count} models. Ours divided by theirs, on a logarithmic axis: left of 1 this runtime is faster. Measured on "
    about += "; ".join(results.about[key] for key in ("machine", "versions", "date") if key in results.about)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {total}" width="{width}" height="{total}" '
             f'role="img" aria-label="{escape(words)}">', f"<title>{escape(words)}</title>", f"<style>{STYLE}</style>",
             f'<rect width="{width}" height="{total}" fill="var(--paper)"/>',
             text(MARGIN, 28, words, "title"), text(MARGIN, 46, about, "faint")]
    parts += legend(results, MARGIN, 68)
    for number, side in enumerate(chosen):
        top = HEAD
        for element in side:
            parts += panel(results, element, found[element], MARGIN + number * (across + MARGIN), top)
            top += height(found[element])
    return "\n".join(parts + ["</svg>"]) + "\n"
