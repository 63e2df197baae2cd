"""What a comparison finds, and the file that keeps it."""

import dataclasses
import json
import math
import pathlib
import statistics

RUNTIMES = {"xnnpack": "XNNPACK", "plain": "plain LiteRT", "openvino": "OpenVINO"}
TYPES = ("float32", "dynamic", "int8", "uint8")


@dataclasses.dataclass
class Timing:
    """One model on so many threads: medians in milliseconds, and medians of the rounds' ratios of ours to each runtime's; a
    runtime that does not run the model is absent from both."""

    model: str
    type: str
    threads: int
    outputs: str
    ours: float | None
    times: dict
    ratios: dict


@dataclasses.dataclass
class Start:
    """From opening a file to the first answer: milliseconds and growth of peak resident memory in MiB, None where it fails."""

    model: str
    type: str
    threads: int
    ours_ms: float | None
    theirs_ms: float | None
    ours_mib: float | None
    theirs_mib: float | None


@dataclasses.dataclass
class Results:
    """A whole comparison. `about` says where and how it was measured: machine, date, versions, kernels, and how."""

    about: dict = dataclasses.field(default_factory=dict)
    timings: list = dataclasses.field(default_factory=list)
    starts: list = dataclasses.field(default_factory=list)

    def save(self, path):
        pathlib.Path(path).write_text(json.dumps(dataclasses.asdict(self), indent=1) + "\n")

    @staticmethod
    def load(path):
        found = json.loads(pathlib.Path(path).read_text())
        return Results(found["about"], [Timing(**timing) for timing in found["timings"]],
                       [Start(**start) for start in found["starts"]])

    def ratios(self, runtime, element=None, threads=None):
        """The ratios to a runtime, of one type and thread count where they are given."""
        return [timing.ratios[runtime] for timing in self.timings
                if runtime in timing.ratios and element in (None, timing.type) and threads in (None, timing.threads)]

    def groups(self):
        """The pairs of type and thread count that were measured, in the order of the page."""
        found = {(timing.type, timing.threads) for timing in self.timings}
        known = [name for name in TYPES if any(name == group[0] for group in found)]
        known += sorted({group[0] for group in found} - set(known))
        return [(name, threads) for name in known for threads in sorted(t for kind, t in found if kind == name)]

    def runtimes(self):
        """The runtimes that any model ran on, in the order of the columns."""
        return [name for name in RUNTIMES if any(name in timing.times for timing in self.timings)]


def mean(ratios):
    """The geometric mean, None of nothing."""
    return math.exp(statistics.fmean(math.log(value) for value in ratios)) if ratios else None


def start_ratios(starts, what):
    """Our time (`ms`) or growth of memory (`mib`) divided by LiteRT's, for the models that both run."""
    found = [quotient(getattr(start, f"ours_{what}"), getattr(start, f"theirs_{what}")) for start in starts]
    return [value for value in found if value]


def quotient(mine, theirs):
    return None if mine is None or not theirs else mine / theirs
