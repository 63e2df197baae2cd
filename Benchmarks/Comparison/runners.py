"""The two sides of a turn: our tool in a fresh process, and a process for each of the other runtimes."""

import contextlib
import json
import os
import pathlib
import select
import signal
import subprocess
import sys

PATIENCE = 180  # seconds for an answer
PEER = pathlib.Path(__file__).resolve().parent / "peer.py"


@contextlib.contextmanager
def processors(count):
    """Processes that are started meanwhile keep to the first `count` processors, where the system knows such a thing: a runtime
    that pins itself to one would otherwise be compared with others on another, which may be slower just then."""
    if count is None or not hasattr(os, "sched_setaffinity"):
        yield
        return
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(allowed)[:count])
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


class Ours:
    """`tflite benchmark`, a fresh process each time."""

    def __init__(self, tool, kernels=None):
        self.tool = pathlib.Path(tool)
        self.environment = dict(os.environ, **({"TFLITE_KERNELS": kernels} if kernels else {}))

    def call(self, *words):
        """Standard output of the tool, or None when it fails."""
        command = [self.tool] + [str(word) for word in words]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=self.environment)
        return done.stdout if done.returncode == 0 else None

    def benchmark(self, model, folder, threads, seconds, runs, warm=1):
        """What `tflite benchmark` says of a model, or None."""
        words = ["benchmark", model, "--threads", threads, "--seconds", seconds, "--num-runs", runs,
                 "--warmup-runs", warm,
                 "--max-seconds", max(10 * seconds, 0.01), "--json"]
        for number in range(len(list(pathlib.Path(folder).glob("input*.bin")))):
            words += ["--input", pathlib.Path(folder) / f"input{number}.bin"]
        with processors(threads):
            text = self.call(*words)
        return json.loads(text) if text else None


class Peer:
    """Another runtime in a process of its own, which is stopped while it is not asked, so that its threads, which may spin
    for a while after their work, take nothing from the others. It keeps to as many processors as it is to have threads."""

    def __init__(self, name, threads=None, python=sys.executable):
        self.name, self.threads, self.python, self.process = name, threads, python, None

    def ask(self, request):
        """The answer to a request; None when the runtime refuses it or its process ends over it."""
        if self.process is None or self.process.poll() is not None:
            with processors(self.threads):
                self.process = subprocess.Popen([self.python, str(PEER), self.name], stdin=subprocess.PIPE, text=True,
                                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        else:
            self.process.send_signal(signal.SIGCONT)
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
            line = self.process.stdout.readline() if ready else ""
        except BrokenPipeError:
            line = ""
        if not line:
            self.close()
            return None
        self.process.send_signal(signal.SIGSTOP)
        reply = json.loads(line)
        return None if "error" in reply else reply

    def load(self, model, folder):
        return self.ask({"load": str(model), "folder": str(folder), "threads": self.threads or 1}) is not None

    def benchmark(self, seconds, runs):
        """The median and the least time of a turn, or None."""
        return self.ask({"seconds": seconds, "runs": runs})

    def record(self, folder):
        return self.ask({"record": str(folder)}) is not None

    def close(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None
