"""Small `.tflite` files for the check of the page, written with the standard library: as much of the format as that needs."""

import struct


class _Writer:
    """A flatbuffer from front to back: tables first, what they refer to behind them."""

    def __init__(self):
        self.bytes = bytearray(8)

    def align(self, size):
        while len(self.bytes) % size:
            self.bytes.append(0)

    def refer(self, place, target):
        struct.pack_into("<I", self.bytes, place, target - place)

    def value(self, value):
        """Writes what a reference leads to and gives its place."""
        if isinstance(value, str):
            data = value.encode()
            self.align(4)
            place = len(self.bytes)
            self.bytes += struct.pack("<I", len(data)) + data + b"\0"
            return place
        if isinstance(value, dict):
            return self.table(value)
        self.align(4)
        place = len(self.bytes)
        if value and not isinstance(value[0], int):
            self.bytes += struct.pack("<I", len(value)) + bytes(4 * len(value))
            for number, part in enumerate(value):
                self.refer(place + 4 + 4 * number, self.value(part))
        else:
            self.bytes += struct.pack(f"<I{len(value)}i", len(value), *value)
        return place

    def table(self, fields):
        """Fields by number: ("b" or "i", number) for scalars, else text, lists and tables."""
        count = max(fields, default=-1) + 1
        self.align(4)
        vtable = len(self.bytes)
        size, offsets = 4, {}
        for number, field in sorted(fields.items(), key=lambda entry: isinstance(entry[1], tuple) and entry[1][0] == "b"):
            offsets[number] = size
            size += 1 if isinstance(field, tuple) and field[0] == "b" else 4
        self.bytes += struct.pack("<HH", 4 + 2 * count, size)
        for number in range(count):
            self.bytes += struct.pack("<H", offsets.get(number, 0))
        self.align(4)
        table = len(self.bytes)
        self.bytes += struct.pack("<i", table - vtable) + bytes(size - 4)
        for number, field in fields.items():
            place = table + offsets[number]
            if isinstance(field, tuple):
                struct.pack_into("<" + field[0], self.bytes, place, field[1])
            else:
                self.refer(place, self.value(field))
        return table

    def file(self, root):
        self.bytes[4:8] = b"TFL3"
        self.refer(0, self.table(root))
        return bytes(self.bytes)


CODES = {"ADD": 0, "LOGISTIC": 14, "MUL": 18, "RELU": 19, "CALL": 31, "CUSTOM": 32}
# The selectors of options that an operator must have.
OPTIONS = {"ADD": (11, {}), "MUL": (21, {}), "CALL": (16, {0: ("i", 1)})}


def model(graphs):
    """A file of graphs: (name, operators), each operator (name, inputs, output); tensor 0 is the input, all are 1x4x4x8."""
    names = sorted({name for _, operators in graphs for name, _, _ in operators})
    subgraphs = []
    for title, operators in graphs:
        count = 1 + max(output for _, _, output in operators)
        tensors = [{0: [1, 4, 4, 8], 3: f"{title}/tensor_{number}"} for number in range(count)]
        entries = []
        for name, inputs, output in operators:
            entry = {0: ("i", names.index(name)), 1: inputs, 2: [output]}
            if name in OPTIONS:
                entry[3], entry[4] = ("b", OPTIONS[name][0]), OPTIONS[name][1]
            entries.append(entry)
        subgraphs.append({0: tensors, 1: [0], 2: [operators[-1][2]], 3: entries, 4: title})
    codes = [{0: ("b", CODES.get(name, 32)), 2: ("i", 1), 3: ("i", CODES.get(name, 32))} for name in names]
    for code, name in zip(codes, names):
        if name not in CODES:
            code[1] = name
    return _Writer().file({0: ("i", 3), 1: codes, 2: subgraphs, 4: [{}]})


def large(blocks=1250):
    """Four operators a block: a gate, and a sum with the block's input."""
    operators, last = [], 0
    for _ in range(blocks):
        left, right, product, total = range(len(operators) + 1, len(operators) + 5)
        operators += [("RELU", [last], left), ("LOGISTIC", [last], right), ("MUL", [left, right], product),
                      ("ADD", [product, last], total)]
        last = total
    return model([("main", operators)])


def nested():
    """A graph that runs another one twice."""
    return model([
        ("main", [("RELU", [0], 1), ("CALL", [1], 2), ("LOGISTIC", [2], 3), ("CALL", [3], 4)]),
        ("inner", [("LOGISTIC", [0], 1), ("MUL", [0, 1], 2)]),
    ])


def unsupported():
    """An operator that nobody knows between two others."""
    return model([("main", [("RELU", [0], 1), ("FlexErf", [1], 2), ("LOGISTIC", [2], 3)])])
