"""Inputs of a model: one set of arrays that every runtime gets."""

import math
import pathlib

import numpy as np
from ai_edge_litert.interpreter import Interpreter, OpResolverType

READS_ROWS = ("GATHER", "EMBEDDING_LOOKUP")


def plain(model):
    """An interpreter without delegates, for reading what a model consists of."""
    return Interpreter(str(model), experimental_op_resolver_type=OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES)


def element_type(model):
    """The kind of arithmetic a model does: the type of its first input or of most results if of 8 bits, dynamic if its weights
    alone have 8 bits, otherwise float32."""
    interpreter = plain(model)
    first = next((detail["dtype"] for detail in interpreter.get_input_details()), None)
    if first in (np.int8, np.uint8):
        return np.dtype(first).name
    kinds = {detail["index"]: detail["dtype"] for detail in interpreter.get_tensor_details()}
    computed = [kinds.get(index) for operation in interpreter._get_ops_details() for index in operation["outputs"]]
    for kind in (np.int8, np.uint8):
        if computed.count(kind) > computed.count(np.float32):
            return np.dtype(kind).name
    return "dynamic" if np.int8 in kinds.values() or np.uint8 in kinds.values() else "float32"


def rows_read(interpreter):
    """How many rows the tables have that an input chooses from, by the input's index."""
    shapes = {detail["index"]: detail["shape"] for detail in interpreter.get_tensor_details()}
    rows = {}
    for operation in interpreter._get_ops_details():
        if operation["op_name"] in READS_ROWS:
            table, indices = operation["inputs"][:2] if operation["op_name"] == "GATHER" else operation["inputs"][1::-1]
            if len(shapes.get(table, ())):
                rows[indices] = int(shapes[table][0])
    return rows


def tones(count):
    """Silence, then three tones that fade in, in -1 ..< 1."""
    time = np.arange(count) / 16000
    loud = np.clip(4 * np.arange(count) / max(count, 1) - 1, 0, 1)
    return loud * sum(0.25 * np.sin(2 * math.pi * pitch * time) for pitch in (220, 440, 1330))


def picture(height, width, channels):
    """Smooth shades with an edge and one flat corner, in -1 ... 1."""
    y, x = np.mgrid[0:height, 0:width]
    y, x = y / height, x / width
    planes = []
    for channel in range(channels):
        shade = 0.6 * np.sin(2 * math.pi * (x + 0.3 * channel)) * np.cos(3 * y) + 0.3 * (x + y > 1)
        shade[: height // 4, : width // 4] = -1
        planes.append(np.clip(shade, -1, 1))
    return np.stack(planes, axis=-1)


def typical(shape, kind, rows, name, number):
    """What an application would send: a picture, sound, token numbers, or a mask that ends in padding."""
    if np.issubdtype(kind, np.integer) and np.iinfo(kind).bits > 16:
        length = shape[-1] if len(shape) else 1
        filled = np.arange(length) < max(1, 3 * length // 4)
        if rows and not any(word in name for word in ("mask", "segment", "type")):
            drawn = np.random.default_rng(number).zipf(1.3, shape) % rows
            return (drawn * filled).astype(kind)
        return np.broadcast_to(0 if "segment" in name or "type" in name else filled, shape).astype(kind)
    if len(shape) == 4 and min(shape[1:3]) >= 8:
        values = np.broadcast_to(picture(*shape[1:]), shape)
    else:
        values = tones(math.prod(shape)).reshape(shape)
    return scaled(values, kind)


def scaled(values, kind):
    """Values of -1 ... 1 over the whole range of an integer type; floats as they are."""
    if not np.issubdtype(kind, np.integer):
        return values.astype(kind)
    limits = np.iinfo(kind)
    middle, half = (limits.max + limits.min) / 2, (limits.max - limits.min) / 2
    return np.clip(np.round(middle + half * values), limits.min, limits.max).astype(kind)


def make(model, form):
    """The arrays for a model's inputs, `form` being random or typical; None where it takes strings."""
    interpreter = plain(model)
    rows = rows_read(interpreter) if form == "typical" else {}
    random = np.random.default_rng(0)
    arrays = []
    for number, detail in enumerate(interpreter.get_input_details()):
        shape, kind = [int(size) for size in detail["shape"]], detail["dtype"]
        if kind in (np.bytes_, object, str):
            return None
        if kind == np.bool_:
            value = np.zeros(shape, kind)
        elif form == "typical":
            value = typical(shape, kind, rows.get(detail["index"]), detail["name"].lower(), number)
        elif np.issubdtype(kind, np.integer):
            limits = np.iinfo(kind)
            low, high = (0, 2) if limits.bits > 16 else (limits.min, limits.max + 1)
            value = random.integers(low, high, shape).astype(kind)
        elif np.issubdtype(kind, np.floating):
            value = random.uniform(-1, 1, shape).astype(kind)
        else:
            value = np.zeros(shape, kind)
        arrays.append(np.ascontiguousarray(value))
    return arrays


def save(model, form, folder):
    """Writes the inputs as input0.npy ... for Python and input0.bin ... for the tool; the number of them."""
    arrays = make(model, form)
    if arrays is None:
        raise ValueError("strings are not compared")
    for number, value in enumerate(arrays):
        np.save(pathlib.Path(folder) / f"input{number}.npy", value)
        value.tofile(pathlib.Path(folder) / f"input{number}.bin")
    return len(arrays)


def load(folder):
    """The arrays that `save` has written."""
    folder = pathlib.Path(folder)
    return [np.load(folder / f"input{number}.npy") for number in range(len(list(folder.glob("input*.npy"))))]
