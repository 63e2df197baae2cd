"""Operators that move elements and compute nothing."""

from .building import IMAGE, Case, Tensor, constant, random

KINDS = ("float32", "int8", "int16", "int64", "bool")


def cases():
    for kind in KINDS:
        yield from transpositions(kind)
        yield from parts(kind)
        yield from rearrangements(kind)
        if kind not in ("int16", "bool"):
            yield from blocks(kind)
        yield from lookups(kind)


def image(kind):
    return Tensor(IMAGE, kind)


def transpositions(kind):
    for order in ((0, 2, 1, 3), (0, 3, 1, 2), (0, 2, 3, 1), (0, 3, 2, 1), (0, 1, 3, 2), (3, 0, 1, 2)):
        output = Tensor(tuple(IMAGE[axis] for axis in order), kind)
        yield Case(
            f"TRANSPOSE_{kind}_{''.join(map(str, order))}",
            "TRANSPOSE",
            [image(kind), constant(order)],
            [output],
            "TransposeOptions",
            version=2,
        )
    yield Case(
        f"TRANSPOSE_{kind}_matrix",
        "TRANSPOSE",
        [Tensor((512, 256), kind), constant((1, 0))],
        [Tensor((256, 512), kind)],
        "TransposeOptions",
        version=2,
    )
    yield Case(
        f"TRANSPOSE_{kind}_5d",
        "TRANSPOSE",
        [Tensor((1, 8, 16, 32, 32), kind), constant((0, 3, 1, 4, 2))],
        [Tensor((1, 32, 8, 32, 16), kind)],
        "TransposeOptions",
        version=4,
    )


def parts(kind):
    for name, begin, size in (("crop", [0, 3, 5, 2], [1, 50, 50, 20]), ("channel", [0, 0, 0, 2], [1, 64, 64, 1])):
        yield Case(
            f"SLICE_{kind}_{name}",
            "SLICE",
            [image(kind), constant(begin), constant(size)],
            [Tensor(tuple(size), kind)],
            "SliceOptions",
            version=3,
        )
    for name, begin, end, step, shape in (
        ("pixels", [0, 0, 0, 0], IMAGE, [1, 2, 2, 1], (1, 32, 32, 32)),
        ("channels", [0, 0, 0, 0], IMAGE, [1, 1, 1, 2], (1, 64, 64, 16)),
        ("backwards", [0, 0, 0, 31], [1, 64, 64, -33], [1, 1, 1, -1], IMAGE),
        ("crop", [0, 4, 4, 0], [1, 60, 60, 32], [1, 1, 1, 1], (1, 56, 56, 32)),
    ):
        yield Case(
            f"STRIDED_SLICE_{kind}_{name}",
            "STRIDED_SLICE",
            [image(kind), constant(begin), constant(end), constant(step)],
            [Tensor(shape, kind)],
            "StridedSliceOptions",
            version=2,
        )
    for axis in (1, 2, 3):
        shape = tuple(extent // 8 if number == axis else extent for number, extent in enumerate(IMAGE))
        if kind != "bool":
            yield Case(
                f"SPLIT_{kind}_{axis}",
                "SPLIT",
                [constant(axis), image(kind)],
                [Tensor(shape, kind)] * 8,
                "SplitOptions",
                {"numSplits": 8},
                3,
            )
            yield Case(
                f"CONCATENATION_{kind}_{axis}",
                "CONCATENATION",
                [Tensor(shape, kind)] * 8,
                [image(kind)],
                "ConcatenationOptions",
                {"axis": axis},
                2,
            )
    for axis, shape in ((1, (1, 8, 64, 64)), (3, (1, 64, 64, 8))):
        if kind != "bool":
            yield Case(
                f"PACK_{kind}_{axis}",
                "PACK",
                [Tensor((1, 64, 64), kind)] * 8,
                [Tensor(shape, kind)],
                "PackOptions",
                {"valuesCount": 8, "axis": axis},
                2,
            )
        if kind not in ("bool", "int64"):
            yield Case(
                f"UNPACK_{kind}_{axis}",
                "UNPACK",
                [Tensor(shape, kind)],
                [Tensor((1, 64, 64), kind)] * 8,
                "UnpackOptions",
                {"num": 8, "axis": axis},
                2,
            )


def rearrangements(kind):
    if kind != "bool":
        for name, margins, shape in (
            ("pixels", [[0, 0], [1, 1], [2, 2], [0, 0]], (1, 66, 68, 32)),
            ("channels", [[0, 0], [0, 0], [0, 0], [3, 5]], (1, 64, 64, 40)),
        ):
            yield Case(
                f"PAD_{kind}_{name}", "PAD", [image(kind), constant(margins)], [Tensor(shape, kind)], "PadOptions", version=2
            )
    for axes in ([3], [2], [1], [1, 2]):
        yield Case(
            f"REVERSE_V2_{kind}_{''.join(map(str, axes))}",
            "REVERSE_V2",
            [image(kind), constant(axes)],
            [image(kind)],
            version=2,
        )
    for name, shape, counts in (("pixels", (1, 32, 32, 32), [1, 2, 2, 1]), ("channels", (1, 64, 64, 1), [1, 1, 1, 32])):
        yield Case(
            f"TILE_{kind}_{name}", "TILE", [Tensor(shape, kind), constant(counts)], [image(kind)], "TileOptions", version=2
        )
    for name, shape in (("pixels", (1, 64, 64, 1)), ("rows", (1, 1, 64, 32))):
        yield Case(
            f"BROADCAST_TO_{kind}_{name}",
            "BROADCAST_TO",
            [Tensor(shape, kind), constant(IMAGE)],
            [image(kind)],
            "BroadcastToOptions",
            version=3,
        )
    yield Case(f"FILL_{kind}", "FILL", [constant(IMAGE), Tensor((), kind)], [image(kind)], "FillOptions", version=3)
    if kind != "int16":
        yield Case(
            f"ONE_HOT_{kind}",
            "ONE_HOT",
            [constant(random.integers(0, 1000, 128)), constant(1000), Tensor((), kind), Tensor((), kind)],
            [Tensor((128, 1000), kind)],
            "OneHotOptions",
            {"axis": -1},
        )


def blocks(kind):
    for extent, size, shape in (((1, 64, 64, 32), 2, (1, 32, 32, 128)), ((1, 256, 256, 3), 4, (1, 64, 64, 48))):
        few, many = Tensor(extent, kind), Tensor(shape, kind)
        yield Case(
            f"SPACE_TO_DEPTH_{kind}_{extent[3]}", "SPACE_TO_DEPTH", [few], [many], "SpaceToDepthOptions", {"blockSize": size}, 2
        )
        yield Case(
            f"DEPTH_TO_SPACE_{kind}_{extent[3]}", "DEPTH_TO_SPACE", [many], [few], "DepthToSpaceOptions", {"blockSize": size}, 2
        )
    size, none, batches = constant([2, 2]), constant([[0, 0], [0, 0]]), Tensor((4, 32, 32, 32), kind)
    yield Case(
        f"SPACE_TO_BATCH_ND_{kind}",
        "SPACE_TO_BATCH_ND",
        [image(kind), size, none],
        [batches],
        "SpaceToBatchNDOptions",
        version=3,
    )
    yield Case(
        f"BATCH_TO_SPACE_ND_{kind}",
        "BATCH_TO_SPACE_ND",
        [batches, size, none],
        [image(kind)],
        "BatchToSpaceNDOptions",
        version=3,
    )
    for channels, extent in ((32, 64), (3, 128)):
        yield Case(
            f"MIRROR_PAD_{kind}_{channels}",
            "MIRROR_PAD",
            [Tensor((1, extent, extent, channels), kind), constant([[0, 0], [3, 3], [3, 3], [0, 0]])],
            [Tensor((1, extent + 6, extent + 6, channels), kind)],
            "MirrorPadOptions",
            {"mode": 0},
            2,
        )


def lookups(kind):
    rows = constant(random.integers(0, 1000, 300))
    yield Case(
        f"GATHER_{kind}_rows",
        "GATHER",
        [Tensor((1000, 256), kind), rows],
        [Tensor((300, 256), kind)],
        "GatherOptions",
        {"axis": 0},
        4,
    )
    yield Case(
        f"GATHER_{kind}_channels",
        "GATHER",
        [image(kind), constant(random.integers(0, 32, 32))],
        [image(kind)],
        "GatherOptions",
        {"axis": 3},
        4,
    )
    if kind == "int16":
        return
    yield Case(
        f"GATHER_ND_{kind}_runs",
        "GATHER_ND",
        [Tensor((64, 64, 32), kind), constant(random.integers(0, 64, (4096, 2)))],
        [Tensor((4096, 32), kind)],
        "GatherNdOptions",
        version=3,
    )
    if kind == "bool":
        return
    for name, width in (("runs", (32,)), ("elements", ())):
        yield Case(
            f"SCATTER_ND_{kind}_{name}",
            "SCATTER_ND",
            [constant(random.permutation(4096)[:, None]), Tensor((4096,) + width, kind), constant((4096,) + width)],
            [Tensor((4096,) + width, kind)],
            "ScatterNdOptions",
        )
