"""Records the picture fixtures of TFLiteVisionTests.

    python record.py        (needs numpy, flatbuffers and Pillow 13)

Writes beside itself pictures.json (encoded pictures with the pixels they must give), resize.json (Pillow's and
TensorFlow Lite's resized pictures) and metadata.json (a model's metadata and packed label files). Pixels of PNG, BMP and PNM come from the arrays that were encoded, and Pillow's reading
is compared with them wherever it reads the variant; pixels of JPEG are Pillow's (libjpeg-turbo).
"""

import base64
import io
import json
import pathlib
import re
import struct
import zipfile
import zlib

import flatbuffers
import numpy
from PIL import Image, ImageOps

random = numpy.random.default_rng(7)
here = pathlib.Path(__file__).parent
pictures = []


def scene(width, height, channels):
    """Smooth colour with some noise and one sharp edge."""
    y, x = numpy.mgrid[0:height, 0:width]
    planes = [128 + 90 * numpy.sin(x / (4 + c) + c) + 30 * numpy.cos(y / (3 + c)) for c in range(channels)]
    values = numpy.stack(planes, -1) + random.normal(0, 6, (height, width, channels))
    values[height // 2:, width // 2:] *= 0.4
    return numpy.clip(values, 0, 255).astype(numpy.uint8)


def add(name, encoded, pixels):
    pixels = numpy.asarray(pixels, numpy.uint8)
    if pixels.ndim == 2:
        pixels = pixels[:, :, None]
    height, width, channels = pixels.shape
    pictures.append({
        "name": name, "width": width, "height": height, "channels": channels,
        "encoded": base64.b64encode(encoded).decode(), "pixels": base64.b64encode(pixels.tobytes()).decode(),
    })


def check(encoded, pixels, mode):
    """Pillow agrees about what `encoded` shows."""
    seen = numpy.asarray(Image.open(io.BytesIO(encoded)).convert(mode))
    assert (seen == pixels.reshape(seen.shape)).all()


# PNG


def chunk(name, body):
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def paeth(a, b, c):
    p = a + b - c
    return min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]


def filtered(rows, step):
    """Rows of bytes with the five filters in turn."""
    result = b""
    above = bytes(len(rows[0])) if rows else b""
    for number, row in enumerate(rows):
        kind = (number * 3 + 1) % 5
        line = bytearray()
        for i, value in enumerate(row):
            a = row[i - step] if i >= step else 0
            b = above[i]
            c = above[i - step] if i >= step else 0
            line.append((value - [0, a, b, (a + b) // 2, paeth(a, b, c)][kind]) & 255)
        result += bytes([kind]) + bytes(line)
        above = row
    return result


def packed(samples, depth):
    """One row of samples (width, count) as bytes."""
    flat = [int(v) for v in samples.reshape(-1)]
    if depth == 16:
        return struct.pack(f">{len(flat)}H", *flat)
    bits = "".join(format(v, f"0{depth}b") for v in flat)
    bits += "0" * (-len(bits) % 8)
    return bytes(int(bits[i:i + 8], 2) for i in range(0, len(bits), 8))


def png(samples, depth, color, interlace=0, extra=(), parts=1, level=9):
    height, width, count = samples.shape
    step = max(1, depth * count // 8)
    passes = [(0, 0, 1, 1)]
    if interlace:
        passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    data = b""
    for x, y, dx, dy in passes:
        reduced = samples[y::dy, x::dx]
        if reduced.shape[0] and reduced.shape[1]:
            data += filtered([packed(row, depth) for row in reduced], step)
    data = zlib.compress(data, level)
    size = -(-len(data) // parts)
    result = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, interlace))
    for name, body in extra:
        result += chunk(name, body)
    for start in range(0, len(data), size):
        result += chunk(b"IDAT", data[start:start + size])
    return result + chunk(b"IEND", b"")


def record_png():
    counts = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
    depths = {0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]}
    for color, options in depths.items():
        for depth in options:
            for interlace in (0, 1):
                width, height = (11, 9) if interlace else (13, 7)
                count = counts[color]
                samples = random.integers(0, 1 << depth, (height, width, count))
                top = samples >> 8 if depth == 16 else samples * 255 // ((1 << depth) - 1) if depth < 8 else samples
                extra = []
                variants = [("", [])]
                if color == 3:
                    palette = random.integers(0, 256, (1 << depth, 3), dtype=numpy.uint8)
                    extra = [(b"PLTE", palette.tobytes())]
                    alpha = random.integers(0, 256, (1 << depth) // 2 + 1, dtype=numpy.uint8)
                    variants = [("", extra), ("-trns", extra + [(b"tRNS", alpha.tobytes())])]
                if color in (0, 2):
                    key = samples[height // 2, width // 2]
                    variants.append(("-trns", [(b"tRNS", struct.pack(f">{count}H", *[int(v) for v in key]))]))
                for suffix, chunks in variants:
                    encoded = png(samples, depth, color, interlace, chunks, parts=1 + depth % 3)
                    if color == 3:
                        pixels = palette[samples[:, :, 0]]
                        if suffix:
                            full = numpy.concatenate([alpha, numpy.full(256, 255, numpy.uint8)])
                            pixels = numpy.concatenate([pixels, full[samples]], -1)
                    elif color == 4:
                        pixels = numpy.concatenate([top[:, :, :1]] * 3 + [top[:, :, 1:]], -1)
                    elif suffix:
                        opaque = numpy.where((samples == key).all(-1, keepdims=True), 0, 255)
                        pixels = numpy.concatenate([top if count == 3 else numpy.repeat(top, 3, -1), opaque], -1)
                    else:
                        pixels = top
                    mode = {1: "L", 3: "RGB", 4: "RGBA"}[pixels.shape[-1]]
                    # Pillow keeps 16-bit gray, compares keys after narrowing, and does not scale keys of 2 and 4 bits.
                    narrowed = depth == 16 and (color in (0, 4) or suffix)
                    if not narrowed and not (color == 0 and depth in (2, 4) and suffix):
                        check(encoded, pixels, mode)
                    name = f"png-{color}-{depth}{'-adam7' if interlace else ''}{suffix}"
                    add(name, encoded, pixels)
    for level in (0, 1):
        pixels = scene(9, 8, 3)
        add(f"png-level{level}", png(pixels, 8, 2, level=level), pixels)
    for width, height in ((1, 1), (2, 1), (1, 5), (5, 3)):
        pixels = scene(width, height, 3)
        add(f"png-adam7-{width}x{height}", png(pixels, 8, 2, 1), pixels)


# JPEG


def saved(image, **options):
    stream = io.BytesIO()
    image.save(stream, "JPEG", **options)
    return stream.getvalue()


def pillow_pixels(encoded):
    image = ImageOps.exif_transpose(Image.open(io.BytesIO(encoded)))
    return numpy.asarray(image if image.mode in ("L", "RGB") else image.convert("RGB"))


def segments(encoded, marker):
    """Bodies of a kind of segment before the first scan."""
    position, bodies = 2, []
    while encoded[position + 1] != 0xDA:
        length = struct.unpack(">H", encoded[position + 2:position + 4])[0]
        if encoded[position + 1] == marker:
            bodies.append(encoded[position + 4:position + 2 + length])
        position += 2 + length
    return bodies


class Coder:
    """A minimal baseline encoder for samplings and scan orders that Pillow does not write."""

    def __init__(self, planes, sampling):
        self.tables = {}
        for body in segments(saved(Image.fromarray(scene(8, 8, 3)), quality=50), 0xC4):
            while body:
                counts = body[1:17]
                symbols = body[17:17 + sum(counts)]
                code, index, table = 0, 0, {}
                for length, count in enumerate(counts, 1):
                    for _ in range(count):
                        table[symbols[index]] = format(code, f"0{length}b")
                        code, index = code + 1, index + 1
                    code <<= 1
                self.tables[body[0]] = (body[:17 + sum(counts)], table)
                body = body[17 + sum(counts):]
        self.step = 10
        self.sampling = sampling
        self.height, self.width = planes[0].shape
        self.most = [max(s[i] for s in sampling) for i in (0, 1)]
        self.mcus = [-(-self.width // (8 * self.most[0])), -(-self.height // (8 * self.most[1]))]
        self.blocks = [self.transform(p, s) for p, s in zip(planes, sampling)]

    def transform(self, plane, sampling):
        across, down = self.most[0] // sampling[0], self.most[1] // sampling[1]
        full = [self.mcus[1] * 8 * self.most[1], self.mcus[0] * 8 * self.most[0]]
        plane = numpy.pad(plane, ((0, full[0] - plane.shape[0]), (0, full[1] - plane.shape[1])), "edge")
        plane = plane.reshape(full[0] // down, down, full[1] // across, across).mean((1, 3)) - 128
        u = numpy.arange(8)
        basis = numpy.cos((2 * u[None] + 1) * u[:, None] * numpy.pi / 16) * numpy.where(u, 0.5, 0.125 ** 0.5)[:, None]
        rows, columns = plane.shape[0] // 8, plane.shape[1] // 8
        blocks = plane.reshape(rows, 8, columns, 8).swapaxes(1, 2)
        return numpy.round(basis @ blocks @ basis.T / self.step).astype(int)

    def block(self, component, row, column):
        kind = 0 if component == 0 else 1
        order = sorted(((r, c) for r in range(8) for c in range(8)),
                       key=lambda p: (p[0] + p[1], p[0] if (p[0] + p[1]) % 2 else p[1]))
        values = [int(self.blocks[component][row, column][p]) for p in order]
        difference = values[0] - self.last[component]
        self.last[component] = values[0]
        size = abs(difference).bit_length()
        bits = self.tables[kind][1][size] + self.amplitude(difference, size)
        run = 0
        last = max((i for i in range(1, 64) if values[i]), default=0)
        for value in values[1:last + 1]:
            if value == 0:
                run += 1
                continue
            while run > 15:
                bits += self.tables[0x10 + kind][1][0xF0]
                run -= 16
            size = abs(value).bit_length()
            bits += self.tables[0x10 + kind][1][run << 4 | size] + self.amplitude(value, size)
            run = 0
        return bits + (self.tables[0x10 + kind][1][0] if last < 63 else "")

    @staticmethod
    def amplitude(value, size):
        return format(value if value >= 0 else value + (1 << size) - 1, f"0{size}b") if size else ""

    def scan(self, components):
        self.last = [0] * len(self.blocks)
        bits = ""
        if len(components) == 1:
            c = components[0]
            used = [-(-(-(-self.height * self.sampling[c][1] // self.most[1])) // 8),
                    -(-(-(-self.width * self.sampling[c][0] // self.most[0])) // 8)]
            for row in range(used[0]):
                for column in range(used[1]):
                    bits += self.block(c, row, column)
        else:
            for row in range(self.mcus[1]):
                for column in range(self.mcus[0]):
                    for c in components:
                        across, down = self.sampling[c]
                        for y in range(down):
                            for x in range(across):
                                bits += self.block(c, row * down + y, column * across + x)
        bits += "1" * (-len(bits) % 8)
        data = bytes(int(bits[i:i + 8], 2) for i in range(0, len(bits), 8)).replace(b"\xff", b"\xff\x00")
        header = bytes([len(components)])
        header += b"".join(bytes([c + 1, 0x00 if c == 0 else 0x11]) for c in components) + bytes([0, 63, 0])
        return self.segment(0xDA, header) + data

    @staticmethod
    def segment(marker, body):
        return bytes([0xFF, marker]) + struct.pack(">H", len(body) + 2) + body

    def encode(self, scans, wide=False, frame=0xC0):
        table = bytes([0x10]) + struct.pack(">H", self.step) * 64 if wide else bytes([0]) + bytes([self.step]) * 64
        result = b"\xff\xd8" + self.segment(0xDB, table)
        header = struct.pack(">BHHB", 8, self.height, self.width, len(self.blocks))
        for number, (across, down) in enumerate(self.sampling):
            header += bytes([number + 1, across << 4 | down, 0])
        result += self.segment(frame, header)
        for body, _ in self.tables.values():
            result += self.segment(0xC4, body)
        return result + b"".join(self.scan(scan) for scan in scans) + b"\xff\xd9"


def record_jpeg():
    def record(name, encoded):
        add("jpeg-" + name, encoded, pillow_pixels(encoded))

    color = Image.fromarray(scene(21, 19, 3))
    gray = Image.fromarray(scene(21, 19, 1)[:, :, 0])
    inks = Image.fromarray(scene(21, 19, 4), "CMYK")
    for progressive in (False, True):
        kind = "progressive" if progressive else "baseline"
        for number, sampling in enumerate(("444", "422", "420")):
            record(f"{kind}-{sampling}", saved(color, quality=80, subsampling=number, progressive=progressive))
        record(f"{kind}-gray", saved(gray, quality=70, progressive=progressive))
        record(f"{kind}-cmyk", saved(inks, quality=85, progressive=progressive))
        record(f"{kind}-restart", saved(color, quality=60, progressive=progressive, restart_marker_blocks=2))
    record("optimized", saved(color, quality=30, optimize=True))
    record("best", saved(Image.fromarray(random.integers(0, 256, (16, 16, 3), dtype=numpy.uint8)), quality=100))
    record("rgb", saved(color, quality=80, keep_rgb=True))
    encoded = saved(inks, quality=85)
    place = re.search(rb"\xff\xee\x00\x0eAdobe", encoded).end() + 6
    record("ycck", encoded[:place] + b"\x02" + encoded[place + 1:])
    for width, height in ((1, 1), (2, 2), (3, 5), (5, 3), (16, 16), (17, 9)):
        record(f"{width}x{height}-420", saved(Image.fromarray(scene(width, height, 3)), quality=80, subsampling=2))
    for orientation in range(1, 9):
        exif = Image.Exif()
        exif[0x0112] = orientation
        record(f"exif-{orientation}", saved(Image.fromarray(scene(10, 7, 3)), quality=80, exif=exif.tobytes()))
    planes = [scene(37, 35, 1)[:, :, 0] for _ in range(3)]
    for name, sampling in {
        "440": [(1, 2), (1, 1), (1, 1)], "411": [(4, 1), (1, 1), (1, 1)], "410": [(4, 2), (1, 1), (1, 1)],
        "mixed": [(2, 2), (2, 1), (1, 2)], "chroma-fine": [(1, 1), (2, 2), (1, 1)], "441": [(1, 4), (1, 1), (1, 1)],
        "four": [(4, 4), (2, 2), (1, 1)],
    }.items():
        coder = Coder(planes, sampling)
        interleaved = sum(a * b for a, b in sampling) <= 10
        record(f"sampling-{name}", coder.encode([[0, 1, 2]] if interleaved else [[0], [1], [2]]))
    coder = Coder(planes, [(2, 2), (1, 1), (1, 1)])
    record("scans-apart", coder.encode([[0], [1], [2]]))
    record("scans-mixed", coder.encode([[0, 2], [1]]))
    record("wide-tables", coder.encode([[0, 1, 2]], wide=True, frame=0xC1))


# BMP


def bmp(width, height, depth, rows, palette=b"", compression=0, masks=b"", core=False, size=40, gap=0):
    if core:
        header = struct.pack("<IHHHH", 12, width, height, 1, depth)
    else:
        header = struct.pack("<IiiHHIIiiII", size, width, height, 1, depth, compression, len(rows), 2835, 2835,
                             len(palette) // 4, 0) + (masks if size > 40 else b"")
        header += bytes(size - len(header)) + (masks if size == 40 else b"")
    offset = 14 + len(header) + len(palette) + gap
    return struct.pack("<2sIHHI", b"BM", offset + len(rows), 0, 0, offset) + header + palette + bytes(gap) + rows


def aligned(rows):
    return b"".join(row + bytes(-len(row) % 4) for row in rows)


def record_bmp():
    width, height = 11, 6
    for depth in (1, 4, 8):
        colors = random.integers(0, 256, (1 << depth, 3), dtype=numpy.uint8)
        index = random.integers(0, 1 << depth, (height, width, 1))
        rows = [packed(row, depth) for row in index]
        table = b"".join(bytes([c[2], c[1], c[0], 0]) for c in colors)
        encoded = bmp(width, height, depth, aligned(rows[::-1]), table)
        check(encoded, colors[index[:, :, 0]], "RGB")
        add(f"bmp-{depth}", encoded, colors[index[:, :, 0]])
        add(f"bmp-{depth}-top-down", bmp(width, -height, depth, aligned(rows), table), colors[index[:, :, 0]])
        table = b"".join(bytes([c[2], c[1], c[0]]) for c in colors)
        add(f"bmp-{depth}-core", bmp(width, height, depth, aligned(rows[::-1]), table, core=True),
            colors[index[:, :, 0]])
    grays = b"".join(bytes([v, v, v, 0]) for v in range(256))
    gray = scene(width, height, 1)
    add("bmp-8-gray", bmp(width, height, 8, aligned([r.tobytes() for r in gray[::-1]]), grays), gray)
    color = scene(width, height, 3)
    rows = aligned([row[:, ::-1].tobytes() for row in color[::-1]])
    check(bmp(width, height, 24, rows), color, "RGB")
    add("bmp-24", bmp(width, height, 24, rows), color)
    add("bmp-24-gap", bmp(width, height, 24, rows, gap=6), color)
    four = numpy.concatenate([color[:, :, ::-1], random.integers(0, 256, (height, width, 1), dtype=numpy.uint8)], -1)
    add("bmp-32", bmp(width, height, 32, four[::-1].tobytes()), color)
    masks = struct.pack("<IIII", 0xFF0000, 0xFF00, 0xFF, 0xFF000000)
    pixels = numpy.concatenate([color, four[:, :, 3:]], -1)
    encoded = bmp(width, height, 32, four[::-1].tobytes(), compression=3, masks=masks, size=108)
    check(encoded, pixels, "RGBA")
    add("bmp-32-alpha", encoded, pixels)
    words = random.integers(0, 1 << 16, (height, width), dtype=numpy.uint16)
    rows = aligned([row.astype("<u2").tobytes() for row in words[::-1]])
    five = numpy.stack([(words >> s & 31).astype(int) * 255 // 31 for s in (10, 5, 0)], -1)
    check(bmp(width, height, 16, rows), five, "RGB")
    add("bmp-16-555", bmp(width, height, 16, rows), five)
    six = numpy.stack([(words >> 11).astype(int) * 255 // 31, (words >> 5 & 63).astype(int) * 255 // 63,
                       (words & 31).astype(int) * 255 // 31], -1)
    encoded = bmp(width, height, 16, rows, compression=3, masks=struct.pack("<III", 0xF800, 0x7E0, 0x1F))
    check(encoded, six, "RGB")
    add("bmp-16-565", encoded, six)
    colors = random.integers(0, 256, (256, 3), dtype=numpy.uint8)
    table = b"".join(bytes([c[2], c[1], c[0], 0]) for c in colors)
    index = numpy.array([[5] * 7 + [9, 8, 7, 6], [3] * 11, [0, 0, 0, 4, 4, 0, 0, 0, 0, 0, 0], [0] * 11,
                         [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], [200] * 11])
    runs = bytes([11, 200, 0, 0, 0, 11, *range(1, 12), 0, 0, 0, 0, 2, 3, 1, 2, 4, 0, 0, 11, 3, 0, 0,
                  7, 5, 0, 4, 9, 8, 7, 6, 0, 1])
    encoded = bmp(width, height, 8, runs, table, compression=1)
    check(encoded, colors[index], "RGB")
    add("bmp-rle8", encoded, colors[index])
    index = numpy.array([[1, 2] * 5 + [1], [7, 7, 7, 7, 0, 0, 0, 0, 0, 0, 0], [3] * 11, [15] * 11, [4, 5] * 5 + [4],
                         [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]])
    runs = bytes([0, 11, 0x12, 0x34, 0x56, 0x78, 0x9A, 0xB0, 0, 0, 11, 0x45, 0, 0, 11, 0xFF, 0, 0, 11, 0x33, 0, 0,
                  4, 0x77, 0, 0, 11, 0x12, 0, 1])
    encoded = bmp(width, height, 4, runs, table[:64], compression=2)
    check(encoded, colors[:16][index], "RGB")
    add("bmp-rle4", encoded, colors[:16][index])


# PNM


def record_pnm():
    color, gray = scene(7, 5, 3), scene(7, 5, 1)
    bits = random.integers(0, 2, (5, 11))
    black = (1 - bits) * 255
    text = " ".join(str(v) for v in gray.reshape(-1))
    add("pnm-p1", ("P1\n# comment\n11 5\n" + "\n".join("".join(str(b) for b in row) for row in bits)).encode(), black)
    add("pnm-p2", f"P2 7 5 255\n{text}\n".encode(), gray)
    add("pnm-p3", ("P3\n7 5\n# x\n255\n" + " ".join(str(v) for v in color.reshape(-1))).encode(), color)
    add("pnm-p4", b"P4\n11 5\n" + b"".join(packed(row, 1) for row in bits), black)
    add("pnm-p5", b"P5\n7 5\n255\n" + gray.tobytes(), gray)
    add("pnm-p6", b"P6\n7 5\n255\n" + color.tobytes(), color)
    small = random.integers(0, 101, (5, 7))
    add("pnm-p5-max100", b"P5 7 5 100\n" + small.astype(numpy.uint8).tobytes(), (small * 510 + 100) // 200)
    wide = random.integers(0, 65536, (5, 7))
    add("pnm-p5-wide", b"P5 7 5 65535\n" + wide.astype(">u2").tobytes(), (wide * 510 + 65535) // 131070)


# Resizing


def bilinear(pixels, width, height, aligned_corners, half_pixel):
    """TensorFlow Lite's RESIZE_BILINEAR on uint8, in the reference's order of float operations."""
    f = numpy.float32

    def axis(size, count):
        scale = f(size - 1) / f(count - 1) if aligned_corners and count > 1 else f(size) / f(count)
        i = numpy.arange(count).astype(f)
        at = (i + f(0.5)) * scale - f(0.5) if half_pixel else i * scale
        low = numpy.maximum(numpy.floor(at).astype(int), 0)
        return low, numpy.minimum(numpy.ceil(at).astype(int), size - 1), (at - low.astype(f)).astype(f)

    y0, y1, dy = axis(pixels.shape[0], height)
    x0, x1, dx = axis(pixels.shape[1], width)
    dy, dx = dy[:, None, None], dx[None, :, None]
    p = pixels.astype(f)
    one = f(1)
    total = (p[y0][:, x0] * (one - dy) * (one - dx) + p[y1][:, x0] * dy * (one - dx)
             + p[y0][:, x1] * (one - dy) * dx + p[y1][:, x1] * dy * dx + f(0.5))
    return total.astype(numpy.uint8)


def record_resize():
    cases = []
    for width, height, channels in ((13, 9, 3), (13, 9, 1), (9, 12, 4)):
        pixels = random.integers(0, 256, (height, width, channels), dtype=numpy.uint8)
        image = Image.fromarray(pixels[:, :, 0] if channels == 1 else pixels)
        results = []
        for w, h in ((5, 4), (20, 17), (13, 5), (6, 9), (15, 3), (1, 1), (12, 2), (4, 30)):
            made = {"antialiased": numpy.asarray(image.resize((w, h), Image.BILINEAR))}
            for name, flags in {"topLeft": (0, 0), "alignedCorners": (1, 0), "halfPixelCenters": (0, 1)}.items():
                made[name] = bilinear(pixels, w, h, *flags)
            results.append({"width": w, "height": h,
                            **{k: base64.b64encode(v.tobytes()).decode() for k, v in made.items()}})
        cases.append({"width": width, "height": height, "channels": channels,
                      "pixels": base64.b64encode(pixels.tobytes()).decode(), "results": results})
    return cases


# Metadata


def record_metadata():
    """A metadata flatbuffer and, behind some bytes as behind a model, an archive with stored and deflated labels."""
    b = flatbuffers.Builder(0)

    def table(fields):
        """Fields: id to a function that adds the value."""
        b.StartObject(max(fields) + 1)
        for slot, put in fields.items():
            put(slot)
        return b.EndObject()

    def offset(value):
        return lambda slot: b.PrependUOffsetTRelativeSlot(slot, value, 0)

    def byte(value):
        return lambda slot: b.PrependUint8Slot(slot, value, 0)

    def word(value):
        return lambda slot: b.PrependUint32Slot(slot, value, 0)

    def single(value):
        return lambda slot: b.PrependFloat32Slot(slot, value, 0)

    def text(value):
        return offset(b.CreateString(value))

    def vector(values):
        b.StartVector(4, len(values), 4)
        for value in reversed(values):
            b.PrependUOffsetTRelative(value)
        return offset(b.EndVector())

    def floats(values):
        b.StartVector(4, len(values), 4)
        for value in reversed(values):
            b.PrependFloat32(value)
        return offset(b.EndVector())

    size = table({0: word(224), 1: word(192)})
    image = table({0: byte(1), 1: offset(size)})
    content = table({0: byte(2), 1: offset(image)})
    normal = table({0: floats([127.5]), 1: floats([128.0])})
    unit = table({0: byte(1), 1: offset(normal)})
    stats = table({0: floats([1.0]), 1: floats([-1.0])})
    entry = table({0: text("image"), 1: text("a picture"), 2: vector([b.CreateString(d) for d in ("batch", "y")]),
                   3: offset(content), 4: vector([unit]), 5: offset(stats)})
    file = table({0: text("labels.txt"), 1: text("names"), 2: byte(2), 3: text("en")})
    threshold = table({0: byte(3), 1: offset(table({0: single(0.25)}))})
    exit = table({0: text("probability"), 4: vector([threshold]), 6: vector([file])})
    graph = table({0: text("main"), 2: vector([entry]), 3: vector([exit])})
    root = table({0: text("namer"), 1: text("names pictures"), 2: text("v3"), 3: vector([graph]), 4: text("somebody"),
                  5: text("Apache-2.0"), 7: text("1.0.0")})
    b.Finish(root, file_identifier=b"M001")
    stream = io.BytesIO(b"not a zip, say a model: " * 9)
    labels = "".join(f"label number {i}\n" for i in range(60))
    with zipfile.ZipFile(stream, "a") as archive:
        for name, method in (("labels.txt", zipfile.ZIP_DEFLATED), ("plain.txt", zipfile.ZIP_STORED)):
            archive.writestr(zipfile.ZipInfo(name), labels, method)
    return {"metadata": base64.b64encode(bytes(b.Output())).decode(),
            "archive": base64.b64encode(stream.getvalue()).decode()}


record_png()
record_jpeg()
record_bmp()
record_pnm()
(here / "pictures.json").write_text(json.dumps(pictures, indent=0) + "\n")
(here / "resize.json").write_text(json.dumps(record_resize(), indent=0) + "\n")
(here / "metadata.json").write_text(json.dumps(record_metadata(), indent=0) + "\n")
print(len(pictures), "pictures")
