"""Measures the example models on pictures that training never drew.

  python evaluate.py            both models, 500 scenes and 2000 single shapes
"""

import argparse
import pathlib
import sys

import numpy as np

import draw
import runtime

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent


def overlap(first, second):
  """Intersection over union of two (top, left, bottom, right) boxes."""
  height = min(first[2], second[2]) - max(first[0], second[0])
  width = min(first[3], second[3]) - max(first[1], second[1])
  if height <= 0 or width <= 0:
    return 0.0
  areas = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (first, second))
  return height * width / (areas - height * width)


def matched(found, truth, least):
  """How many detections claim an object of their label, best score first, each object once; and their overlaps."""
  free, shares = list(range(len(truth))), []
  for label, _, box in found:
    candidates = [(overlap(box, truth[index][1]), index) for index in free if truth[index][0] == label]
    best = max(candidates, default=(0.0, -1))
    if best[0] >= least:
      free.remove(best[1])
      shares.append(best[0])
  return shares, free


def evaluate_detector(folder, scenes, threshold, least, reference):
  detector = runtime.Detector(folder, reference)
  right = found_count = truth_count = 0
  shares, missed = [], []
  for index in range(scenes):
    picture, objects = draw.draw_scene(draw.HELD_OUT_STREAM, index)
    truth = [(label, (top / picture.height, left / picture.width, bottom / picture.height, right_ / picture.width))
             for label, left, top, right_, bottom in objects]
    found = detector.detect(runtime.resized(picture, detector.side), threshold)
    hits, free = matched(found, truth, least)
    right, found_count, truth_count = right + len(hits), found_count + len(found), truth_count + len(truth)
    shares += hits
    missed += [(index, *truth[i]) for i in free]
  print(f"detector, {scenes} scenes, {truth_count} objects, threshold {threshold}, IoU {least}: precision "
        f"{right / max(1, found_count):.4f}, recall {right / max(1, truth_count):.4f}, mean IoU {np.mean(shares):.3f}")
  return missed


def evaluate_classifier(path, count, reference):
  classifier = runtime.Classifier(path, reference)
  right = 0
  for index in range(count):
    label = draw.CLASSIFIER_LABELS[index % len(draw.CLASSIFIER_LABELS)]
    picture = draw.draw_single(draw.HELD_OUT_STREAM, index, label)
    scores = classifier.probabilities(runtime.resized(picture, classifier.side))
    right += classifier.labels[int(np.argmax(scores))] == label
  print(f"{pathlib.Path(path).name}, {count} pictures: accuracy {right / count:.4f}")


def main():
  parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument("--examples", type=pathlib.Path, default=EXAMPLES, help="the folder Examples")
  parser.add_argument("--scenes", type=int, default=500, help="held-out scenes (default 500)")
  parser.add_argument("--singles", type=int, default=2000, help="held-out single shapes (default 2000)")
  parser.add_argument("--threshold", type=float, default=0.5, help="least score of a detection (default 0.5)")
  parser.add_argument("--overlap", type=float, default=0.5, help="least intersection over union (default 0.5)")
  parser.add_argument("--reference", action="store_true", help="use the reference kernels (slow)")
  parser.add_argument("--missed", action="store_true", help="list the objects that were not found")
  arguments = parser.parse_args()
  if arguments.scenes > 0:
    missed = evaluate_detector(arguments.examples / "shapes-detector", arguments.scenes, arguments.threshold,
                               arguments.overlap, arguments.reference)
    if arguments.missed:
      for entry in missed:
        print("missed", *entry, file=sys.stderr)
  if arguments.singles > 0:
    for name in ("classifier_float.tflite", "classifier_int8.tflite"):
      evaluate_classifier(arguments.examples / "shapes-classifier" / name, arguments.singles, arguments.reference)


if __name__ == "__main__":
  main()
