"""Choose the constants of the prominence ranking on training photos.

The library ranks objects by score x share^a x exp(-c d^2), and those less than r times as sure as the
surest come last. Every sample photo with known or fused boxes is looked at; the "prominent" object is the
one of largest area x exp(-2 d^2). The photos kept from training and the others are counted apart; the
evaluation sets are not used.

    python tune_prominence.py --model int8=FILE.tflite [--photos 300]
"""

import argparse
import itertools
import random

import numpy as np
from tqdm import tqdm

from common import WORK, area, iou, load_picture
from evaluate_localizer import Localizer, prominence
from evaluation_sets import held_out_photos, picture_entry
from samples import labelled_photos


def looked_at(detector, entries):
    """(scores, share, d^2, hits the prominent object) of every photo's boxes."""
    rows = []
    for entry in tqdm(entries, mininterval=5, disable=None):
        if entry["prominent"] is None:
            continue
        boxes, scores = detector(entry["picture"])
        boxes, scores = boxes[:100], scores[:100]
        width, height = entry["picture"].size
        dx = (boxes[:, 0] + boxes[:, 2]) / 2 / width - 0.5
        dy = (boxes[:, 1] + boxes[:, 3]) / 2 / height - 0.5
        hits = iou(boxes, entry["large"][entry["prominent"]][None])[:, 0] >= 0.5
        rows.append((scores, area(boxes) / (width * height), dx * dx + dy * dy, hits))
    return rows


def single(rows, *constants):
    """Share of photos whose first box is the prominent object."""
    right = 0
    for scores, share, distance, hits in rows:
        if len(scores):
            right += bool(hits[prominence(scores, share, distance, *constants).argmax()])
    return right / len(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", required=True, metavar="NAME=FILE")
    parser.add_argument("--photos", type=int, default=300, help="training photos beside the held-out ones")
    options = parser.parse_args()
    detector = Localizer(options.model.split("=", 1)[1])
    photos = labelled_photos()
    files = sorted(f for f, p in photos.items() if p["source"] in ("coco", "azure", "rooms") and p["boxes"])
    random.Random(4).shuffle(files)
    seen = [picture_entry(load_picture(WORK / "photos" / f), photos[f]["boxes"], f) for f in files[:options.photos]]
    sets = {"training": looked_at(detector, seen), "held out": looked_at(detector, held_out_photos())}
    print("| exponent | centrality | sureness | " + " | ".join(f"{name} ({len(rows)})" for name, rows in sets.items())
          + " |\n|" + "---|" * 5)
    for constants in itertools.product((0.25, 0.35, 0.5, 0.65, 0.8), (0, 1, 2, 3, 4), (0, 0.4, 0.55, 0.7)):
        print("| " + " | ".join([str(c) for c in constants] + [f"{single(rows, *constants):.3f}" for rows in sets.values()])
              + " |")


if __name__ == "__main__":
    main()
