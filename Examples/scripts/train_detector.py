"""Trains the detector of drawn shapes and writes it as a full-integer TensorFlow Lite model.

The network is a small single-shot detector: 320x320 pictures, features at strides 8, 16 and 32 joined from coarse to
fine, two square anchors at each place. The converter quantises it after training; the anchors and the custom operator
TFLite_Detection_PostProcess are then appended to the converted graph with uint8 inputs, as detectors exported from
AutoML Vision Edge have them, with dict.txt and tflite_metadata.json beside the model.

  python train_detector.py --output ../shapes-detector
"""

import argparse
import json
import os
import pathlib
import time

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import tensorflow as tf
from PIL import Image
from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2

import draw
import tflite_edit

SIDE = 320
LABELS = draw.DETECTOR_LABELS
# (cells on a side, anchor sides in 255ths of the picture)
LEVELS = [(40, (25, 36)), (20, (51, 72)), (10, (102, 144))]
ANCHORS_A_CELL = 2
BOX_SCALE = np.array([10.0, 10.0, 5.0, 5.0], dtype=np.float32)
MAX_DETECTIONS = 40


def anchor_bytes():
  """Anchors as uint8 (y, x, height, width) in units of 1/255 of the picture, level by level, row by row."""
  rows = []
  for cells, sides in LEVELS:
    centres = [round((i + 0.5) / cells * 255) for i in range(cells)]
    rows += [(y, x, side, side) for y in centres for x in centres for side in sides]
  return np.array(rows, dtype=np.uint8)


ANCHORS = anchor_bytes().astype(np.float32) / 255


def corners(centred):
  """(y, x, height, width) rows as (top, left, bottom, right)."""
  half = centred[:, 2:] / 2
  return np.concatenate([centred[:, :2] - half, centred[:, :2] + half], axis=1)


def overlaps(first, second):
  """Intersection over union of every box of first with every box of second, both (top, left, bottom, right)."""
  low = np.maximum(first[:, None, :2], second[None, :, :2])
  high = np.minimum(first[:, None, 2:], second[None, :, 2:])
  common = np.prod(np.clip(high - low, 0, None), axis=2)
  area = lambda boxes: np.prod(boxes[:, 2:] - boxes[:, :2], axis=1)
  return common / (area(first)[:, None] + area(second)[None, :] - common + 1e-9)


ANCHOR_CORNERS = corners(ANCHORS)


def targets(boxes, classes):
  """What each anchor should say: encoded box, class (0 is background, -1 does not count) and the class's probability.

  The probability falls with the anchor's distance from the best one for its object. Without that, all anchors near an
  object would saturate at the same quantised score and suppression would keep the first instead of the best placed.
  """
  encoded = np.zeros((len(ANCHORS), 4), dtype=np.float32)
  wanted = np.zeros(len(ANCHORS), dtype=np.int32)
  sure = np.ones(len(ANCHORS), dtype=np.float32)
  if len(boxes) == 0:
    return encoded, wanted, sure
  share = overlaps(ANCHOR_CORNERS, boxes)
  nearest = share.argmax(axis=1)
  best = share.max(axis=1)
  positive = best >= 0.5
  wanted[(best >= 0.4) & ~positive] = -1
  for index in range(len(boxes)):
    own = share[:, index].argmax()
    nearest[own], positive[own] = index, True
  chosen = nearest[positive]
  wanted[positive] = classes[chosen] + 1
  ratio = share[positive, chosen] / share.max(axis=0)[chosen]
  sure[positive] = np.maximum(0.6, 0.97 - 0.9 * (1 - ratio))
  anchor, box = ANCHORS[positive], boxes[chosen]
  size = box[:, 2:] - box[:, :2]
  centre = (box[:, :2] + box[:, 2:]) / 2
  encoded[positive] = np.concatenate([(centre - anchor[:, :2]) / anchor[:, 2:], np.log(size / anchor[:, 2:])],
                                     axis=1) * BOX_SCALE
  return encoded, wanted, sure


def load_scene(stream, index):
  """A scene resized whole to the model's input, with boxes as fractions of the picture."""
  picture, objects = draw.draw_scene(stream, index)
  pixels = np.asarray(picture.resize((SIDE, SIDE), Image.BILINEAR), dtype=np.uint8)
  scale = np.array([picture.height, picture.width] * 2, dtype=np.float32)
  boxes = np.array([[top, left, bottom, right] for _, left, top, right, bottom in objects],
                   dtype=np.float32).reshape(-1, 4) / scale
  classes = np.array([LABELS.index(label) for label, *_ in objects], dtype=np.int32)
  return pixels, boxes, classes


def vary(rng, scene):
  """The scene mirrored, turned a quarter or with its colour channels permuted: the shapes stay what they are."""
  pixels, boxes, classes = scene
  if rng.random() < 0.5:
    pixels, boxes = pixels[:, ::-1], boxes[:, [0, 3, 2, 1]] * [1, -1, 1, -1] + [0, 1, 0, 1]
  if rng.random() < 0.5:
    pixels, boxes = pixels[::-1], boxes[:, [2, 1, 0, 3]] * [-1, 1, -1, 1] + [1, 0, 1, 0]
  if rng.random() < 0.5:
    pixels, boxes = pixels.transpose(1, 0, 2), boxes[:, [1, 0, 3, 2]]
  return pixels[..., rng.permutation(3)], boxes.astype(np.float32), classes


class Raise(tf.keras.layers.Layer):
  """Doubles height and width by repetition; the converter keeps it one RESIZE_NEAREST_NEIGHBOR."""

  def call(self, x):
    return tf.image.resize(x, (2 * x.shape[1], 2 * x.shape[2]), method="nearest")

  def compute_output_shape(self, shape):
    return shape[0], 2 * shape[1], 2 * shape[2], shape[3]


def network():
  """The untrained network: pictures in [-1, 1) to encoded boxes [n, anchors, 4] and class scores in logits."""
  layers = tf.keras.layers

  def finish(x, active=True):
    x = layers.BatchNormalization(momentum=0.97)(x)
    return layers.ReLU(6)(x) if active else x

  def convolve(x, width, kernel=3, stride=1, active=True):
    return finish(layers.Conv2D(width, kernel, stride, "same", use_bias=False)(x), active)

  def separable(x, width, stride=1, active=True):
    x = finish(layers.DepthwiseConv2D(3, stride, "same", use_bias=False)(x))
    return convolve(x, width, 1, active=active)

  def residual(x):
    return layers.Add()([x, separable(x, x.shape[-1], active=False)])

  picture = layers.Input((SIDE, SIDE, 3))
  x = convolve(picture, 12, stride=2)
  x = convolve(x, 24, stride=2)
  x = convolve(x, 40, stride=2)
  fine = residual(residual(x))
  middle = residual(residual(residual(separable(fine, 80, stride=2))))
  coarse = residual(residual(residual(separable(middle, 120, stride=2))))

  joined = convolve(coarse, 64, 1)
  features = [joined]
  for lateral in (middle, fine):
    raised = Raise()(joined)
    joined = separable(layers.Add()([raised, convolve(lateral, 64, 1, active=False)]), 64)
    features.insert(0, joined)

  background = -np.log(200.0 * len(LABELS))
  prior = np.tile([0.0] + [background] * len(LABELS), ANCHORS_A_CELL)
  boxes, scores = [], []
  for feature in features:
    shared = separable(feature, 64)
    box = layers.Conv2D(4 * ANCHORS_A_CELL, 1)(shared)
    score = layers.Conv2D((1 + len(LABELS)) * ANCHORS_A_CELL, 1,
                          bias_initializer=tf.constant_initializer(prior))(shared)
    boxes.append(layers.Reshape((-1, 4))(box))
    scores.append(layers.Reshape((-1, 1 + len(LABELS)))(score))
  return tf.keras.Model(picture, [layers.Concatenate(1)(boxes), layers.Concatenate(1)(scores)])


def loss_of(encoded, logits, wanted_boxes, wanted_classes, sure):
  """Cross entropy over the anchors that count and a smooth distance over those that hold an object."""
  counts = tf.cast(wanted_classes >= 0, tf.float32)
  positive = tf.cast(wanted_classes > 0, tf.float32)
  total = tf.maximum(tf.reduce_sum(positive), 1.0)
  logarithms = tf.nn.log_softmax(logits)
  own = tf.reduce_sum(tf.one_hot(tf.maximum(wanted_classes, 0), 1 + len(LABELS)) * logarithms, -1)
  class_loss = -tf.reduce_sum(counts * (sure * own + (1 - sure) * logarithms[..., 0])) / total
  distance = tf.abs(encoded - wanted_boxes)
  smooth = tf.where(distance < 0.2, 2.5 * distance * distance, distance - 0.1)
  box_loss = tf.reduce_sum(positive[..., None] * smooth) / total
  # Boxes of empty anchors reach no user, yet their range would widen the quantised scale of all.
  quiet = 1e-4 * tf.reduce_sum((counts - positive)[..., None] * tf.nn.relu(tf.abs(encoded) - 5.0)) / total
  return class_loss + 0.4 * box_loss + quiet, class_loss, box_loss


def train(model, steps, batch, seed, uses, rate):
  """Trains on scenes drawn as it goes; each is seen `uses` times in different forms."""
  rng = np.random.default_rng([seed, 77])
  schedule = tf.keras.optimizers.schedules.CosineDecay(1e-5, steps, alpha=0.01, warmup_target=rate,
                                                       warmup_steps=min(150, steps // 10))
  optimiser = tf.keras.optimizers.AdamW(schedule, weight_decay=2e-4, clipnorm=10.0, use_ema=True, ema_momentum=0.995)
  optimiser.build(model.trainable_variables)

  @tf.function(input_signature=[tf.TensorSpec((batch, SIDE, SIDE, 3), tf.uint8),
                                tf.TensorSpec((batch, len(ANCHORS), 4), tf.float32),
                                tf.TensorSpec((batch, len(ANCHORS)), tf.int32),
                                tf.TensorSpec((batch, len(ANCHORS)), tf.float32)])
  def step(pixels, boxes, classes, sure):
    pictures = (tf.cast(pixels, tf.float32) - 128.0) / 128.0
    with tf.GradientTape() as tape:
      encoded, logits = model(pictures, training=True)
      total, class_loss, box_loss = loss_of(encoded, logits, boxes, classes, sure)
    gradients = tape.gradient(total, model.trainable_variables)
    optimiser.apply_gradients(zip(gradients, model.trainable_variables))
    return class_loss, box_loss

  pool, drawn, spent = [], 0, []
  began = time.time()
  for number in range(steps):
    while len(pool) < batch * 24:
      scene = load_scene(draw.TRAIN_STREAM, seed * 1_000_000 + drawn)
      drawn += 1
      pool.append([scene, uses])
    picks = rng.choice(len(pool), batch, replace=False)
    rows = []
    for pick in picks:
      pixels, boxes, classes = vary(rng, pool[pick][0])
      pool[pick][1] -= 1
      rows.append((pixels, *targets(boxes, classes)))
    pool = [entry for entry in pool if entry[1] > 0]
    spent.append([float(value) for value in step(*(np.stack(column) for column in zip(*rows)))])
    if (number + 1) % 50 == 0:
      class_loss, box_loss = np.mean(spent[-50:], axis=0)
      print(f"step {number + 1} of {steps}, {time.time() - began:.0f} s: class {class_loss:.3f}, box {box_loss:.3f}",
            flush=True)
  optimiser.finalize_variable_values(model.trainable_variables)


def settle(model, seed, batch, count):
  """Fits the running statistics of the normalisations to the averaged weights."""
  for first in range(0, count, batch):
    start = seed * 1_000_000 + 5000 + first
    pixels = np.stack([load_scene(draw.CALIBRATION_STREAM, start + i)[0] for i in range(batch)])
    model((pixels.astype(np.float32) - 128) / 128, training=True)


def convert(model, seed, calibration):
  """The trained network as a quantised flatbuffer: uint8 picture to uint8 boxes and uint8 class probabilities."""
  @tf.function(input_signature=[tf.TensorSpec((1, SIDE, SIDE, 3), tf.float32, name="picture")])
  def serve(picture):
    encoded, logits = model(picture, training=False)
    return encoded, tf.nn.softmax(logits)

  def samples():
    for index in range(calibration):
      pixels, _, _ = load_scene(draw.CALIBRATION_STREAM, seed * 1_000_000 + index)
      if index == 0:
        pixels = pixels.copy()
        pixels[0, 0], pixels[0, 1] = 0, 255
      yield [(pixels[None].astype(np.float32) - 128) / 128]

  frozen = convert_variables_to_constants_v2(serve.get_concrete_function())
  converter = tf.lite.TFLiteConverter.from_concrete_functions([frozen])
  converter.optimizations = [tf.lite.Optimize.DEFAULT]
  converter.representative_dataset = samples
  converter.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS_INT8]
  converter.inference_input_type = tf.uint8
  converter.inference_output_type = tf.uint8
  return converter.convert()


def metadata(max_detections):
  """tflite_metadata.json as an export of AutoML Vision Edge object detection has it."""
  names = ["TFLite_Detection_PostProcess"] + [f"TFLite_Detection_PostProcess:{i}" for i in (1, 2, 3)]
  return {
      "inferenceType": "QUANTIZED_UINT8",
      "inputShape": [1, SIDE, SIDE, 3],
      "inputTensor": "normalized_input_image_tensor",
      "maxDetections": max_detections,
      "outputTensorRepresentation": ["bounding_boxes", "class_labels", "class_confidences", "num_of_boxes"],
      "outputTensors": names,
  }


def main():
  parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument("--output", type=pathlib.Path, required=True, help="folder for model, dict.txt and metadata")
  parser.add_argument("--steps", type=int, default=3400, help="training steps (default 3400)")
  parser.add_argument("--batch", type=int, default=16, help="scenes a step (default 16)")
  parser.add_argument("--uses", type=int, default=3, help="times each drawn scene is seen (default 3)")
  parser.add_argument("--rate", type=float, default=4e-3, help="highest learning rate (default 0.004)")
  parser.add_argument("--calibration", type=int, default=150, help="scenes that set the quantised ranges (default 150)")
  parser.add_argument("--seed", type=int, default=1, help="seed of weights, scenes and order (default 1)")
  parser.add_argument("--threads", type=int, default=1, help="threads for TensorFlow (default 1)")
  parser.add_argument("--weights", type=pathlib.Path, help="keep the trained weights here (.weights.h5)")
  parser.add_argument("--convert-only", action="store_true", help="read --weights instead of training")
  arguments = parser.parse_args()

  tf.config.threading.set_intra_op_parallelism_threads(arguments.threads)
  tf.config.threading.set_inter_op_parallelism_threads(1)
  tf.keras.utils.set_random_seed(arguments.seed)
  tf.config.experimental.enable_op_determinism()

  model = network()
  if arguments.convert_only:
    model.load_weights(arguments.weights)
  else:
    print(f"{model.count_params()} parameters, {len(ANCHORS)} anchors", flush=True)
    train(model, arguments.steps, arguments.batch, arguments.seed, arguments.uses, arguments.rate)
    settle(model, arguments.seed, arguments.batch, 100 * arguments.batch)
    if arguments.weights:
      model.save_weights(arguments.weights)
  converted = convert(model, arguments.seed, arguments.calibration)

  facts = metadata(MAX_DETECTIONS)
  finished = tflite_edit.append_detection_postprocess(
      converted, anchor_bytes(), anchor_scale=1 / 255, input_name=facts["inputTensor"],
      output_names=facts["outputTensors"], output_roles=facts["outputTensorRepresentation"],
      description="swift-tflite example: detector of drawn shapes",
      options={"max_detections": MAX_DETECTIONS, "max_classes_per_detection": 1, "detections_per_class": MAX_DETECTIONS,
               "nms_score_threshold": -20.0, "nms_iou_threshold": 0.5, "num_classes": len(LABELS),
               "y_scale": 10.0, "x_scale": 10.0, "h_scale": 5.0, "w_scale": 5.0, "use_regular_nms": False})
  arguments.output.mkdir(parents=True, exist_ok=True)
  (arguments.output / "model.tflite").write_bytes(finished)
  (arguments.output / "dict.txt").write_text("\n".join(LABELS) + "\n")
  (arguments.output / "tflite_metadata.json").write_text(json.dumps(facts, indent=4) + "\n")
  print(f"wrote {arguments.output / 'model.tflite'}, {len(finished)} bytes")


if __name__ == "__main__":
  main()
