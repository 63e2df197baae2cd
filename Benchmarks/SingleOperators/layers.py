"""Operators that multiply, pool and resize."""

from .building import IMAGE, Case, Tensor, constant, result, weights, zero_bias

KINDS = ("float32", "int8", "uint8", "int16")

# Extent, input and output channels, filter, stride, dilation.
CONVOLUTIONS = {
    "1x1": (28, 64, 64, 1, 1, 1),
    "3x3": (28, 64, 64, 3, 1, 1),
    "3x3_stride": (28, 64, 64, 3, 2, 1),
    "5x5": (28, 32, 32, 5, 1, 1),
    "3x3_dilated": (28, 64, 64, 3, 1, 2),
    "7x7_rgb": (112, 3, 32, 7, 2, 1),
    "3x3_to1": (56, 32, 1, 3, 1, 1),
    "3x3_to3": (56, 32, 3, 3, 1, 1),
    "3x3_of1": (56, 1, 32, 3, 1, 1),
    "3x3_odd": (28, 37, 43, 3, 1, 1),
    "11x11": (28, 16, 16, 11, 1, 1),
    "1x1_stride": (56, 64, 128, 1, 2, 1),
    "3x3_deep": (7, 256, 256, 3, 1, 1),
    "1x1_to3": (64, 8, 3, 1, 1, 1),
    "1x1_expansion": (56, 24, 144, 1, 1, 1),
}
# Extent, channels, filter, stride, dilation, filters of a channel.
DEPTHWISE = {
    "3x3": (56, 64, 3, 1, 1, 1),
    "3x3_stride": (56, 64, 3, 2, 1, 1),
    "5x5": (56, 64, 5, 1, 1, 1),
    "7x7": (28, 96, 7, 1, 1, 1),
    "3x3_dilated": (56, 64, 3, 1, 2, 1),
    "twice": (56, 32, 3, 1, 1, 2),
    "rgb_8times": (56, 3, 3, 1, 1, 8),
    "odd": (28, 37, 3, 1, 1, 1),
    "9x9": (28, 32, 9, 1, 1, 1),
    "narrow": (112, 8, 3, 1, 1, 1),
}
# Extent, input and output channels, filter, stride.
TRANSPOSED = {
    "2x2": (28, 64, 32, 2, 2),
    "3x3": (28, 64, 32, 3, 2),
    "4x4": (28, 32, 32, 4, 2),
    "3x3_dense": (28, 32, 32, 3, 1),
    "2x2_to1": (56, 32, 1, 2, 2),
    "8x8": (14, 32, 16, 8, 8),
}


def cases():
    for kind in KINDS:
        for name, (extent, depth, filters, size, stride, dilation) in CONVOLUTIONS.items():
            yield convolution(f"CONV_2D_{kind}_{name}", kind, extent, depth, filters, size, stride, dilation)
        for groups, depth, filters in ((4, 32, 64), (8, 64, 64), (32, 128, 128)):
            if kind in ("float32", "int8"):
                yield convolution(f"CONV_2D_{kind}_{groups}groups", kind, 28, depth, filters, 3, 1, 1, groups)
        yield from windows(kind)
        for rows, depth, units in ((1, 512, 512), (1, 128, 10), (16, 256, 256), (200, 128, 128), (1, 64, 4096), (1000, 3, 64)):
            yield Case(
                f"FULLY_CONNECTED_{kind}_{rows}_{depth}_{units}",
                "FULLY_CONNECTED",
                [Tensor((rows, depth), kind), weights((units, depth), kind), zero_bias(units, kind)],
                [result((rows, units), kind)],
                "FullyConnectedOptions",
                version=4,
            )
        if kind != "uint8":
            yield from products(kind)
        if kind != "int16":
            yield from resized(kind)
    yield from volumes()


def convolution(name, kind, extent, depth, filters, size, stride, dilation, groups=1):
    output = -(-extent // stride)
    shape = (filters, size, size, depth // groups)
    return Case(
        name,
        "CONV_2D",
        [
            Tensor((1, extent, extent, depth), kind),
            weights(shape, kind, filters),
            zero_bias(filters, kind, filters if kind != "uint8" else 1),
        ],
        [result((1, output, output, filters), kind)],
        "Conv2DOptions",
        {
            "strideW": stride,
            "strideH": stride,
            "dilationWFactor": dilation,
            "dilationHFactor": dilation,
            "fusedActivationFunction": 1,
        },
        3,
    )


def windows(kind):
    for name, (extent, depth, size, stride, dilation, times) in DEPTHWISE.items():
        output, filters = -(-extent // stride), depth * times
        yield Case(
            f"DEPTHWISE_CONV_2D_{kind}_{name}",
            "DEPTHWISE_CONV_2D",
            [
                Tensor((1, extent, extent, depth), kind),
                weights((1, size, size, filters), kind, filters, 3),
                zero_bias(filters, kind, filters if kind != "uint8" else 1),
            ],
            [result((1, output, output, filters), kind)],
            "DepthwiseConv2DOptions",
            {
                "strideW": stride,
                "strideH": stride,
                "dilationWFactor": dilation,
                "dilationHFactor": dilation,
                "depthMultiplier": times,
                "fusedActivationFunction": 1,
            },
            3,
        )
    for name, (extent, depth, filters, size, stride) in TRANSPOSED.items():
        shape = (1, extent * stride, extent * stride, filters)
        yield Case(
            f"TRANSPOSE_CONV_{kind}_{name}",
            "TRANSPOSE_CONV",
            [constant(shape), weights((filters, size, size, depth), kind, filters), Tensor((1, extent, extent, depth), kind)],
            [result(shape, kind)],
            "TransposeConvOptions",
            {"strideW": stride, "strideH": stride},
            2,
        )
    for operator in ("AVERAGE_POOL_2D", "MAX_POOL_2D"):
        for size, stride in ((3, 1), (2, 2), (5, 1), (8, 8)):
            for extent, depth in ((64, 32), (96, 3)):
                output = -(-extent // stride)
                yield Case(
                    f"{operator}_{kind}_{size}x{size}_{depth}",
                    operator,
                    [Tensor((1, extent, extent, depth), kind)],
                    [Tensor((1, output, output, depth), kind)],
                    "Pool2DOptions",
                    {"filterWidth": size, "filterHeight": size, "strideW": stride, "strideH": stride},
                    3,
                )


def products(kind):
    zero = 0 if kind == "int16" else None
    for name, first, second, transposes_first, transposes_second, output in (
        ("plain", (8, 64, 64), (8, 64, 64), False, False, (8, 64, 64)),
        ("second", (8, 64, 64), (8, 64, 64), False, True, (8, 64, 64)),
        ("first", (8, 64, 64), (8, 64, 64), True, False, (8, 64, 64)),
        ("one", (8, 64, 64), (1, 64, 64), False, False, (8, 64, 64)),
        ("large", (1, 200, 256), (1, 256, 200), False, False, (1, 200, 200)),
        ("small", (64, 8, 16), (64, 16, 8), False, False, (64, 8, 8)),
        ("row", (16, 1, 64), (16, 64, 128), False, False, (16, 1, 128)),
    ):
        yield Case(
            f"BATCH_MATMUL_{kind}_{name}",
            "BATCH_MATMUL",
            [Tensor(first, kind, zero=zero), Tensor(second, kind, zero=zero)],
            [result(output, kind)],
            "BatchMatMulOptions",
            {"adjX": transposes_first, "adjY": transposes_second},
            4,
        )


def resized(kind):
    for name, before, after, depth, values in (
        ("twice", 48, 96, 16, {}),
        ("half_pixels", 48, 96, 16, {"halfPixelCenters": True}),
        ("corners", 33, 129, 21, {"alignCorners": True}),
        ("one_channel", 64, 200, 1, {"halfPixelCenters": True}),
        ("down", 256, 100, 3, {"halfPixelCenters": True}),
    ):
        yield Case(
            f"RESIZE_BILINEAR_{kind}_{name}",
            "RESIZE_BILINEAR",
            [Tensor((1, before, before, depth), kind), constant([after, after])],
            [Tensor((1, after, after, depth), kind)],
            "ResizeBilinearOptions",
            values,
            3,
        )
    for before, after, depth in ((32, 64, 32), (64, 200, 3)):
        yield Case(
            f"RESIZE_NEAREST_NEIGHBOR_{kind}_{depth}",
            "RESIZE_NEAREST_NEIGHBOR",
            [Tensor((1, before, before, depth), kind), constant([after, after])],
            [Tensor((1, after, after, depth), kind)],
            "ResizeNearestNeighborOptions",
            {},
            3,
        )


def volumes():
    steps = {"strideD": 1, "strideW": 1, "strideH": 1, "dilationDFactor": 1, "dilationWFactor": 1, "dilationHFactor": 1}
    yield Case(
        "CONV_3D",
        "CONV_3D",
        [Tensor((1, 8, 24, 24, 16), "float32"), weights((3, 3, 3, 16, 32), "float32"), zero_bias(32, "float32")],
        [Tensor((1, 8, 24, 24, 32), "float32")],
        "Conv3DOptions",
        steps,
    )
    yield Case(
        "CONV_3D_TRANSPOSE",
        "CONV_3D_TRANSPOSE",
        [constant([1, 8, 24, 24, 16]), weights((2, 2, 2, 16, 32), "float32"), Tensor((1, 4, 12, 12, 32), "float32")],
        [Tensor((1, 8, 24, 24, 16), "float32")],
        "Conv3DOptions",
        steps | {"strideD": 2, "strideW": 2, "strideH": 2},
    )
    for operator in ("RANDOM_UNIFORM", "RANDOM_STANDARD_NORMAL"):
        yield Case(operator, operator, [constant(IMAGE)], [Tensor(IMAGE, "float32")], "RandomOptions", {"seed": 3, "seed2": 4})
