"""Trains the classifier of drawn shapes and writes it twice: in float32 and quantised to int8 throughout.

Both models take a 64x64 RGB picture as numbers in [0, 1] and give one probability a label; the int8 model's input and
output are int8 tensors with those ranges. Both carry TensorFlow Lite metadata and labels.txt packed inside; labels.txt
also stands beside them.

  python train_classifier.py --output ../shapes-classifier
"""

import argparse
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

SIDE = 64
LABELS = draw.CLASSIFIER_LABELS
DESCRIPTION = "Tells which shape is drawn in a picture: " + ", ".join(LABELS) + "."


def load_singles(stream, first, count):
  """Pictures resized whole to the model's input, as uint8, and their label indices."""
  pictures, labels = [], []
  for index in range(first, first + count):
    label = index % len(LABELS)
    picture = draw.draw_single(stream, index, LABELS[label])
    pictures.append(np.asarray(picture.resize((SIDE, SIDE), Image.BILINEAR)))
    labels.append(label)
  return np.stack(pictures), np.array(labels, dtype=np.int32)


def network():
  """The untrained network: pictures in [0, 1] to logits."""
  layers = tf.keras.layers

  def finish(x):
    return layers.ReLU(6)(layers.BatchNormalization(momentum=0.97)(x))

  def separable(x, width, stride=1):
    x = finish(layers.DepthwiseConv2D(3, stride, "same", use_bias=False)(x))
    return finish(layers.Conv2D(width, 1, use_bias=False)(x))

  picture = layers.Input((SIDE, SIDE, 3))
  x = finish(layers.Conv2D(16, 3, 2, "same", use_bias=False)(picture))
  x = separable(x, 32)
  x = layers.MaxPooling2D(2)(x)
  x = separable(separable(x, 48), 48)
  x = separable(separable(x, 72, stride=2), 72)
  x = separable(x, 96, stride=2)
  x = layers.GlobalAveragePooling2D()(x)
  return tf.keras.Model(picture, layers.Dense(len(LABELS))(x))


def train(model, drawn, epochs, batch, seed, rate):
  """Trains on `drawn` pictures, each epoch with new mirrorings, turns and channel orders."""
  rng = np.random.default_rng([seed, 78])
  pictures, labels = load_singles(draw.TRAIN_STREAM, seed * 1_000_000, drawn)
  steps = epochs * (drawn // batch)
  schedule = tf.keras.optimizers.schedules.CosineDecay(1e-5, steps, alpha=0.01, warmup_target=rate,
                                                       warmup_steps=min(100, steps // 10))
  optimiser = tf.keras.optimizers.AdamW(schedule, weight_decay=2e-4)
  optimiser.build(model.trainable_variables)

  @tf.function(input_signature=[tf.TensorSpec((batch, SIDE, SIDE, 3), tf.uint8), tf.TensorSpec((batch,), tf.int32)])
  def step(pixels, wanted):
    with tf.GradientTape() as tape:
      logits = model(tf.cast(pixels, tf.float32) / 255, training=True)
      loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=wanted, logits=logits))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimiser.apply_gradients(zip(gradients, model.trainable_variables))
    return loss

  began = time.time()
  for epoch in range(epochs):
    order = rng.permutation(drawn)
    losses = []
    for first in range(0, drawn - batch + 1, batch):
      picks = order[first:first + batch]
      varied = [np.rot90(pictures[pick], rng.integers(0, 4))[:, ::rng.choice([-1, 1])][..., rng.permutation(3)]
                for pick in picks]
      losses.append(float(step(np.stack(varied), labels[picks])))
    print(f"epoch {epoch + 1} of {epochs}, {time.time() - began:.0f} s: loss {np.mean(losses):.3f}", flush=True)


def convert(model, seed, quantised, calibration):
  """The trained network as a flatbuffer, in float32 or int8 throughout."""
  @tf.function(input_signature=[tf.TensorSpec((1, SIDE, SIDE, 3), tf.float32, name="image")])
  def serve(picture):
    return tf.nn.softmax(model(picture, training=False))

  def samples():
    pictures, _ = load_singles(draw.CALIBRATION_STREAM, seed * 1_000_000, calibration)
    pictures[0, 0, 0], pictures[0, 0, 1] = 0, 255
    for picture in pictures:
      yield [picture[None].astype(np.float32) / 255]

  frozen = convert_variables_to_constants_v2(serve.get_concrete_function())
  converter = tf.lite.TFLiteConverter.from_concrete_functions([frozen])
  if quantised:
    converter.optimizations = [tf.lite.Optimize.DEFAULT]
    converter.representative_dataset = samples
    converter.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS_INT8]
    converter.inference_input_type = tf.int8
    converter.inference_output_type = tf.int8
  return converter.convert()


def main():
  parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument("--output", type=pathlib.Path, required=True, help="folder for the models and labels.txt")
  parser.add_argument("--drawn", type=int, default=16000, help="pictures drawn to learn from (default 16000)")
  parser.add_argument("--epochs", type=int, default=24, help="passes over them (default 24)")
  parser.add_argument("--batch", type=int, default=64, help="pictures a step (default 64)")
  parser.add_argument("--rate", type=float, default=4e-3, help="highest learning rate (default 0.004)")
  parser.add_argument("--calibration", type=int, default=200, help="pictures that set the ranges (default 200)")
  parser.add_argument("--seed", type=int, default=1, help="seed of weights, pictures and order (default 1)")
  parser.add_argument("--threads", type=int, default=1, help="threads for TensorFlow (default 1)")
  arguments = parser.parse_args()

  tf.config.threading.set_intra_op_parallelism_threads(arguments.threads)
  tf.config.threading.set_inter_op_parallelism_threads(1)
  tf.keras.utils.set_random_seed(arguments.seed)
  tf.config.experimental.enable_op_determinism()

  model = network()
  print(f"{model.count_params()} parameters", flush=True)
  train(model, arguments.drawn, arguments.epochs, arguments.batch, arguments.seed, arguments.rate)

  labels = ("\n".join(LABELS) + "\n").encode()
  facts = tflite_edit.classifier_metadata("shapes classifier", DESCRIPTION, "labels.txt", 0.0, 255.0, (0.0, 1.0))
  arguments.output.mkdir(parents=True, exist_ok=True)
  (arguments.output / "labels.txt").write_bytes(labels)
  for name, quantised in (("classifier_float", False), ("classifier_int8", True)):
    converted = convert(model, arguments.seed, quantised, arguments.calibration)
    named = tflite_edit.name_tensors(converted, "image", "probability",
                                     "swift-tflite example: classifier of drawn shapes")
    finished = tflite_edit.pack_metadata(named, facts, {"labels.txt": labels})
    (arguments.output / f"{name}.tflite").write_bytes(finished)
    print(f"wrote {arguments.output / name}.tflite, {len(finished)} bytes")


if __name__ == "__main__":
  main()
