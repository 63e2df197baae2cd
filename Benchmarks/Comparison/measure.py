"""Measuring: turns, answers, and the time and memory to the first of them."""

import json
import operator
import os
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
from .runners import Peer

TOLERANCE = 1e-4


def compare(ours, peers, model, folder, threads, options):
    """The medians of all runtimes and our ratios to them: `peers` by name, those that take the model."""
    running = {name: peer for name, peer in peers.items() if peer.load(model, folder, threads)}
    turns = ["ours", *running]
    columns = {name: [] for name in turns}
    for number in range(options.rounds):
        # Every round begins with the next one, and every other goes backwards, so that nobody always follows the same one.
        order = turns[number // 2 % len(turns):] + turns[:number // 2 % len(turns)]
        for name in order if number % 2 == 0 else reversed(order):
            if name == "ours":
                found = ours.benchmark(model, folder, threads, options.seconds, options.runs)
                columns[name].append(found and found["median_ms"])
            else:
                columns[name].append(running[name].median(options.seconds, options.runs))
    complete = {name: column for name, column in columns.items() if None not in column}
    medians = {name: statistics.median(column) for name, column in complete.items()}
    mine = complete.pop("ours", None)
    ratios = {name: statistics.median(map(operator.truediv, mine, column)) for name, column in complete.items()} if mine else {}
    return medians.pop("ours", None), medians, ratios


def agreement(ours, model, folder, count):
    """Whether our outputs equal those of LiteRT's reference kernels, which may end their process; then its plain ones are
    asked. equal, no, or a dash where neither runs the model."""
    with tempfile.TemporaryDirectory() as answers:
        answers = pathlib.Path(answers)
        for name in ("reference", "plain"):
            judge = Peer(name)
            recorded = judge.load(model, folder, 1) and judge.record(answers)
            judge.close()
            if recorded:
                break
        else:
            return "-"
        expected = [np.load(answers / f"expected{number}.npy") for number in range(len(list(answers.glob("expected*"))))]
        words = ["run", model, "--threads", 1]
        for number in range(count):
            words += ["--input", pathlib.Path(folder) / f"input{number}.bin"]
        paths = [answers / f"output{number}.bin" for number in range(len(expected))]
        for path in paths:
            words += ["--output", path]
        if ours.call(*words) is None:
            return "no"
        return "equal" if all(same(path.read_bytes(), wanted) for path, wanted in zip(paths, expected)) else "no"


def same(found, wanted):
    """Whether bytes hold what an array does: integers exactly, floats within the tolerance of the largest."""
    found = np.frombuffer(found, wanted.dtype)
    if found.size != wanted.size:
        return False
    found = found.reshape(wanted.shape)
    if not np.issubdtype(wanted.dtype, np.floating):
        return np.array_equal(found, wanted)
    limit = TOLERANCE * (1 + float(np.max(np.abs(wanted), initial=0, where=np.isfinite(wanted))))
    return np.allclose(found, wanted, rtol=0, atol=limit, equal_nan=True)


def timings(ours, peers, model, options):
    """Yields what a comparison finds of a model, one thread count after the other."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            element = inputs.element_type(model)
            count = inputs.save(model, options.inputs, folder)
        except (RuntimeError, ValueError):
            return
        outputs = agreement(ours, model, folder, count) if options.check else "-"
        for threads in options.threads:
            mine, times, ratios = compare(ours, peers, model, folder, threads, options)
            yield Timing(model.stem, element, threads, outputs, mine, times, ratios)


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


def startup(ours, model, options):
    """The time and the memory to the first answer on the first of the thread counts, ours and LiteRT's."""
    threads = options.threads[0]
    columns = [[], [], [], []]
    with tempfile.TemporaryDirectory() as folder:
        try:
            element = inputs.element_type(model)
            inputs.save(model, options.inputs, folder)
        except (RuntimeError, ValueError):
            return None
        for _ in range(options.start_rounds):
            mine = ours.benchmark(model, folder, threads, 0, 1, warm=0)
            command = [sys.executable, options.program, str(model), "--start-theirs", folder, str(threads)]
            done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ)
            theirs = json.loads(done.stdout) if done.returncode == 0 else None
            found = [mine and mine["load_ms"] + mine["first_ms"], theirs and theirs["ms"],
                     mine and mine["rss_growth_bytes"] / 2**20, theirs and theirs["bytes"] / 2**20]
            for column, value in zip(columns, found):
                column.append(value)
    medians = [None if None in column else statistics.median(column) for column in columns]
    return Start(model.stem, element, threads, *medians)
