"""Measure localizers on photos of many domains with boxes of things of any kind: the first box, beside Google's localizer.

    python evaluate_domains.py FOLDER --model int8=../Sources/ViewfinderModels/Resources/localizer.tflite \\
        --google mobile_object_localizer_v1.tflite

FOLDER holds annotations.json (COCO form) and the photos; the first folder of a photo's name is its domain. Most such photos
have no licence: they are measured on and chosen by, never trained on. Without the folder nothing is measured.

* single: the first box overlaps any annotated object by half; a photo without a box at the threshold counts as wrong.
* mean: the same, averaged over domains.
* AP50: all boxes by score.
* largest@5, all@5: of the five boxes that come first, whatever their score.
* false: boxes at the threshold, five at most, that overlap no object by half, in domains where nothing is left out.
"""

import argparse
import json
import sys
from pathlib import Path

import numpy as np
from tqdm import tqdm

from choice import order_of
from common import INPUT_SIZE, area, iou, load_picture
from evaluate_localizer import Localizer, average_precision, match
from teachers import SSD

COMPLETE = ("animals", "dogcat", "insect", "pizza", "fruit")


def read(folder):
    record = json.loads((folder / "annotations.json").read_text())
    boxes = {}
    for a in record["annotations"]:
        x, y, w, h = a["bbox"]
        boxes.setdefault(a["image_id"], []).append([x, y, x + w, y + h])
    return [(i["file_name"], np.array(boxes.get(i["id"], []), float).reshape(-1, 4)) for i in record["images"]]


def measure(detector, threshold, entries, folder, name, ranking):
    single, false, largest, everything, pieces, objects = {}, [], [], [0, 0], [], 0
    for file, truth in tqdm(entries, desc=name, mininterval=5, leave=False, disable=None):
        picture = load_picture(folder / file)
        boxes, scores = detector(picture)
        order = order_of(boxes, scores, *picture.size, ranking)
        sure = order[scores[order] >= threshold][:5]
        overlap = iou(truth, boxes) if len(boxes) else np.zeros((len(truth), 0))
        domain = file.split("/")[0]
        single.setdefault(domain, []).append(bool(len(sure) and overlap[:, sure[0]].max() >= 0.5))
        found = (overlap[:, order[:5]] >= 0.5).any(1)
        largest.append(found[area(truth).argmax()])
        everything[0] += found.sum()
        everything[1] += len(truth)
        if domain in COMPLETE:
            false.append(int((overlap[:, sure].max(0) < 0.5).sum()) if len(sure) else 0)
        pieces.append(match(boxes, scores, truth))
        objects += len(truth)
    return dict(single=np.mean(sum(single.values(), [])), mean=np.mean([np.mean(v) for v in single.values()]),
                AP50=average_precision(pieces, objects), largest=np.mean(largest), all=everything[0] / everything[1],
                false=np.mean(false) if false else float("nan")), {k: np.mean(v) for k, v in single.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--model", action="append", default=[], metavar="NAME=FILE[:THRESHOLD]", help="our models (0.45)")
    parser.add_argument("--google", help="mobile_object_localizer_v1.tflite")
    parser.add_argument("--side", type=int, default=INPUT_SIZE, help="pixels of the square, for weights")
    parser.add_argument("--domains", action="store_true", help="single for each domain, too")
    options = parser.parse_args()
    if not (options.folder / "annotations.json").exists():
        sys.exit(f"skipped: {options.folder} with annotations.json and photos is not here.")
    detectors = []
    for model in options.model:
        name, path = model.split("=", 1)
        path, _, threshold = path.partition(":")
        localizer = Localizer(path, side=options.side, floor=0.01)
        threshold = float(threshold or 0.45)
        detectors += [(f"{name}, {ranking}", localizer, threshold, ranking) for ranking in ("choice", "formula", "score")]
    if options.google:
        google = SSD(options.google, overlap=0.6)
        detectors += [(f"Google's, {ranking}", google, 0.2, ranking) for ranking in ("formula", "score")]
    entries = read(options.folder)
    print(f"{len(entries)} photos, {sum(len(t) for _, t in entries)} objects, "
          f"{len({f.split('/')[0] for f, _ in entries})} domains\n")
    print("| detector, ranking | threshold | single | mean | AP50 | largest@5 | all@5 | false |\n|" + "---|" * 8)
    for name, detector, threshold, ranking in detectors:
        figures, domains = measure(detector, threshold, entries, options.folder, name, ranking)
        print(f"| {name} | {threshold} | " + " | ".join(f"{v:.3f}" for v in figures.values()) + " |", flush=True)
        if options.domains:
            print("  " + ", ".join(f"{k} {v:.2f}" for k, v in domains.items()))


if __name__ == "__main__":
    main()
