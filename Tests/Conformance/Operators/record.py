#!/usr/bin/env python3
"""Records one-operator cases from LiteRT's reference kernels.

    python record.py            writes cases.json and blob.bin beside this script

Needs numpy, flatbuffers and ai-edge-litert 2.3 from PyPI. Models are written through the schema's Python classes, so that
types and options are reached that no converter writes; data come from fixed seeds. The form of the files is the one that
`tflite verify` reads: little-endian blocks, 64-byte aligned, named by offset and length.
"""

import json
import pathlib

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema
from ai_edge_litert.interpreter import Interpreter, OpResolverType

FOLDER = pathlib.Path(__file__).resolve().parent
OPERATOR = schema.BuiltinOperator
TYPES = {
    np.dtype(np.float32): schema.TensorType.FLOAT32, np.dtype(np.int8): schema.TensorType.INT8,
    np.dtype(np.uint8): schema.TensorType.UINT8, np.dtype(np.int16): schema.TensorType.INT16,
    np.dtype(np.int32): schema.TensorType.INT32, np.dtype(np.int64): schema.TensorType.INT64,
    np.dtype(np.bool_): schema.TensorType.BOOL,
}
NAMES = {value: name for name, value in vars(schema.TensorType).items() if isinstance(value, int)}
SCALES = {np.dtype(np.int8): (0.05, 3), np.dtype(np.uint8): (0.05, 120), np.dtype(np.int16): (0.0005, 0)}
random = np.random.default_rng(7)


class Tensor:
    """An operand: fed unless `constant`, state when `variable`, nil data for an omitted one."""

    def __init__(self, data, scale=None, zero=0, constant=False, variable=False, axis=0):
        self.data = np.asarray(data)
        self.constant, self.variable = constant, variable
        default = SCALES.get(self.data.dtype)
        if scale is None and default:
            scale, zero = default
        self.scales = None if scale is None else np.atleast_1d(np.float32(scale))
        self.zeros = None if scale is None else np.broadcast_to(np.int64(zero), self.scales.shape)
        self.axis = axis


def values(shape, kind=np.float32, low=-2.0, high=2.0):
    """Random data: reals between the bounds, or the whole range of an integer type."""
    if np.issubdtype(kind, np.floating):
        return random.uniform(low, high, shape).astype(kind)
    if kind is np.bool_:
        return random.integers(0, 2, shape).astype(np.bool_)
    limits = np.iinfo(kind)
    return random.integers(max(limits.min, -1000), min(limits.max, 1000) + 1, shape).astype(kind)


def constant(data, scale=None, zero=0, axis=0):
    return Tensor(data, scale, zero, constant=True, axis=axis)


def output(kind, scale=None, zero=0):
    return Tensor(np.zeros([0], kind), scale, zero)


def build(code, version, operands, results, options, options_type):
    """The flatbuffer of one operator."""
    model = schema.ModelT()
    model.version, model.buffers = 3, [schema.BufferT()]
    opcode = schema.OperatorCodeT()
    opcode.builtinCode, opcode.deprecatedBuiltinCode, opcode.version = code, min(code, 127), version
    graph, node = schema.SubGraphT(), schema.OperatorT()
    graph.tensors, graph.inputs, graph.outputs = [], [], []
    node.inputs, node.outputs, node.opcodeIndex = [], [], 0
    node.builtinOptions, node.builtinOptionsType = options, options_type

    def add(name, operand, shape):
        tensor = schema.TensorT()
        tensor.name, tensor.shape, tensor.type = name, list(shape), TYPES[operand.data.dtype]
        tensor.isVariable, tensor.buffer = operand.variable, 0
        if operand.scales is not None:
            tensor.quantization = schema.QuantizationParametersT()
            tensor.quantization.scale = list(operand.scales)
            tensor.quantization.zeroPoint = [int(zero) for zero in operand.zeros]
            tensor.quantization.quantizedDimension = operand.axis
        if operand.constant:
            buffer = schema.BufferT()
            buffer.data = np.frombuffer(operand.data.tobytes(), np.uint8)
            model.buffers.append(buffer)
            tensor.buffer = len(model.buffers) - 1
        graph.tensors.append(tensor)
        return len(graph.tensors) - 1

    for number, operand in enumerate(operands):
        if operand is None:
            node.inputs.append(-1)
            continue
        index = add(f"input{number}", operand, operand.data.shape)
        node.inputs.append(index)
        if not operand.constant and not operand.variable:
            graph.inputs.append(index)
    for number, result in enumerate(results):
        index = add(f"output{number}", result, [1])
        node.outputs.append(index)
        graph.outputs.append(index)
    graph.operators, model.subgraphs, model.operatorCodes = [node], [graph], [opcode]
    builder = flatbuffers.Builder(1024)
    builder.Finish(model.Pack(builder), b"TFL3")
    return bytes(builder.Output())


class Recorder:
    """Collects cases and their data."""

    def __init__(self):
        self.blob, self.cases = bytearray(), []

    def put(self, data):
        self.blob.extend(b"\0" * (-len(self.blob) % 64))
        self.blob.extend(data)
        return [len(self.blob) - len(data), len(data)]

    def record(self, name, operands, results, options=None, version=1, tolerance=5e-6, label=""):
        """Runs operator `name` in LiteRT and keeps what it gives."""
        options_type = getattr(schema.BuiltinOptions, type(options).__name__[:-1]) if options else 0
        model = build(getattr(OPERATOR, name), version, operands, results, options, options_type)
        interpreter = Interpreter(model_content=model, experimental_op_resolver_type=OpResolverType.BUILTIN_REF)
        interpreter.allocate_tensors()
        fed = [operand for operand in operands if operand is not None and not operand.constant and not operand.variable]
        for detail, operand in zip(interpreter.get_input_details(), fed):
            interpreter.set_tensor(detail["index"], operand.data)
        interpreter.invoke()
        outputs = []
        for number, detail in enumerate(interpreter.get_output_details()):
            found = np.ascontiguousarray(interpreter.get_tensor(detail["index"]))
            outputs.append({
                "name": f"output{number}", "type": NAMES[TYPES[found.dtype]], "shape": list(found.shape),
                "quantization": None, "reference": self.put(found.tobytes()), "xnnpack": None,
                "tolerance": tolerance if found.dtype == np.float32 else 0})
        kinds = "_".join(operand.data.dtype.name for operand in operands[:2] if operand is not None)
        self.cases.append({
            "name": f"{name.lower()}_{kinds}{label}_{len(self.cases)}", "params": {}, "ops": [name], "tags": [],
            "model": self.put(model),
            "inputs": [{"name": f"input{number}", "type": NAMES[TYPES[operand.data.dtype]],
                        "shape": list(operand.data.shape), "data": self.put(operand.data.tobytes())}
                       for number, operand in enumerate(fed)],
            "outputs": outputs})

    def write(self):
        (FOLDER / "blob.bin").write_bytes(self.blob)
        text = ",\n".join(json.dumps(case) for case in self.cases)
        (FOLDER / "cases.json").write_text('{"op": "recorded", "cases": [\n' + text + "\n]}\n")


def options(kind, **fields):
    """The option table `kind` with fields set."""
    table = getattr(schema, kind + "T")()
    for field, value in fields.items():
        setattr(table, field, value)
    return table


QUANTIZED = (np.int8, np.uint8, np.int16)
SAME, VALID = schema.Padding.SAME, schema.Padding.VALID


def elementwise(recorder):
    for name, table in (("ADD", "AddOptions"), ("SUB", "SubOptions"), ("MUL", "MulOptions")):
        for kind in (np.float32, np.int32) + QUANTIZED:
            for left, right in (((2, 3, 17), (2, 3, 17)), ((3, 1, 9), (1, 5, 9)), ((4,), (1,))):
                activation = schema.ActivationFunctionType.RELU6 if kind is np.float32 else 0
                recorder.record(
                    name, [Tensor(values(left, kind)), Tensor(values(right, kind))], [output(kind)],
                    options(table, fusedActivationFunction=activation, **({} if name == "MUL" else {"potScaleInt16": False})),
                    version=2)
    for name in ("MAXIMUM", "MINIMUM"):
        for kind in (np.float32, np.int8, np.int64):
            recorder.record(name, [Tensor(values((2, 7), kind)), Tensor(values((7,), kind))], [output(kind)],
                            options("MaximumMinimumOptions"), version=2)
    for name in ("LOGISTIC", "TANH"):
        for kind, scale, zero in ((np.float32, None, 0), (np.int8, 1 / 256 if name == "LOGISTIC" else 1 / 128,
                                                           -128 if name == "LOGISTIC" else 0)):
            recorder.record(name, [Tensor(values((5, 13), kind, -9, 9))], [output(kind, scale, zero)], version=2)
    for name in ("RELU_0_TO_1", "RELU6", "RELU_N1_TO_1", "RELU"):
        recorder.record(name, [Tensor(values((3, 11), np.float32, -8, 8))], [output(np.float32)])
    for kind in (np.float32, np.int8):
        recorder.record("HARD_SWISH", [Tensor(values((4, 9), kind, -5, 5))], [output(kind)])
    recorder.record("FAKE_QUANT", [Tensor(values((3, 10)))], [output(np.float32)],
                    options("FakeQuantOptions", min=-1.0, max=1.5, numBits=8, narrowRange=False))


def windows(recorder):
    for kind in (np.float32,) + QUANTIZED:
        for name in ("AVERAGE_POOL_2D", "MAX_POOL_2D") + (("L2_POOL_2D",) if kind is np.float32 else ()):
            for padding in (SAME, VALID):
                recorder.record(
                    name, [Tensor(values((2, 7, 6, 5), kind))], [output(kind)],
                    options("Pool2DOptions", padding=padding, strideW=2, strideH=1, filterWidth=3, filterHeight=2,
                            fusedActivationFunction=0), version=2 if kind is not np.float32 else 1)
    for padding, stride, dilation, depth, filters in ((SAME, 2, 1, 3, 8), (VALID, 1, 2, 5, 9), (SAME, 1, 1, 4, 17)):
        table = options("Conv2DOptions", padding=padding, strideW=stride, strideH=stride, dilationWFactor=dilation,
                        dilationHFactor=dilation, fusedActivationFunction=0)
        image, kernel = (1, 8, 9, depth), (filters, 3, 3, depth)
        recorder.record("CONV_2D", [Tensor(values(image)), constant(values(kernel)), constant(values((filters,)))],
                        [output(np.float32)], table, tolerance=2e-5)
        scales = random.uniform(0.005, 0.02, filters)
        weights = random.integers(-127, 128, kernel).astype(np.int8)
        for kind, bias in ((np.int8, np.int32), (np.int16, np.int64)):
            recorder.record(
                "CONV_2D", [Tensor(values(image, kind)), constant(weights, scales),
                            constant(random.integers(-500, 500, filters).astype(bias), scales * SCALES[np.dtype(kind)][0])],
                [output(kind, 0.3 if kind is np.int8 else 0.003, 0)], table, version=3)
        recorder.record(
            "CONV_2D", [Tensor(values(image)), constant(weights, scales), constant(values((filters,)))],
            [output(np.float32)], table, version=5, tolerance=2e-5, label="_hybrid")
    for multiplier in (1, 2):
        table = options("DepthwiseConv2DOptions", padding=SAME, strideW=2, strideH=1, depthMultiplier=multiplier,
                        dilationWFactor=1, dilationHFactor=1, fusedActivationFunction=0)
        channels = 9 * multiplier
        scales = random.uniform(0.005, 0.02, channels)
        weights = random.integers(-127, 128, (1, 3, 3, channels)).astype(np.int8)
        recorder.record("DEPTHWISE_CONV_2D", [Tensor(values((2, 6, 7, 9))), constant(values((1, 3, 3, channels))),
                                              constant(values((channels,)))], [output(np.float32)], table)
        recorder.record(
            "DEPTHWISE_CONV_2D", [Tensor(values((2, 6, 7, 9), np.int8)), constant(weights, scales, axis=3),
                                  constant(random.integers(-500, 500, channels).astype(np.int32), scales * 0.05)],
            [output(np.int8, 0.2, -5)], table, version=3)


def rows(recorder):
    table = options("FullyConnectedOptions", fusedActivationFunction=0, keepNumDims=False, asymmetricQuantizeInputs=False)
    lopsided = options("FullyConnectedOptions", fusedActivationFunction=1, keepNumDims=True, asymmetricQuantizeInputs=True)
    for depth, units, count in ((17, 5, 3), (64, 33, 1), (31, 8, 6)):
        weights = random.integers(-127, 128, (units, depth)).astype(np.int8)
        recorder.record("FULLY_CONNECTED", [Tensor(values((count, depth))), constant(values((units, depth))),
                                            constant(values((units,)))], [output(np.float32)], table, tolerance=2e-5)
        recorder.record("FULLY_CONNECTED", [Tensor(values((count, depth), np.int8)), constant(weights, 0.01),
                                            constant(values((units,), np.int32), 0.0005)],
                        [output(np.int8, 0.3, 7)], table, version=4)
        for form in (table, lopsided):
            recorder.record("FULLY_CONNECTED", [Tensor(values((count, depth))), constant(weights, 0.01),
                                                constant(values((units,)))], [output(np.float32)], form, version=9,
                            tolerance=2e-5, label="_hybrid")
    for swapped in (False, True):
        shape = (2, 7, 11) if swapped else (2, 11, 7)
        for kind, scale in ((np.float32, None), (np.int8, 0.4)):
            recorder.record("BATCH_MATMUL", [Tensor(values((2, 5, 11), kind)), Tensor(values(shape, kind))],
                            [output(kind, scale)],
                            options("BatchMatMulOptions", adjX=False, adjY=swapped, asymmetricQuantizeInputs=False),
                            version=2, tolerance=2e-5)
    for kind, scale, zero in ((np.float32, None, 0), (np.int8, 1 / 256, -128), (np.uint8, 1 / 256, 0)):
        recorder.record("SOFTMAX", [Tensor(values((3, 19), kind, -6, 6))], [output(kind, scale, zero)],
                        options("SoftmaxOptions", beta=1.0), version=2 if kind is np.int8 else 1)
    for name in ("MEAN", "SUM", "REDUCE_MAX"):
        for kind in (np.float32, np.int8) if name != "SUM" else (np.float32,):
            recorder.record(name, [Tensor(values((3, 5, 7), kind)), constant(np.int32([1]))], [output(kind)],
                            options("ReducerOptions", keepDims=False), version=2)


def recurrent(recorder):
    for rank, filters, units in ((1, 6, 6), (2, 8, 4)):
        recorder.record(
            "SVDF", [Tensor(values((2, 5))), constant(values((filters, 5))), constant(values((filters, 4))),
                     constant(values((units,))), Tensor(np.zeros((2, filters * 4), np.float32), variable=True)],
            [output(np.float32)], options("SVDFOptions", rank=rank, fusedActivationFunction=0), tolerance=2e-5)
    recorder.record(
        "UNIDIRECTIONAL_SEQUENCE_RNN", [Tensor(values((2, 4, 5))), constant(values((6, 5))), constant(values((6, 6))),
                                        constant(values((6,))), Tensor(np.zeros((2, 6), np.float32), variable=True)],
        [output(np.float32)],
        options("SequenceRNNOptions", timeMajor=False, fusedActivationFunction=schema.ActivationFunctionType.TANH),
        tolerance=2e-5)
    weights = [constant(values((6, 5))) for _ in range(4)] + [constant(values((6, 6), high=0.5, low=-0.5)) for _ in range(4)]
    biases = [constant(values((6,))) for _ in range(4)]
    state = [Tensor(np.zeros((3, 6), np.float32), variable=True) for _ in range(2)]
    recorder.record(
        "UNIDIRECTIONAL_SEQUENCE_LSTM",
        [Tensor(values((3, 4, 5)))] + weights + [None] * 3 + biases + [None] * 2 + state,
        [output(np.float32)],
        options("UnidirectionalSequenceLSTMOptions", timeMajor=False, cellClip=3.0, projClip=0.0,
                fusedActivationFunction=schema.ActivationFunctionType.TANH), tolerance=2e-5)


def lookups(recorder):
    recorder.record("SQUEEZE", [Tensor(values((1, 3, 1, 5)))], [output(np.float32)],
                    options("SqueezeOptions", squeezeDims=[0, 2]))
    recorder.record("EMBEDDING_LOOKUP", [Tensor(np.int32([3, 0, 2])), Tensor(values((4, 6)))], [output(np.float32)])
    recorder.record("HASHTABLE_LOOKUP", [Tensor(np.int32([7, 1, 5])), Tensor(np.int32([1, 3, 5, 9])),
                                         Tensor(values((4, 3)))], [output(np.float32), output(np.uint8, 1.0, 0)])
    recorder.record("GATHER", [Tensor(values((4, 5), np.int8)), Tensor(np.int32([[3, 0], [1, 1]]))], [output(np.int8)],
                    options("GatherOptions", axis=0, batchDims=0), version=2)
    recorder.record("BUCKETIZE", [Tensor(values((3, 4), np.float32, -5, 5))], [output(np.int32)],
                    options("BucketizeOptions", boundaries=[-2.0, 0.0, 1.5]))


def main():
    recorder = Recorder()
    for family in (elementwise, windows, rows, recurrent, lookups):
        family(recorder)
    recorder.write()
    print(f"{len(recorder.cases)} cases, {len(recorder.blob)} bytes")


if __name__ == "__main__":
    main()
