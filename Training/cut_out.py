"""Find the one thing in single-object photos (clothes, flowers, fruit) without a teacher.

GrabCut separates the photo's rim from its middle; a result is kept only when it
is one compact piece, touches the rim little, and a second start agrees.
It gives a box (WORK/cutouts.jsonl) and a cut-out with soft edges
(WORK/cutouts/*.png) for compositions.

    python cut_out.py [--part 0/2]
"""

import argparse
import json

import cv2
import numpy as np
from PIL import Image
from tqdm import tqdm

from common import WORK, load_picture
from samples import read_lines

SHARE = {"grocery_iconic": 81, "flowers": 900, "clothing": 900, "grocery": 500, "bottles": 37, "gcompris": 135}
SIDE = 144


def segment(small, inset):
    height, width = small.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    rect = (int(inset * width), int(inset * height), int((1 - 2 * inset) * width), int((1 - 2 * inset) * height))
    try:
        cv2.grabCut(small, mask, rect, np.zeros((1, 65)), np.zeros((1, 65)), 3, cv2.GC_INIT_WITH_RECT)
    except cv2.error:
        return None
    mask = ((mask == cv2.GC_FGD) | (mask == cv2.GC_PR_FGD)).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    if count < 2:
        return None
    best = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    if stats[best, cv2.CC_STAT_AREA] < 0.75 * mask.sum():
        return None  # several pieces
    return (labels == best).astype(np.uint8)


def acceptable(mask):
    height, width = mask.shape
    share = mask.mean()
    rim = np.concatenate([mask[0], mask[-1], mask[:, 0], mask[:, -1]]).mean()
    outline = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]
    hull = cv2.contourArea(cv2.convexHull(max(outline, key=cv2.contourArea)))
    return 0.05 < share < 0.72 and rim < 0.04 and mask.sum() > 0.62 * hull


def white_mask(picture):
    """Foreground of a product picture on white."""
    values = np.asarray(picture).astype(int)
    mask = (values.min(2) < 243).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    filled = np.zeros_like(mask)
    outline = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    cv2.drawContours(filled, [max(outline, key=cv2.contourArea)], -1, 1, -1)
    return filled


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", default="0/1")
    options = parser.parse_args()
    part, parts = map(int, options.part.split("/"))
    cv2.setNumThreads(1)
    photos = list(read_lines("photos*.jsonl"))
    chosen = []
    for source, share in SHARE.items():
        own = [p for p in photos if p["source"] == source]
        order = np.random.default_rng(3).permutation(len(own))[:share]
        chosen += [own[i] for i in order]
    target = WORK / f"cutouts.{part}.jsonl"
    done = {json.loads(line)["file"] for line in open(target)} if target.exists() else set()
    folder = WORK / "cutouts"
    folder.mkdir(exist_ok=True)
    with open(target, "a") as out:
        for photo in tqdm([p for p in chosen[part::parts] if p["file"] not in done], mininterval=5):
            picture = load_picture(WORK / "photos" / photo["file"])
            picture.thumbnail((400, 400), Image.LANCZOS)
            line = dict(file=photo["file"], source=photo["source"], box=None, cutout=None)
            if photo["source"] == "grocery_iconic":
                mask = white_mask(picture)
            else:
                small = picture.copy()
                small.thumbnail((SIDE, SIDE), Image.BILINEAR)
                small = np.ascontiguousarray(np.asarray(small)[..., ::-1])
                mask, second = segment(small, 0.04), None
                if mask is not None and acceptable(mask):
                    second = segment(small, 0.09)
                if second is None or (mask & second).sum() < 0.88 * (mask | second).sum():
                    mask = None
            if mask is not None and mask.any():
                soft = cv2.resize(cv2.erode(mask, np.ones((2, 2), np.uint8)).astype(np.float32), picture.size,
                                  interpolation=cv2.INTER_CUBIC)
                soft = (cv2.GaussianBlur(soft, (0, 0), 1).clip(0, 1) * 255).astype(np.uint8)
                ys, xs = np.nonzero(soft > 100)
                box = [int(xs.min()), int(ys.min()), int(xs.max()) + 1, int(ys.max()) + 1]
                cut = picture.copy()
                cut.putalpha(Image.fromarray(soft))
                name = photo["file"].replace("/", "_").rsplit(".", 1)[0] + ".png"
                cut.crop(box).save(folder / name)
                scale = [photo["size"][0] / picture.width, photo["size"][1] / picture.height] * 2
                line.update(box=[round(b * s, 1) for b, s in zip(box, scale)], cutout=name)
            out.write(json.dumps(line) + "\n")
            out.flush()


if __name__ == "__main__":
    main()
