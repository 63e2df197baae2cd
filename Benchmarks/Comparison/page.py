"""The measured parts of a page of Markdown, which stand between markers; what a person writes around them is kept."""

import re

from . import tables
from .results import RUNTIMES, mean, start_ratios

MARKERS = "<!-- measured: {0} -->", "<!-- end of {0} -->"
NEAR = {"xnnpack": 1.0, "openvino": 1.1}  # what is above is named


def renew(page, results, part=None):
    """The page's text with its measured parts replaced, or with the one of that name, which is a summary too; ValueError where
    a marker is missing."""
    parts = {part: summary(results)} if part else {"summary": summary(results), "tables": long_tables(results)}
    for name, lines in parts.items():
        begin, end = (marker.format(name) for marker in MARKERS)
        found = re.search(f"{re.escape(begin)}\n.*?{re.escape(end)}", page, re.DOTALL)
        if found is None:
            raise ValueError(f"the page has no part between {begin} and {end}")
        page = page[:found.start()] + "\n".join([begin, *lines, end]) + page[found.end():]
    return page


def summary(results):
    """Where and how it was measured, the means, and what is not faster."""
    about = results.about
    lines = [f"{about.get('date', '')}, {about.get('machine', '')}, {about.get('versions', '')}; {about.get('how', '')}.", ""]
    lines += tables.summary(results)
    lines += ["", *(line for name in NEAR for line in slower(results, name))]
    lines.append(answers(results))
    if results.starts:
        lines += start_lines(results)
    return lines


def answers(results):
    """How many models' outputs are as LiteRT's."""
    named = {verdict: sorted({timing.model for timing in results.timings if timing.outputs == verdict})
             for verdict in ("equal", "near", "no")}
    words = f"- Outputs equal those of LiteRT's reference kernels for {len(named['equal'])} models"
    if named["near"]:
        words += f", differ from them no more than LiteRT's other kernels do for {len(named['near'])}"
    return words + (f", and differ more for {', '.join(named['no'])}." if named["no"] else ".")


def slower(results, runtime):
    """The models whose ratio to a runtime is above what is asked for."""
    limit = NEAR[runtime]
    ratios = results.ratios(runtime)
    found = sorted(((t.ratios[runtime], t.model, t.threads) for t in results.timings if t.ratios.get(runtime, 0) > limit),
                   reverse=True)
    if ratios:
        names = ", ".join(f"{model} on {threads} ({value:.2f})" for value, model, threads in found)
        yield (f"- Above {limit:g} against {RUNTIMES[runtime]}: {len(found)} of {len(ratios)} measurements"
               + (f": {names}, the number after `on` being threads." if found else "."))
    if ratios and limit > 1:
        yield f"- Above 1 against {RUNTIMES[runtime]}: {sum(value > 1 for value in ratios)} of {len(ratios)} measurements."


def start_lines(results):
    """The means of time and memory to the first answer."""
    for what, words in (("ms", "Time from file to first answer"), ("mib", "Growth of memory until then")):
        ratios = start_ratios(results.starts, what)
        yield (f"- {words}: {mean(ratios):.2f} of LiteRT's (geometric mean of {len(ratios)} models, "
               f"{sum(value > 0.5 for value in ratios)} above one half, {sum(value > 1 for value in ratios)} above 1).")


def long_tables(results):
    """All models, a table a type, and the table of starts."""
    lines = []
    for element in dict.fromkeys(element for element, _ in results.groups()):
        lines += [f"### {element}", "", *tables.models(results, element), ""]
    if results.starts:
        threads = results.starts[0].threads
        lines += [f"### Start and memory, {threads} thread{'s' if threads > 1 else ''}", "", *tables.starts(results), ""]
    return lines[:-1]
