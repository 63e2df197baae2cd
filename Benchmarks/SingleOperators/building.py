"""How a model of one operator is put together."""

import dataclasses

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema

TYPES = {
    "float32": np.float32,
    "int32": np.int32,
    "int64": np.int64,
    "bool": np.bool_,
    "int8": np.int8,
    "uint8": np.uint8,
    "int16": np.int16,
}
QUANTIZED = {"int8": (0.05, -3), "uint8": (0.05, 120), "int16": (0.001, 0)}
CODES = {"float32": "FLOAT32", "bool": "BOOL"}

# 512 KB of floats.
IMAGE = (1, 64, 64, 32)
random = np.random.default_rng(1)


@dataclasses.dataclass
class Tensor:
    """A tensor, constant where it has data. Quantized types have usual parameters unless they are given; `channels` repeats
    the scale along `axis`."""

    shape: tuple
    kind: str
    data: np.ndarray | None = None
    scale: float | None = None
    zero: int | None = None
    channels: int = 1
    axis: int = 0

    def quantization(self):
        if self.scale is None and self.kind not in QUANTIZED:
            return None
        scale, zero = QUANTIZED.get(self.kind, (self.scale, 0))
        parameters = schema.QuantizationParametersT()
        parameters.scale = np.full(self.channels, scale if self.scale is None else self.scale, np.float32)
        parameters.zeroPoint = np.full(self.channels, zero if self.zero is None else self.zero, np.int64)
        parameters.quantizedDimension = self.axis
        return parameters


def constant(values, kind="int32", **more):
    """A constant with these values."""
    values = np.asarray(values).astype(TYPES[kind])
    return Tensor(values.shape, kind, values, **more)


def weights(shape, kind, channels=1, axis=0):
    """Random weights of a layer whose data are of `kind`: those of int16 have int8."""
    if kind == "float32":
        return constant(random.standard_normal(shape) * 0.2, kind)
    if kind == "uint8":
        return constant(random.integers(0, 256, shape), kind, scale=0.01, zero=128)
    return constant(random.integers(-127, 128, shape), "int8", scale=0.01, zero=0, channels=channels, axis=axis)


def zero_bias(count, kind, channels=1):
    """A bias of zeros for data of `kind`, with the scale that its weights ask for."""
    if kind == "float32":
        return constant(np.zeros(count), kind)
    wide = "int64" if kind == "int16" else "int32"
    return constant(np.zeros(count), wide, scale=QUANTIZED[kind][0] * 0.01, channels=channels)


def result(shape, kind):
    """An output of a layer, whose sums are larger than its inputs."""
    return Tensor(shape, kind, scale={"float32": None, "int16": 0.01}.get(kind, 0.5))


@dataclasses.dataclass
class Case:
    """An operator with its tensors; `options` is the name of its table of options, `values` what is set in it."""

    name: str
    operator: str
    inputs: list
    outputs: list
    options: str | None = None
    values: dict = dataclasses.field(default_factory=dict)
    version: int = 1

    def flatbuffer(self):
        """The model's file."""
        model = schema.ModelT()
        model.version, model.description, model.buffers = 3, self.name, [schema.BufferT()]
        code = schema.OperatorCodeT()
        code.builtinCode = getattr(schema.BuiltinOperator, self.operator)
        code.deprecatedBuiltinCode, code.version = min(code.builtinCode, 127), self.version
        model.operatorCodes = [code]
        graph = schema.SubGraphT()
        graph.name, graph.tensors, graph.inputs, graph.outputs = "main", [], [], []
        step = schema.OperatorT()
        step.opcodeIndex, step.inputs, step.outputs = 0, [], []
        for number, tensor in enumerate(self.inputs):
            step.inputs.append(self.add(tensor, f"input{number}", graph, model))
            if tensor.data is None:
                graph.inputs.append(step.inputs[-1])
        for number, tensor in enumerate(self.outputs):
            step.outputs.append(self.add(tensor, f"output{number}", graph, model))
        graph.outputs = list(step.outputs)
        if self.options:
            step.builtinOptions = getattr(schema, self.options + "T")()
            step.builtinOptionsType = getattr(schema.BuiltinOptions, self.options)
            for field, value in self.values.items():
                if not hasattr(step.builtinOptions, field):
                    raise ValueError(f"{self.options} has no {field}")
                setattr(step.builtinOptions, field, value)
        graph.operators = [step]
        model.subgraphs = [graph]
        builder = flatbuffers.Builder(1024)
        builder.Finish(model.Pack(builder), b"TFL3")
        return bytes(builder.Output())

    @staticmethod
    def add(tensor, name, graph, model):
        """Adds a tensor to the graph and returns its number."""
        entry = schema.TensorT()
        entry.name, entry.shape, entry.buffer = name, list(tensor.shape), 0
        entry.type = getattr(schema.TensorType, CODES.get(tensor.kind, tensor.kind.upper()))
        entry.quantization = tensor.quantization()
        if tensor.data is not None:
            buffer = schema.BufferT()
            buffer.data = np.frombuffer(tensor.data.tobytes(), np.uint8)
            model.buffers.append(buffer)
            entry.buffer = len(model.buffers) - 1
        graph.tensors.append(entry)
        return len(graph.tensors) - 1
