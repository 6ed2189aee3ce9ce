"""Measure the coarse categories on labelled photos that were not trained on.

    python evaluate_categories.py --labeler $LABELER --photos DIR --detection DIR... [--whole-none FILE...]

--photos     folder with fashion_good, home_good, food, place, plant
--detection  COCO-type folders; boxes of people, animals, vehicles and sports
             things (side >= 56 px, 5 % margin) are the "none" pictures
Prints the confusion matrix, recall of each, the share of wrong categories on
"none" pictures, and how often a confidence is right.
"""

import argparse
import csv
import json
from pathlib import Path

import numpy as np
from PIL import Image
from tqdm import tqdm

from common import RESOURCES, Model, load_picture
from train_categories import COCO, NAMES, NONE

FOLDERS = {"fashion_good": 0, "home_good": 1, "food": 2, "place": 3, "plant": 4}


def classify(labeler, categories, picture):
    square = picture.resize((labeler.size, labeler.size), Image.BICUBIC)
    return categories.raw(labeler(np.asarray(square))[0])[0][0]


def pictures(options):
    for name, category in FOLDERS.items():
        for path in sorted((options.photos / name).rglob("*")):
            if path.suffix.lower() in (".jpg", ".jpeg", ".png", ".bmp"):
                yield "photo", category, load_picture(path), path.name
    for path in options.whole_none:
        yield "photo", NONE, load_picture(path), path.name
    for folder in options.detection:
        record = json.loads((folder / "annotations.json").read_text())
        boxes = {}
        for a in record["annotations"]:
            if COCO.get(a["category_id"], NONE) == NONE and min(a["bbox"][2:]) >= 56:
                boxes.setdefault(a["image_id"], []).append(a["bbox"])
        for image in record["images"]:
            if image["id"] not in boxes:
                continue
            picture = load_picture(folder / "images" / image["file_name"])
            for x, y, w, h in boxes[image["id"]]:
                crop = (max(0, x - 0.05 * w), max(0, y - 0.05 * h),
                        min(picture.width, x + 1.05 * w), min(picture.height, y + 1.05 * h))
                yield "crop", NONE, picture.crop(tuple(int(v) for v in crop)), image["file_name"]


def decide(p, threshold):
    best = p[:, :5].argmax(1)
    top = p[np.arange(len(p)), best]
    return np.where((top >= threshold) & (top >= p[:, 5]), best, NONE)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--labeler", required=True)
    parser.add_argument("--categories", type=Path, default=RESOURCES / "categories.tflite")
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--detection", type=Path, nargs="*", default=[])
    parser.add_argument("--whole-none", type=Path, nargs="*", default=[], help="photos that belong to no category")
    parser.add_argument("--table", help="also measure this ImageNet table alone (CSV)")
    parser.add_argument("--wrong", action="store_true", help="list the wrong photos")
    options = parser.parse_args()
    labeler, model = Model(options.labeler), Model(options.categories)
    threshold = json.loads(options.categories.with_suffix(".json").read_text())["threshold"]
    kinds, truth, p, names, raw = [], [], [], [], []
    for kind, category, picture, name in tqdm(list(pictures(options)), mininterval=5, disable=None):
        square = picture.resize((labeler.size, labeler.size), Image.BICUBIC)
        raw.append(labeler(np.asarray(square))[0][0])
        p.append(model.raw(raw[-1][None])[0][0])
        kinds.append(kind); truth.append(category); names.append(name)
    kinds, truth, p = np.array(kinds), np.array(truth), np.array(p)
    ways = [(f"trained layer, threshold {threshold}", decide(p, threshold))]
    if options.table:
        members = np.zeros((1000, 6))
        for row in csv.DictReader(open(options.table)):
            members[int(row["index"]), NAMES.index(row["category"])] = 1
        ways.append(("table alone, largest", (np.array(raw) @ members).argmax(1)))
    for title, guess in ways:
        print(f"\n**{title}**\n\n| truth | " + " | ".join(NAMES) + " | recall |\n|---|" + "---|" * 7)
        for kind in ("photo", "crop"):
            for c in range(6):
                mine = (truth == c) & (kinds == kind)
                if mine.any():
                    row = np.bincount(guess[mine], minlength=6)
                    print(f"| {NAMES[c]} {kind}s ({mine.sum()}) | " + " | ".join(map(str, row))
                          + f" | {row[c] / mine.sum():.3f} |")
        five = truth < 5
        right = (guess == truth)[five].mean()
        false = (guess[~five] != NONE).mean() if (~five).any() else float("nan")
        se = lambda v, n: np.sqrt(v * (1 - v) / max(1, n))
        print(f"\nfive categories right {right:.3f} ± {se(right, five.sum()):.3f}; "
              f"false category on none {false:.3f} ± {se(false, (~five).sum()):.3f}")
    print("\n| confidence | pictures | right |\n|---|---|---|")
    top, best = p.max(1), p.argmax(1)
    for low, high in ((0, 0.5), (0.5, 0.7), (0.7, 0.85), (0.85, 0.95), (0.95, 1.01)):
        mine = (top >= low) & (top < high)
        if mine.any():
            print(f"| {low:.2f}-{min(high, 1):.2f} (mean {top[mine].mean():.2f}) | {mine.sum()} | "
                  f"{(best == truth)[mine].mean():.2f} |")
    if options.wrong:
        guess = ways[0][1]
        for i in np.flatnonzero((guess != truth) & (kinds == "photo")):
            print(names[i], NAMES[truth[i]], "->", NAMES[guess[i]], p[i].round(2))


if __name__ == "__main__":
    main()
