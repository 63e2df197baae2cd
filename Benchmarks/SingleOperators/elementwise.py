"""Operators that compute each element by itself."""

from .building import IMAGE, Case, Tensor, constant, random, weights

FLOAT, BYTES, SHORTS = ("float32",), ("int8", "uint8"), ("int16",)

# Operator, name of its options, types, version.
UNARY = [
    ("ABS", "AbsOptions", FLOAT + ("int8", "int16", "int32"), 2),
    ("CEIL", None, FLOAT, 1),
    ("FLOOR", None, FLOAT, 1),
    ("ROUND", None, FLOAT, 1),
    ("COS", "CosOptions", FLOAT, 1),
    ("SIN", None, FLOAT, 1),
    ("EXP", "ExpOptions", FLOAT + ("int8", "int16"), 2),
    ("LOG", None, FLOAT + ("int8",), 2),
    ("NEG", "NegOptions", FLOAT + ("int32", "int64"), 1),
    ("SQRT", None, FLOAT, 1),
    ("RSQRT", None, FLOAT, 1),
    ("SQUARE", "SquareOptions", FLOAT, 1),
    ("ELU", None, FLOAT + ("int8",), 1),
    ("GELU", "GeluOptions", FLOAT + BYTES, 2),
    ("HARD_SWISH", "HardSwishOptions", FLOAT + BYTES, 1),
    ("LEAKY_RELU", "LeakyReluOptions", FLOAT + BYTES + SHORTS, 2),
    ("RELU", None, FLOAT + BYTES + SHORTS, 2),
    ("RELU6", None, FLOAT + BYTES, 2),
    ("RELU_N1_TO_1", None, FLOAT + ("int8",), 1),
    ("RELU_0_TO_1", None, FLOAT + ("int8",), 1),
    ("SIGN", "SignOptions", FLOAT + ("int32",), 2),
    ("LOGICAL_NOT", "LogicalNotOptions", ("bool",), 1),
    ("ZEROS_LIKE", "ZerosLikeOptions", FLOAT + ("int32",), 1),
]
BINARY = [
    ("ADD", "AddOptions", FLOAT + BYTES + SHORTS + ("int32", "int64"), 2),
    ("SUB", "SubOptions", FLOAT + BYTES + SHORTS + ("int32",), 2),
    ("MUL", "MulOptions", FLOAT + BYTES + SHORTS + ("int32",), 2),
    ("DIV", "DivOptions", FLOAT + ("uint8", "int32"), 2),
    ("MAXIMUM", "MaximumMinimumOptions", FLOAT + ("int8", "int16", "int32"), 2),
    ("MINIMUM", "MaximumMinimumOptions", FLOAT + ("int8",), 2),
    ("SQUARED_DIFFERENCE", "SquaredDifferenceOptions", FLOAT + ("int8", "int32"), 2),
    ("POW", "PowOptions", FLOAT + ("int32",), 1),
    ("FLOOR_DIV", "FloorDivOptions", FLOAT + ("int32",), 2),
    ("FLOOR_MOD", "FloorModOptions", FLOAT + ("int32",), 2),
    ("ATAN2", None, FLOAT, 1),
    ("RIGHT_SHIFT", "RightShiftOptions", ("int32",), 1),
    ("BITWISE_XOR", "BitwiseXorOptions", ("int8", "int32"), 1),
    ("LOGICAL_AND", "LogicalAndOptions", ("bool",), 1),
    ("LOGICAL_OR", "LogicalOrOptions", ("bool",), 1),
]
COMPARISONS = [
    ("EQUAL", "EqualOptions"),
    ("NOT_EQUAL", "NotEqualOptions"),
    ("LESS", "LessOptions"),
    ("LESS_EQUAL", "LessEqualOptions"),
    ("GREATER", "GreaterOptions"),
    ("GREATER_EQUAL", "GreaterEqualOptions"),
]
# The second operand's shape.
BROADCASTS = {"same": IMAGE, "channels": (32,), "columns": (1, 64, 1, 32), "one": (1, 1, 1, 1), "pixels": (1, 64, 64, 1)}
CASTS = [
    ("float32", "int32"),
    ("int32", "float32"),
    ("float32", "int8"),
    ("int8", "float32"),
    ("uint8", "float32"),
    ("float32", "uint8"),
    ("int64", "int32"),
    ("int32", "int64"),
    ("bool", "float32"),
    ("float32", "bool"),
    ("int64", "float32"),
    ("float32", "int64"),
    ("int16", "float32"),
    ("bool", "int32"),
    ("int32", "bool"),
    ("float32", "int16"),
]
# The only parameters of results that these functions may have.
FIXED = {
    "LOGISTIC": {"int8": (1 / 256, -128), "uint8": (1 / 256, 0), "int16": (1 / 32768, 0)},
    "TANH": {"int8": (1 / 128, 0), "uint8": (1 / 128, 128), "int16": (1 / 32768, 0)},
}


def cases():
    for operator, options, kinds, version in UNARY:
        for kind in kinds:
            values = {"alpha": 0.1} if operator == "LEAKY_RELU" else {}
            yield Case(f"{operator}_{kind}", operator, [Tensor(IMAGE, kind)], [Tensor(IMAGE, kind)], options, values, version)
    yield Case(
        "GELU_approximate", "GELU", [Tensor(IMAGE, "float32")], [Tensor(IMAGE, "float32")], "GeluOptions", {"approximate": True}
    )
    for operator, parameters in FIXED.items():
        for kind in ("float32", "int8", "uint8", "int16"):
            scale, zero = parameters.get(kind, (None, None))
            source = Tensor(IMAGE, kind, scale=1 / 4096) if kind == "int16" else Tensor(IMAGE, kind)
            yield Case(f"{operator}_{kind}", operator, [source], [Tensor(IMAGE, kind, scale=scale, zero=zero)], version=3)
    yield from binary()
    yield from choices()
    for source, target in CASTS:
        yield Case(
            f"CAST_{source}_{target}", "CAST", [Tensor(IMAGE, source)], [Tensor(IMAGE, target)], "CastOptions", version=5
        )
    for source, target in (
        ("float32", "int8"),
        ("float32", "uint8"),
        ("float32", "int16"),
        ("int8", "int8"),
        ("uint8", "int8"),
        ("int8", "uint8"),
        ("int16", "int8"),
        ("int8", "int16"),
        ("int16", "int16"),
    ):
        output = Tensor(IMAGE, target, scale=0.07, zero=0 if target == "int16" else 3)
        yield Case(f"QUANTIZE_{source}_{target}", "QUANTIZE", [Tensor(IMAGE, source)], [output], "QuantizeOptions", version=3)
    for kind in BYTES + SHORTS:
        yield Case(
            f"DEQUANTIZE_{kind}",
            "DEQUANTIZE",
            [Tensor(IMAGE, kind)],
            [Tensor(IMAGE, "float32")],
            "DequantizeOptions",
            version=3,
        )


def binary():
    for operator, options, kinds, version in BINARY:
        for kind in kinds:
            for name, shape in BROADCASTS.items():
                if operator == "ATAN2" and name != "same":
                    continue  # The operator does not broadcast.
                divides = operator in ("DIV", "FLOOR_DIV", "FLOOR_MOD") and kind != "float32"
                second = constant(random.integers(1, 9, shape), kind) if divides else Tensor(shape, kind)
                yield Case(
                    f"{operator}_{kind}_{name}",
                    operator,
                    [Tensor(IMAGE, kind), second],
                    [Tensor(IMAGE, kind)],
                    options,
                    version=version,
                )
    for operator, options in COMPARISONS:
        for kind in ("float32", "int8", "int32", "int64") + (
            ("uint8", "bool") if "EQUAL" in operator[-9:] and "_" not in operator else ()
        ):
            for name in ("same", "channels", "one"):
                yield Case(
                    f"{operator}_{kind}_{name}",
                    operator,
                    [Tensor(IMAGE, kind), Tensor(BROADCASTS[name], kind)],
                    [Tensor(IMAGE, "bool")],
                    options,
                    version=2,
                )


def choices():
    for kind in ("float32", "int8", "int16", "int32", "int64"):
        whole, one = Tensor(IMAGE, kind), Tensor((1, 1, 1, 1), kind)
        yield Case(f"SELECT_{kind}", "SELECT", [Tensor(IMAGE, "bool"), whole, whole], [whole], "SelectOptions")
        yield Case(f"SELECT_V2_{kind}", "SELECT_V2", [Tensor(IMAGE, "bool"), whole, whole], [whole], "SelectV2Options")
        yield Case(
            f"SELECT_V2_{kind}_pixels", "SELECT_V2", [Tensor((1, 64, 64, 1), "bool"), whole, one], [whole], "SelectV2Options"
        )
    for kind in ("float32", "int32"):
        yield Case(f"ADD_N_{kind}", "ADD_N", [Tensor(IMAGE, kind)] * 3, [Tensor(IMAGE, kind)], "AddNOptions")
    for kind in ("float32", "uint8"):
        yield Case(f"PRELU_{kind}", "PRELU", [Tensor(IMAGE, kind), weights((1, 1, 32), kind)], [Tensor(IMAGE, kind)])
