"""Draws the pictures that the example models learn from, and the pictures of Examples/pictures.

Everything is drawn from a seed, so a picture is the same wherever it is drawn with the same Pillow and numpy.

  python draw.py --output ../pictures          the pictures and their truth.json, as committed
  python draw.py --output more --scenes 20 --first 500    more scenes, to look at what training sees
"""

import argparse
import io
import json
import math
import pathlib
import re

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

DETECTOR_LABELS = ["circle", "square", "triangle", "star", "cross"]
CLASSIFIER_LABELS = ["arrow", "circle", "crescent", "cross", "heart", "square", "star", "triangle"]

# Seeds of pictures that must not meet: a scene is drawn from (stream, index).
TRAIN_STREAM, CALIBRATION_STREAM, HELD_OUT_STREAM, PICTURE_STREAM = 1, 2, 3, 4

SCENE_SIZES = [(640, 480), (480, 640), (512, 512), (400, 300), (320, 320), (600, 400)]


def outline_points(kind):
  """The outline of a shape about the origin, within a radius of 1, as an array of (x, y) with y downwards."""
  def ring(count, radius=1.0, phase=-math.pi / 2):
    return [(radius * math.cos(phase + 2 * math.pi * i / count), radius * math.sin(phase + 2 * math.pi * i / count))
            for i in range(count)]

  if kind == "circle":
    points = ring(96, 0.88)
  elif kind == "square":
    points = ring(4, 1.0, math.pi / 4)
  elif kind == "triangle":
    points = ring(3)
  elif kind == "star":
    outer, inner = ring(5), ring(5, 0.42, -math.pi / 2 + math.pi / 5)
    points = [point for pair in zip(outer, inner) for point in pair]
  elif kind == "cross":
    a, b = 0.3, 0.92
    points = [(-a, -b), (a, -b), (a, -a), (b, -a), (b, a), (a, a),
              (a, b), (-a, b), (-a, a), (-b, a), (-b, -a), (-a, -a)]
  elif kind == "heart":
    turn = [2 * math.pi * i / 80 for i in range(80)]
    points = [(math.sin(t) ** 3, -(13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)) / 16)
              for t in turn]
  elif kind == "arrow":
    points = [(1, 0), (0.25, -0.68), (0.25, -0.26), (-0.95, -0.26), (-0.95, 0.26), (0.25, 0.26), (0.25, 0.68)]
  elif kind == "crescent":
    # Two arcs that meet at the horns: the outer circle about the origin, the inner one moved to the right.
    horn = math.radians(55)
    shift, inner = 0.55, math.hypot(math.cos(horn) - 0.55, math.sin(horn))
    inner_horn = math.atan2(math.sin(horn), math.cos(horn) - shift)
    outer = [horn + (2 * math.pi - 2 * horn) * i / 60 for i in range(61)]
    back = [-inner_horn - (2 * math.pi - 2 * inner_horn) * i / 60 for i in range(61)]
    points = [(0.9 * math.cos(t), 0.9 * math.sin(t)) for t in outer]
    points += [(0.9 * (shift + inner * math.cos(t)), 0.9 * inner * math.sin(t)) for t in back]
  else:
    raise ValueError(f"no shape named {kind}")
  return np.array(points)


def shape_mask(kind, radius, angle, stretch, stroke):
  """A shape's coverage as an 8-bit mask and the mask's offset from the shape's centre.

  stretch scales x by it and y by its inverse before the rotation; a stroke above 0 draws the outline only.
  """
  points = outline_points(kind) * [radius * stretch, radius / stretch]
  c, s = math.cos(angle), math.sin(angle)
  points = points @ np.array([[c, s], [-s, c]])
  reach = int(math.ceil(np.abs(points).max() + stroke + 2))
  scale = 3
  mask = Image.new("L", (2 * reach * scale, 2 * reach * scale))
  pen = ImageDraw.Draw(mask)
  path = [((x + reach) * scale, (y + reach) * scale) for x, y in points]
  if stroke > 0:
    pen.line(path + path[:2], fill=255, width=max(2, round(stroke * scale)), joint="curve")
  else:
    pen.polygon(path, fill=255)
  return mask.reduce(scale), reach


def random_colour(rng):
  return rng.integers(0, 256, 3).astype(float)


def contrasting_colour(rng, backdrop, distance=110):
  """A colour that stands out: at least distance from backdrop in weighted RGB."""
  weights = np.array([0.9, 1.3, 0.8])
  best, best_distance = None, -1.0
  for _ in range(12):
    colour = random_colour(rng)
    found = float(np.linalg.norm((colour - backdrop) * weights))
    if found >= distance:
      return colour
    if found > best_distance:
      best, best_distance = colour, found
  return best


def gradient(rng, size, first, second):
  """A straight gradient between two colours in a random direction."""
  width, height = size
  turn = rng.uniform(0, 2 * math.pi)
  x = np.linspace(-0.5, 0.5, 32)[None, :] * math.cos(turn)
  y = np.linspace(-0.5, 0.5, 32)[:, None] * math.sin(turn)
  t = np.clip((x + y) + 0.5, 0, 1)[..., None]
  field = first * (1 - t) + second * t
  return Image.fromarray(field.round().astype(np.uint8)).resize((width, height), Image.BILINEAR)


def background(rng, size):
  """Plain, gradient, clouds, stripes or blurred patches; contrast within it stays mild so that shapes stand out."""
  first = random_colour(rng)
  second = np.clip(first + rng.uniform(-70, 70, 3), 0, 255)
  style = rng.choice(["plain", "gradient", "clouds", "stripes", "patches"], p=[0.2, 0.25, 0.25, 0.15, 0.15])
  if style == "plain":
    return Image.new("RGB", size, tuple(int(v) for v in first))
  if style == "gradient":
    return gradient(rng, size, first, np.clip(first + rng.uniform(-110, 110, 3), 0, 255))
  if style == "clouds":
    cells = int(rng.integers(3, 12))
    t = rng.random((cells, cells, 1))
    field = (first * (1 - t) + second * t).round().astype(np.uint8)
    return Image.fromarray(field).resize(size, Image.BICUBIC)
  if style == "stripes":
    picture = Image.new("RGB", size, tuple(int(v) for v in first))
    pen = ImageDraw.Draw(picture)
    step, slope = int(rng.integers(14, 60)), rng.uniform(-1, 1)
    colour = tuple(int(v) for v in np.clip(first + rng.uniform(-35, 35, 3), 0, 255))
    for x in range(-size[1], size[0] + size[1], step):
      pen.line([(x, 0), (x + slope * size[1], size[1])], fill=colour, width=max(2, step // 3))
    return picture
  cells = int(rng.integers(4, 10))
  t = rng.random((cells, cells, 1))
  field = (first * (1 - t) + second * t).round().astype(np.uint8)
  return Image.fromarray(field).resize(size, Image.NEAREST).filter(ImageFilter.GaussianBlur(size[0] / 40))


def clutter(rng, picture):
  """Thin lines, arcs and specks that are no shape of ours."""
  pen = ImageDraw.Draw(picture)
  width, height = picture.size
  for _ in range(int(rng.integers(0, 9))):
    colour = tuple(int(v) for v in random_colour(rng))
    x, y = rng.uniform(0, width), rng.uniform(0, height)
    kind = rng.integers(0, 3)
    if kind == 0:
      dx, dy = rng.uniform(-0.4, 0.4, 2) * width
      pen.line([(x, y), (x + dx, y + dy)], fill=colour, width=int(rng.integers(1, 4)))
    elif kind == 1:
      reach = rng.uniform(0.05, 0.25) * width
      start = rng.uniform(0, 360)
      pen.arc([x - reach, y - reach, x + reach, y + reach], start, start + rng.uniform(30, 120), fill=colour,
              width=int(rng.integers(1, 4)))
    else:
      reach = rng.uniform(1, 4)
      pen.ellipse([x - reach, y - reach, x + reach, y + reach], fill=colour)


def paint_shape(rng, picture, kind, centre, radius):
  """Draws one shape and returns the box that it covers, (left, top, right, bottom) in pixels, unclipped."""
  angle = rng.uniform(0, 2 * math.pi)
  style = rng.choice(["fill", "fill and outline", "gradient", "outline"], p=[0.4, 0.2, 0.25, 0.15])
  stretch = math.exp(rng.uniform(-0.12, 0.12))
  stroke = max(2.5, radius * rng.uniform(0.1, 0.22))
  outline_only = style == "outline"
  mask, reach = shape_mask(kind, radius, angle, stretch, stroke if outline_only else 0)
  left, top = int(round(centre[0])) - reach, int(round(centre[1])) - reach
  near = picture.crop((max(0, left), max(0, top), min(picture.width, left + 2 * reach),
                       min(picture.height, top + 2 * reach)))
  backdrop = np.array(near.resize((1, 1), Image.BOX).getpixel((0, 0)), dtype=float)
  colour = contrasting_colour(rng, backdrop)
  if style == "gradient":
    other = np.clip(colour + rng.uniform(-60, 60, 3), 0, 255)
    picture.paste(gradient(rng, mask.size, colour, other), (left, top), mask)
  else:
    picture.paste(tuple(int(v) for v in colour), (left, top), mask)
  box = mask.point(lambda value: 255 if value > 96 else 0).getbbox()
  if style == "fill and outline":
    edge, edge_reach = shape_mask(kind, radius, angle, stretch, stroke * 0.6)
    edge_left, edge_top = left + reach - edge_reach, top + reach - edge_reach
    picture.paste(tuple(int(v) for v in contrasting_colour(rng, colour, 80)), (edge_left, edge_top), edge)
    edge_box = edge.point(lambda value: 255 if value > 96 else 0).getbbox()
    return tuple(a + b for a, b in zip(edge_box, (edge_left, edge_top) * 2))
  return tuple(a + b for a, b in zip(box, (left, top) * 2))


def camera(rng, picture, strength=1.0):
  """What a camera adds: blur, noise, exposure and JPEG's blocks, each in a part of the pictures."""
  if rng.random() < 0.25 * strength:
    picture = picture.filter(ImageFilter.GaussianBlur(rng.uniform(0.4, 1.6)))
  if rng.random() < 0.4 * strength:
    pixels = np.asarray(picture, dtype=np.float32)
    pixels = pixels * rng.uniform(0.8, 1.15) + rng.uniform(-12, 12)
    pixels += rng.standard_normal(pixels.shape, dtype=np.float32) * rng.uniform(1, 12)
    picture = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
  if rng.random() < 0.2 * strength:
    packed = io.BytesIO()
    picture.save(packed, "JPEG", quality=int(rng.integers(35, 90)))
    picture = Image.open(packed).convert("RGB")
  return picture


def draw_scene(stream, index, size=None, count=None, noise=True, labels=DETECTOR_LABELS):
  """One scene of several shapes.

  Returns the picture and its objects as (label, left, top, right, bottom) in pixels, clipped to the picture. Shapes may
  touch and overlap a little; each keeps most of itself in view.
  """
  rng = np.random.default_rng([stream, index])
  if size is None:
    size = SCENE_SIZES[int(rng.integers(0, len(SCENE_SIZES)))]
  width, height = size
  picture = background(rng, size)
  clutter(rng, picture)
  wanted = int(rng.integers(1, 10)) if count is None else count
  if count is None and rng.random() < 0.03:
    wanted = 0
  objects = []
  for _ in range(wanted * 8):
    if len(objects) >= wanted:
      break
    kind = labels[int(rng.integers(0, len(labels)))]
    crowd = 1.0 if wanted < 5 else 0.65
    radius = 0.5 * min(size) * math.exp(rng.uniform(math.log(0.12), math.log(0.6 * crowd)))
    x = rng.uniform(0.8 * radius, width - 0.8 * radius)
    y = rng.uniform(0.8 * radius, height - 0.8 * radius)
    guess = (x - radius, y - radius, x + radius, y + radius)
    if any(overlap_share(guess, other[1:]) > 0.16 for other in objects):
      continue
    box = paint_shape(rng, picture, kind, (x, y), radius)
    clipped = (max(0, box[0]), max(0, box[1]), min(width, box[2]), min(height, box[3]))
    objects.append((kind,) + clipped)
  if noise:
    picture = camera(rng, picture)
  return picture, objects


def overlap_share(first, second):
  """The share of the smaller box that the two have in common."""
  width = min(first[2], second[2]) - max(first[0], second[0])
  height = min(first[3], second[3]) - max(first[1], second[1])
  if width <= 0 or height <= 0:
    return 0.0
  areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (first, second)]
  return width * height / max(1e-6, min(areas))


def draw_single(stream, index, kind, side=96, noise=True):
  """A square picture with one shape that fills much of it, for the classifier."""
  rng = np.random.default_rng([stream, index])
  picture = background(rng, (side, side))
  clutter(rng, picture)
  radius = 0.5 * side * rng.uniform(0.5, 0.95)
  slack = max(0.0, 0.5 * side - radius) + 0.06 * side
  x, y = 0.5 * side + rng.uniform(-slack, slack, 2)
  paint_shape(rng, picture, kind, (x, y), radius)
  return camera(rng, picture) if noise else picture


def draw_gallery(output):
  """The committed pictures: scenes in several sizes and formats, one shape a label, and what was drawn where."""
  output.mkdir(parents=True, exist_ok=True)
  truth = {"scenes": [], "singles": []}
  # Name, size, number of shapes, camera effects, index in the stream: chosen for variety of labels and backgrounds.
  plans = [("scene-1.png", (640, 480), 7, False, 42), ("scene-2.png", (480, 640), 7, False, 1),
           ("scene-3.png", (800, 450), 8, False, 2), ("scene-4.png", (320, 320), 3, False, 3),
           ("scene-5.jpg", (640, 480), 7, True, 43)]
  for name, size, count, noise, index in plans:
    picture, objects = draw_scene(PICTURE_STREAM, index, size, count, noise)
    if name.endswith(".jpg"):
      picture.save(output / name, quality=85)
    else:
      picture.save(output / name, optimize=True)
    truth["scenes"].append({
        "picture": name, "width": size[0], "height": size[1],
        "objects": [{"label": label, "box": [int(value) for value in box]} for label, *box in objects]})
  for index, kind in enumerate(CLASSIFIER_LABELS):
    name = f"{kind}.png"
    draw_single(PICTURE_STREAM, 1000 + index, kind, side=120, noise=False).save(output / name, optimize=True)
    truth["singles"].append({"picture": name, "label": kind})
  (output / "truth.json").write_text(json_text(truth))
  (output / "annotations.json").write_text(coco_text(truth["scenes"]))


def coco_text(scenes):
  """The objects of scenes in COCO's form, a line for each."""
  labels = sorted({found["label"] for scene in scenes for found in scene["objects"]})
  images, annotations = [], []
  for number, scene in enumerate(scenes, 1):
    images.append({"id": number, "file_name": scene["picture"], "width": scene["width"], "height": scene["height"]})
    for found in scene["objects"]:
      left, top, right, bottom = found["box"]
      annotations.append({
          "id": len(annotations) + 1, "image_id": number, "category_id": labels.index(found["label"]) + 1,
          "bbox": [left, top, right - left, bottom - top], "area": (right - left) * (bottom - top), "iscrowd": 0})
  categories = [{"id": number, "name": label} for number, label in enumerate(labels, 1)]
  parts = {"images": images, "annotations": annotations, "categories": categories}
  return "{\n" + ",\n".join(
      f' "{name}": [\n' + ",\n".join("  " + json.dumps(line) for line in lines) + "\n ]"
      for name, lines in parts.items()) + "\n}\n"


def json_text(value):
  """Indented JSON with each list of plain values on one line."""
  text = json.dumps(value, indent=1)
  return re.sub(r"\[[^\[\]{}]*\]", lambda found: " ".join(found.group().split()).replace("[ ", "[").replace(" ]", "]"),
                text) + "\n"


def main():
  parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument("--output", type=pathlib.Path, required=True, help="folder to write into; it is made if absent")
  parser.add_argument("--scenes", type=int, default=0,
                      help="draw this many scenes as training sees them instead of the committed pictures")
  parser.add_argument("--first", type=int, default=0, help="index of the first such scene (default 0)")
  arguments = parser.parse_args()
  if arguments.scenes == 0:
    draw_gallery(arguments.output)
    return
  arguments.output.mkdir(parents=True, exist_ok=True)
  for index in range(arguments.first, arguments.first + arguments.scenes):
    picture, objects = draw_scene(TRAIN_STREAM, index)
    pen = ImageDraw.Draw(picture)
    for label, *box in objects:
      pen.rectangle(box, outline=(255, 0, 0))
      pen.text((box[0] + 2, box[1] + 1), label, fill=(255, 0, 0))
    picture.save(arguments.output / f"{index:05d}.png")


if __name__ == "__main__":
  main()
