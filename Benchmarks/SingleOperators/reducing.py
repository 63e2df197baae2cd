"""Operators that take many elements to one, or look for some among many."""

import numpy as np

from .building import IMAGE, Case, Tensor, constant, random

# Axes and the shape of the result.
AXES = {
    "image": ([1, 2], (1, 32)),
    "channels": ([3], (1, 64, 64)),
    "rows": ([1], (1, 64, 32)),
    "columns": ([2], (1, 64, 32)),
    "all": ([0, 1, 2, 3], ()),
    "apart": ([1, 3], (1, 64)),
}
SOFTMAX_RESULT = {"int8": (1 / 256, -128), "uint8": (1 / 256, 0), "int16": (1 / 32768, 0)}


def cases():
    for operator, kinds, version in (
        ("MEAN", ("float32", "int8", "uint8", "int16", "int32"), 2),
        ("SUM", ("float32", "int8", "int32"), 2),
        ("REDUCE_MAX", ("float32", "int8", "int32"), 2),
        ("REDUCE_MIN", ("float32",), 2),
        ("REDUCE_PROD", ("float32", "int32"), 2),
        ("REDUCE_ALL", ("bool",), 1),
        ("REDUCE_ANY", ("bool",), 1),
    ):
        for kind in kinds:
            for name, (axes, shape) in AXES.items():
                yield Case(
                    f"{operator}_{kind}_{name}",
                    operator,
                    [Tensor(IMAGE, kind), constant(axes)],
                    [Tensor(shape, kind)],
                    "ReducerOptions",
                    version=version,
                )
    for operator, options in (("ARG_MAX", "ArgMaxOptions"), ("ARG_MIN", "ArgMinOptions")):
        for kind in ("float32", "int8", "uint8", "int32"):
            for name in ("channels", "rows", "columns"):
                axes, shape = AXES[name]
                yield Case(
                    f"{operator}_{kind}_{name}",
                    operator,
                    [Tensor(IMAGE, kind), constant(axes[0])],
                    [Tensor(shape, "int32")],
                    options,
                    {"outputType": 2},
                    2,
                )
    for kind in ("float32", "int32", "int64"):
        for axis in (1, 3):
            yield Case(
                f"CUMSUM_{kind}_{axis}", "CUMSUM", [Tensor(IMAGE, kind), constant(axis)], [Tensor(IMAGE, kind)], "CumsumOptions"
            )
    for kind, count in (("float32", 1), ("float32", 10), ("float32", 1000), ("int8", 10), ("int32", 10)):
        yield Case(
            f"TOPK_V2_{kind}_{count}",
            "TOPK_V2",
            [Tensor((1, 20000), kind), constant(count)],
            [Tensor((1, count), kind), Tensor((1, count), "int32")],
            "TopKV2Options",
            version=2,
        )
    yield from normalizing()
    for name in ("SUM", "MAX", "MIN", "PROD"):
        yield Case(
            f"UNSORTED_SEGMENT_{name}",
            f"UNSORTED_SEGMENT_{name}",
            [Tensor((1000, 64), "float32"), constant(random.integers(0, 100, 1000)), constant(100)],
            [Tensor((100, 64), "float32")],
            f"UnsortedSegment{name.capitalize()}Options",
        )
    yield Case(
        "SEGMENT_SUM",
        "SEGMENT_SUM",
        [Tensor((1000, 64), "float32"), constant(np.sort(random.integers(0, 100, 1000)))],
        [Tensor((100, 64), "float32")],
        "SegmentSumOptions",
    )
    for kind in ("bool", "float32"):
        yield Case(f"WHERE_{kind}", "WHERE", [Tensor((64, 64, 8), kind)], [Tensor((0, 3), "int64")], "WhereOptions")
    yield Case(
        "UNIQUE",
        "UNIQUE",
        [constant(random.integers(0, 500, 5000))],
        [Tensor((0,), "int32"), Tensor((5000,), "int32")],
        "UniqueOptions",
        {"idxOutType": 2},
    )
    boundaries = [float(x) for x in np.linspace(-1, 1, 20)]
    yield Case(
        "BUCKETIZE",
        "BUCKETIZE",
        [Tensor(IMAGE, "float32")],
        [Tensor(IMAGE, "int32")],
        "BucketizeOptions",
        {"boundaries": boundaries},
    )
    bounds = [constant(100), constant(0.5, "float32"), constant(0.1, "float32")]
    yield Case(
        "NON_MAX_SUPPRESSION_V4",
        "NON_MAX_SUPPRESSION_V4",
        [Tensor((2000, 4), "float32"), Tensor((2000,), "float32")] + bounds,
        [Tensor((100,), "int32"), Tensor((), "int32")],
        "NonMaxSuppressionV4Options",
    )


def normalizing():
    for kind in ("float32", "int8", "uint8", "int16"):
        scale, zero = SOFTMAX_RESULT.get(kind, (None, None))
        for shape in ((1000, 10), (100, 100), (16, 1001), (4096, 2), (1, 100000)):
            source = Tensor(shape, kind, scale=1 / 4096) if kind == "int16" else Tensor(shape, kind)
            yield Case(
                f"SOFTMAX_{kind}_{shape[0]}x{shape[1]}",
                "SOFTMAX",
                [source],
                [Tensor(shape, kind, scale=scale, zero=zero)],
                "SoftmaxOptions",
                {"beta": 1.0},
                3,
            )
    for kind, scale, zero, unit in (("float32", None, None, None), ("int8", 16 / 256, 127, 0), ("uint8", 16 / 256, 255, 128)):
        yield Case(
            f"LOG_SOFTMAX_{kind}",
            "LOG_SOFTMAX",
            [Tensor((100, 100), kind)],
            [Tensor((100, 100), kind, scale=scale, zero=zero)],
            "LogSoftmaxOptions",
            version=2,
        )
        yield Case(
            f"L2_NORMALIZATION_{kind}",
            "L2_NORMALIZATION",
            [Tensor((500, 128), kind)],
            [Tensor((500, 128), kind, scale=scale and 1 / 128, zero=unit)],
            "L2NormOptions",
            version=2,
        )
    for beta in (0.5, 0.75):
        yield Case(
            f"LOCAL_RESPONSE_NORMALIZATION_{beta}",
            "LOCAL_RESPONSE_NORMALIZATION",
            [Tensor(IMAGE, "float32")],
            [Tensor(IMAGE, "float32")],
            "LocalResponseNormalizationOptions",
            {"radius": 2, "bias": 1.0, "alpha": 1e-4, "beta": beta},
        )
