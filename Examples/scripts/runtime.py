"""Runs the example models with ai-edge-litert, as a user's program would: resize, copy, invoke, decode."""

import json
import pathlib

import numpy as np
from ai_edge_litert.interpreter import Interpreter, OpResolverType
from PIL import Image


def interpreter(path, reference=True):
  """An interpreter ready to run: on the reference kernels, or on the ones a user gets by default."""
  resolver = OpResolverType.BUILTIN_REF if reference else OpResolverType.AUTO
  made = Interpreter(str(path), experimental_op_resolver_type=resolver, num_threads=1)
  made.allocate_tensors()
  return made


def resized(picture, side):
  """The whole picture at side x side as uint8 RGB, aspect ratio given up, by Pillow's antialiased bilinear filter."""
  return np.asarray(picture.convert("RGB").resize((side, side), Image.BILINEAR), dtype=np.uint8)


def lines(path):
  return [line for line in pathlib.Path(path).read_text().splitlines() if line]


class Detector:
  """The detector folder: model.tflite, dict.txt and tflite_metadata.json."""

  def __init__(self, folder, reference=True):
    folder = pathlib.Path(folder)
    self.facts = json.loads((folder / "tflite_metadata.json").read_text())
    self.labels = lines(folder / "dict.txt")
    self.side = self.facts["inputShape"][1]
    self.interpreter = interpreter(folder / "model.tflite", reference)

  def raw(self, pixels):
    """The four output tensors for uint8 pixels [side, side, 3]."""
    self.interpreter.set_tensor(self.interpreter.get_input_details()[0]["index"], pixels[None])
    self.interpreter.invoke()
    return [self.interpreter.get_tensor(output["index"]) for output in self.interpreter.get_output_details()]

  def detect(self, pixels, threshold):
    """Detections of at least threshold as (label, score, (top, left, bottom, right) in fractions), best first."""
    boxes, classes, scores, count = self.raw(pixels)
    return [(self.labels[int(classes[0, i])], float(scores[0, i]), boxes[0, i].astype(float).tolist())
            for i in range(int(count[0])) if scores[0, i] >= threshold]


class Classifier:
  """One classifier model with the labels.txt beside it; float32 or int8 by the model's own input type."""

  def __init__(self, path, reference=True):
    self.labels = lines(pathlib.Path(path).parent / "labels.txt")
    self.interpreter = interpreter(path, reference)
    self.input = self.interpreter.get_input_details()[0]
    self.output = self.interpreter.get_output_details()[0]
    self.side = int(self.input["shape"][1])

  def raw(self, pixels):
    """The output tensor as stored for uint8 pixels [side, side, 3]."""
    if self.input["dtype"] == np.float32:
      values = pixels.astype(np.float32) / 255
    else:
      # Input scale 1/255 and zero point -128 make the quantised number the pixel less 128.
      values = (pixels.astype(np.int16) - 128).astype(np.int8)
    self.interpreter.set_tensor(self.input["index"], values[None])
    self.interpreter.invoke()
    return self.interpreter.get_tensor(self.output["index"])[0]

  def probabilities(self, pixels):
    stored = self.raw(pixels)
    if stored.dtype == np.float32:
      return stored.astype(float)
    scale, zero = self.output["quantization"]
    return (stored.astype(float) - zero) * scale
