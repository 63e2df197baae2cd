"""Records what ai-edge-litert answers on the pictures of Examples, and checks that it still answers so.

Pictures are resized whole to the model's input with Pillow's bilinear filter; outputs come from the reference kernels.

  python record_expected.py            writes Examples/expected/*.json
  python record_expected.py --check    compares instead, exits with 1 if anything differs
"""

import argparse
import json
import pathlib
import sys
import zlib

import numpy as np
from PIL import Image

import draw
import runtime

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent
THRESHOLD = 0.5


def picture_facts(name, picture, pixels):
  """A picture's name and size, and checksums of its decoded and its resized RGB bytes."""
  return {"picture": name, "width": picture.width, "height": picture.height,
          "decoded_crc32": zlib.crc32(picture.convert("RGB").tobytes()), "input_crc32": zlib.crc32(pixels.tobytes())}


def rounded(values, digits=6):
  return [round(float(value), digits) for value in np.asarray(values).reshape(-1)]


def header(model, side, kind):
  return {"model": model, "recorded_with": "ai-edge-litert, reference kernels", "resize": {
      "width": side, "height": side, "filter": "Pillow BILINEAR (antialiased), whole picture, RGB"}, "input": kind}


def record_detector(examples, truth):
  detector = runtime.Detector(examples / "shapes-detector")
  report = header("shapes-detector/model.tflite", detector.side, "uint8 pixels as they are")
  report["threshold"], report["labels"], report["scenes"] = THRESHOLD, detector.labels, []
  for scene in truth["scenes"]:
    picture = Image.open(examples / "pictures" / scene["picture"])
    pixels = runtime.resized(picture, detector.side)
    boxes, classes, scores, count = detector.raw(pixels)
    kept = [i for i in range(int(count[0])) if scores[0, i] >= THRESHOLD]
    report["scenes"].append({
        **picture_facts(scene["picture"], picture, pixels),
        "detections": [{"label": detector.labels[int(classes[0, i])], "class": int(classes[0, i]),
                        "score": round(float(scores[0, i]), 6),
                        "box": dict(zip(("top", "left", "bottom", "right"), rounded(boxes[0, i])))} for i in kept],
        "outputs": {"boxes": rounded(boxes), "classes": rounded(classes), "scores": rounded(scores),
                    "count": rounded(count)}})
  return report


def record_classifier(examples, truth, name, kind):
  classifier = runtime.Classifier(examples / "shapes-classifier" / name)
  report = header(f"shapes-classifier/{name}", classifier.side, kind)
  report["labels"], report["pictures"] = classifier.labels, []
  for single in truth["singles"]:
    picture = Image.open(examples / "pictures" / single["picture"])
    pixels = runtime.resized(picture, classifier.side)
    scores = classifier.probabilities(pixels)
    entry = {**picture_facts(single["picture"], picture, pixels), "label": classifier.labels[int(np.argmax(scores))],
             "probabilities": rounded(scores, 8)}
    stored = classifier.raw(pixels)
    if stored.dtype != np.float32:
      entry["output"] = [int(value) for value in stored]
    report["pictures"].append(entry)
  return report


def differences(recorded, found, path=""):
  """Paths at which two reports differ; numbers may differ by 2e-6, the rounding of two computations of one float."""
  if isinstance(recorded, dict) and isinstance(found, dict) and recorded.keys() == found.keys():
    return [line for key in recorded for line in differences(recorded[key], found[key], f"{path}/{key}")]
  if isinstance(recorded, list) and isinstance(found, list) and len(recorded) == len(found):
    return [line for index, pair in enumerate(zip(recorded, found)) for line in differences(*pair, f"{path}/{index}")]
  if isinstance(recorded, float) and isinstance(found, float) and abs(recorded - found) <= 2e-6:
    return []
  return [] if recorded == found else [f"{path}: recorded {recorded}, found {found}"]


def main():
  parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument("--examples", type=pathlib.Path, default=EXAMPLES, help="the folder Examples")
  parser.add_argument("--check", action="store_true", help="compare with the recorded files instead of writing them")
  arguments = parser.parse_args()
  examples = arguments.examples
  truth = json.loads((examples / "pictures" / "truth.json").read_text())
  reports = {
      "shapes-detector.json": record_detector(examples, truth),
      "classifier_float.json": record_classifier(examples, truth, "classifier_float.tflite", "float32, pixel / 255"),
      "classifier_int8.json": record_classifier(examples, truth, "classifier_int8.tflite", "int8, pixel - 128"),
  }
  folder, bad = examples / "expected", 0
  folder.mkdir(exist_ok=True)
  for name, report in reports.items():
    if arguments.check:
      found = differences(json.loads((folder / name).read_text()), json.loads(draw.json_text(report)))
      bad += len(found)
      print("\n".join([f"{name}: {len(found)} differences"] + [f"  {line}" for line in found[:20]]))
    else:
      (folder / name).write_text(draw.json_text(report))
      print(f"wrote {folder / name}")
  sys.exit(1 if bad else 0)


if __name__ == "__main__":
  main()
