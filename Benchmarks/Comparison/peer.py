"""The process that one of the other runtimes runs in.

Reads a request a line from standard input and answers each with a line, both JSON:
{"load": MODEL, "folder": FOLDER, "threads": N}, {"seconds": S, "runs": N}, {"record": FOLDER}.
"""

import json
import os
import pathlib
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import numpy as np  # noqa: E402

from Comparison import inputs  # noqa: E402

RESOLVERS = {"xnnpack": "AUTO", "plain": "BUILTIN_WITHOUT_DEFAULT_DELEGATES", "reference": "BUILTIN_REF"}


class LiteRT:
    """LiteRT with XNNPACK as it comes, without its default delegate, or with its reference kernels."""

    def __init__(self, name):
        from ai_edge_litert.interpreter import Interpreter, OpResolverType
        self.make, self.resolver = Interpreter, getattr(OpResolverType, RESOLVERS[name])

    def load(self, model, arrays, threads):
        interpreter = self.make(model, num_threads=threads, experimental_op_resolver_type=self.resolver)
        interpreter.allocate_tensors()
        for detail, value in zip(interpreter.get_input_details(), arrays):
            interpreter.set_tensor(detail["index"], value)
        self.interpreter, self.run = interpreter, interpreter.invoke
        self.run()

    def unload(self):
        self.interpreter = self.run = None

    def outputs(self):
        return [self.interpreter.get_tensor(detail["index"]) for detail in self.interpreter.get_output_details()]


class OpenVINO:
    """OpenVINO's processor plugin in float32 with one stream."""

    def __init__(self, _):
        import openvino
        self.core = openvino.Core()
        self.tensor = openvino.Tensor

    def load(self, model, arrays, threads):
        settings = {"INFERENCE_PRECISION_HINT": "f32", "NUM_STREAMS": 1, "INFERENCE_NUM_THREADS": threads,
                    "PERFORMANCE_HINT": "LATENCY"}
        compiled = self.core.compile_model(self.core.read_model(model), "CPU", settings)
        if len(compiled.inputs) != len(arrays):
            raise RuntimeError("the inputs are not those of LiteRT")
        request = compiled.create_infer_request()
        for place, value in zip(self.places(compiled, model), arrays):
            request.set_tensor(place, self.tensor(value))
        self.request, self.run = request, request.infer
        self.run()

    def places(self, compiled, model):
        """The inputs in LiteRT's order, by name where names agree."""
        named = {name: place for place in compiled.inputs for name in place.get_names()}
        names = [detail["name"] for detail in inputs.plain(model).get_input_details()]
        return [named[name] for name in names] if all(name in named for name in names) else compiled.inputs

    def unload(self):
        self.request = self.run = None


def measure(run, seconds, runs):
    """The median and the least of invocations after one that warms up, in milliseconds: for that many seconds, and until there
    are `runs` unless that takes ten times as long."""
    run()
    times = []
    begin = time.perf_counter()
    while not times or start < begin + seconds or len(times) < runs and start < begin + 10 * seconds:
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return {"median_ms": 1000 * statistics.median(times), "min_ms": 1000 * min(times)}


def answer(peer, request):
    if "load" in request:
        peer.unload()
        peer.load(request["load"], inputs.load(request["folder"]), request["threads"])
        return {}
    if "record" in request:
        for number, value in enumerate(peer.outputs()):
            np.save(pathlib.Path(request["record"]) / f"expected{number}.npy", value)
        return {}
    return measure(peer.run, request["seconds"], request["runs"])


def serve(name):
    """Answers requests; standard output is for answers alone, whatever the runtime's libraries print."""
    replies = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    peer = OpenVINO(name) if name == "openvino" else LiteRT(name)
    for line in sys.stdin:
        try:
            reply = answer(peer, json.loads(line))
        except Exception as problem:  # noqa: BLE001 - what a runtime refuses is an answer
            reply = {"error": f"{type(problem).__name__}: {problem}"}
        replies.write(json.dumps(reply) + "\n")
        replies.flush()


if __name__ == "__main__":
    serve(sys.argv[1])
