"""Results as tables of Markdown."""

from .results import RUNTIMES, mean, quotient


def time(value):
    """Milliseconds or MiB with about three digits."""
    return "-" if value is None else f"{value:.2g}" if value < 0.001 else f"{value:.{4 if value < 0.01 else 3 if value < 1 else 2}f}"


def ratio(value):
    return "-" if value is None else f"{value:.2f}"


def line(cells):
    return "| " + " | ".join(cells) + " |"


def head(runtimes):
    """The first lines of the table of models."""
    titles = ["model", "type", "threads", "ours ms"]
    for name in runtimes:
        titles += [f"{RUNTIMES[name]} ms", "ratio"]
    titles.append("outputs")
    return [line(titles), "|" + "---|" * len(titles)]


def row(timing, runtimes):
    """A model's line of the table."""
    cells = [timing.model, timing.type, str(timing.threads), time(timing.ours)]
    for name in runtimes:
        cells += [time(timing.times.get(name)), ratio(timing.ratios.get(name))]
    return line(cells + [timing.outputs])


def models(results, element):
    """The table of the models of a type."""
    runtimes = results.runtimes()
    return head(runtimes) + [row(timing, runtimes) for timing in results.timings if timing.type == element]


def summary(results):
    """Geometric means by type and thread count, and how many models are above 1."""
    runtimes = results.runtimes()
    titles = ["type", "threads", "models"]
    for name in runtimes:
        titles += [f"to {RUNTIMES[name]}", "above 1"]
    lines = [line(titles), "|" + "---|" * len(titles)]
    for element, threads in results.groups():
        cells = [element, str(threads), str(sum((t.type, t.threads) == (element, threads) for t in results.timings))]
        for name in runtimes:
            ratios = results.ratios(name, element, threads)
            cells += [ratio(mean(ratios)), f"{sum(value > 1 for value in ratios)} of {len(ratios)}"]
        lines.append(line(cells))
    return lines


def starts(results):
    titles = ["model", "type", "ours ms", "LiteRT ms", "ratio", "ours MiB", "LiteRT MiB", "ratio"]
    lines = [line(titles), "|" + "---|" * len(titles)]
    for start in results.starts:
        lines.append(line([start.model, start.type, time(start.ours_ms), time(start.theirs_ms),
                           ratio(quotient(start.ours_ms, start.theirs_ms)), time(start.ours_mib), time(start.theirs_mib),
                           ratio(quotient(start.ours_mib, start.theirs_mib))]))
    return lines
