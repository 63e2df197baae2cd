"""Measuring: turns, answers, and the time and memory to the first of them."""

import concurrent.futures
import dataclasses
import json
import operator
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

from . import inputs
from .results import Start, Timing
from .runners import Peer, processors

TOLERANCE = 1e-4


FEWEST_ROUNDS = 3
STATISTICS = {"median": "median_ms", "minimum": "min_ms"}


@dataclasses.dataclass
class Subject:
    """A model, the folder of its inputs, and whether our outputs are right."""

    model: pathlib.Path
    folder: pathlib.Path
    type: str
    inputs: int
    outputs: str


def prepared(ours, models, folder, options):
    """The models that LiteRT reads, with inputs written below `folder`, and judged, two at a time since nothing is timed."""
    def subject(number, model):
        place = folder / str(number)
        place.mkdir()
        try:
            element = inputs.element_type(model)
            count = inputs.save(model, options.inputs, place)
        except (RuntimeError, ValueError) as problem:
            print(f"{model}: {str(problem).partition('.')[0]}", file=sys.stderr)
            return None
        outputs = agreement(ours, model, place, count) if options.check else "-"
        return Subject(model, place, element, count, outputs)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return [found for found in pool.map(subject, range(len(models)), models) if found]


def kernels(ours, subjects):
    """The kernel set that ours chooses."""
    for subject in subjects:
        found = ours.benchmark(subject.model, subject.folder, 1, 0, 1)
        if found:
            return found["kernels"]
    return "-"


def compare(ours, peers, subject, threads, options, share):
    """The medians of all runtimes and our ratios to them, in about `share` seconds where it is not None: `peers` by name, of
    which those take part that take the model."""
    model, folder = subject.model, subject.folder
    end = time.monotonic() + share if share is not None else None
    running = {name: peer for name, peer in peers.items() if peer.load(model, folder)}
    turns = ["ours", *running]
    columns = {name: [] for name in turns}
    for number in range(options.rounds):
        if end and number >= FEWEST_ROUNDS and time.monotonic() > end:
            break
        # Every round begins with the next one, and every other goes backwards, so that nobody always follows the same one.
        order = turns[number // 2 % len(turns):] + turns[:number // 2 % len(turns)]
        for name in order if number % 2 == 0 else reversed(order):
            if name == "plain" and number >= FEWEST_ROUNDS:
                continue
            if name == "ours":
                found = ours.benchmark(model, folder, threads, options.seconds, options.runs)
            else:
                found = running[name].benchmark(options.seconds, options.runs)
            columns[name].append(found and found[STATISTICS[options.statistic]])
    return summed_up({name: column for name, column in columns.items() if None not in column}, options.statistic)


def summed_up(columns, statistic):
    """Ours, the times of the others, and our ratios to them, out of a time a round for each."""
    if statistic == "minimum":
        times = {name: min(column) for name, column in columns.items()}
        ratios = {name: times["ours"] / times[name] for name in times if "ours" in times}
    else:
        times = {name: statistics.median(column) for name, column in columns.items()}
        ratios = {name: statistics.median(map(operator.truediv, columns["ours"], column)) for name, column in columns.items()
                  if "ours" in columns}
    ratios.pop("ours", None)
    return times.pop("ours", None), times, ratios


def recorded(name, model, folder):
    """What LiteRT's kernels of a name answer, in a process of their own since they may end it; None where they do not run, or
    answer with strings."""
    judge = Peer(name)
    with tempfile.TemporaryDirectory() as answers:
        done = judge.load(model, folder) and judge.record(answers)
        judge.close()
        if not done:
            return None
        count = len(list(pathlib.Path(answers).glob("expected*")))
        # Strings are objects, which are not compared.
        found = [np.load(pathlib.Path(answers) / f"expected{number}.npy", allow_pickle=True) for number in range(count)]
        return None if any(values.dtype == object for values in found) else found


def answered(ours, model, folder, count, expected):
    """What we answer, in the types of what is expected; None where we do not run it or an output has another size."""
    with tempfile.TemporaryDirectory() as answers:
        paths = [pathlib.Path(answers) / f"output{number}.bin" for number in range(len(expected))]
        words = ["run", model, "--threads", 1]
        for number in range(count):
            words += ["--input", pathlib.Path(folder) / f"input{number}.bin"]
        for path in paths:
            words += ["--output", path]
        if ours.call(*words) is None:
            return None
        found = [np.frombuffer(path.read_bytes(), wanted.dtype) for path, wanted in zip(paths, expected)]
    if any(values.size != wanted.size for values, wanted in zip(found, expected)):
        return None
    return [values.reshape(wanted.shape) for values, wanted in zip(found, expected)]


def agreement(ours, model, folder, count):
    """How our outputs compare with those of LiteRT's reference kernels, or of its plain ones where those do not run: `equal`;
    `near` where they are no further from them than its other kernels are, which round elsewhere; `no`; or a dash."""
    names = ["reference", "plain", "xnnpack"]
    expected = None
    while names and expected is None:
        expected = recorded(names.pop(0), model, folder)
    if expected is None:
        return "-"
    found = answered(ours, model, folder, count, expected)
    if found is None:
        return "no"
    if all(map(same, found, expected)):
        return "equal"
    others = [recorded(name, model, folder) for name in names]
    allowed = max((distance(other, expected) for other in others if other), default=0)
    return "near" if distance(found, expected) <= allowed else "no"


def distance(found, expected):
    """The largest difference of any element; infinite where one is not a number."""
    largest = [np.max(np.abs(values.astype(np.float64) - wanted.astype(np.float64)), initial=0)
               for values, wanted in zip(found, expected)]
    return max((float(value) if np.isfinite(value) else np.inf for value in largest), default=0)


def same(found, wanted):
    """Whether integers are equal, and floats within the tolerance of the largest."""
    if not np.issubdtype(wanted.dtype, np.floating):
        return np.array_equal(found, wanted)
    limit = TOLERANCE * (1 + float(np.max(np.abs(wanted), initial=0, where=np.isfinite(wanted))))
    return np.allclose(found, wanted, rtol=0, atol=limit, equal_nan=True)


def timings(ours, peers, subject, options, share):
    """Yields what a comparison finds of a model, one thread count after the other, in about `share` seconds together. `peers`
    are by thread count and name."""
    end = time.monotonic() + share if share is not None else None
    for number, threads in enumerate(options.threads):
        part = (end - time.monotonic()) / (len(options.threads) - number) if end else None
        mine, times, ratios = compare(ours, peers[threads], subject, threads, options, part)
        yield Timing(subject.model.stem, subject.type, threads, subject.outputs, mine, times, ratios)


def peak_memory():
    """The most bytes of memory this process has held. (Python's resource module counts the parent's before exec too.)"""
    return 1024 * int(re.search(r"VmHWM:\s*(\d+)", pathlib.Path("/proc/self/status").read_text())[1])


def start_theirs(model, folder, threads):
    """Prints the milliseconds to LiteRT's first answer and the growth of peak memory in bytes."""
    from ai_edge_litert.interpreter import Interpreter
    arrays = inputs.load(folder)
    before = peak_memory()
    start = time.perf_counter()
    interpreter = Interpreter(str(model), num_threads=threads)
    interpreter.allocate_tensors()
    for detail, value in zip(interpreter.get_input_details(), arrays):
        interpreter.set_tensor(detail["index"], value)
    interpreter.invoke()
    end = time.perf_counter()
    print(json.dumps({"ms": 1000 * (end - start), "bytes": peak_memory() - before}))


def startup(ours, subject, options):
    """The time and the memory to the first answer on the first of the thread counts, ours and LiteRT's."""
    threads = options.threads[0]
    columns = [[], [], [], []]
    for _ in range(options.start_rounds):
        mine = ours.benchmark(subject.model, subject.folder, threads, 0, 1, warm=0)
        command = [sys.executable, options.program, str(subject.model), "--start-theirs", str(subject.folder), str(threads)]
        with processors(threads):
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        theirs = json.loads(done.stdout) if done.returncode == 0 else None
        found = [mine and mine["load_ms"] + mine["first_ms"], theirs and theirs["ms"],
                 mine and mine["rss_growth_bytes"] / 2**20, theirs and theirs["bytes"] / 2**20]
        for column, value in zip(columns, found):
            column.append(value)
    medians = [None if None in column else statistics.median(column) for column in columns]
    return Start(subject.model.stem, subject.type, threads, *medians)
