"""Label the fetched photos with an ensemble of two teachers.

NanoDet looks at two scales, once mirrored; SSD at one. Boxes that lie on each
other form a group; a group that both teachers see, or one of them
very surely, becomes an object; weaker groups become "ignore": the trainer
neither rewards nor punishes a detection there.

    python pseudo_label.py --ssd FILE.tflite --nanodet DIR [--part 0/2]

Writes one line per photo to WORK/labels.<part>.jsonl; a second run continues.
"""

import argparse
import json
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps
from tqdm import tqdm

from common import WORK, area, iou, load_picture, nms
from teachers import SSD, NanoDet

THOROUGH = {"coco", "azure", "rooms"}     # many objects: one scale more
SKIP = {"flowers", "grocery_iconic", "fod"}  # no teacher knows them (see cut_out.py), or boxes exist


def views(thorough):
    """(teacher, mirrored, input size)."""
    yield "ssd", False, None
    yield "nanodet", True, 416
    if thorough:
        yield "nanodet", False, 320


def look(picture, teachers, thorough):
    boxes, scores, who = [], [], []
    for teacher, mirrored, size in views(thorough):
        part = ImageOps.mirror(picture) if mirrored else picture
        b, s = teachers[teacher](part) if size is None else teachers[teacher](part, size)
        keep = s > (0.2 if teacher == "ssd" else 0.1)
        b, s = b[keep][:60], s[keep][:60]
        if mirrored:
            b = np.stack([part.width - b[:, 2], b[:, 1], part.width - b[:, 0], b[:, 3]], 1)
        boxes.append(b)
        scores.append(s)
        who += [teacher] * len(s)
    return np.concatenate(boxes), np.concatenate(scores), np.array(who)


def fuse(boxes, scores, who, near=0.6):
    """Group boxes; returns (mean boxes, best SSD score, best NanoDet score)."""
    order, groups, means = np.argsort(-scores), [], []
    for i in order:
        if means:
            overlap = iou(boxes[i][None], np.array(means))[0]
            best = int(overlap.argmax())
            if overlap[best] >= near:
                groups[best].append(i)
                weights = scores[groups[best]]
                means[best] = (boxes[groups[best]] * weights[:, None]).sum(0) / weights.sum()
                continue
        groups.append([i]); means.append(boxes[i])
    best = {t: np.array([scores[g][who[g] == t].max(initial=0) for g in groups]) for t in ("ssd", "nanodet")}
    return np.array(means).reshape(-1, 4), best["ssd"], best["nanodet"]


def decide(boxes, ssd, nanodet, picture_size):
    sure = ((nanodet >= 0.3) & (ssd >= 0.35)) | (nanodet >= 0.5) | (ssd >= 0.7)
    strength = np.maximum(nanodet / 0.5, ssd / 0.7) + 0.5 * (np.minimum(nanodet / 0.5, ssd / 0.7))
    big = area(boxes) > 0.0012 * picture_size[0] * picture_size[1]
    keep = nms(boxes, strength, 0.65)
    kept = np.zeros(len(boxes), bool)
    kept[keep] = True
    maybe = ~sure & ((nanodet >= 0.15) | (ssd >= 0.3)) & big
    return boxes[sure & kept & big], strength[sure & kept & big], boxes[(maybe | (sure & ~kept)) & big]


def choose(photos, most):
    """At most `most` photos of each easy source, all of the thorough ones."""
    chosen = []
    for source in sorted({p["source"] for p in photos} - SKIP):
        own = [p for p in photos if p["source"] == source]
        order = np.random.default_rng(3).permutation(len(own))
        chosen += [own[i] for i in (order if source in THOROUGH else order[:most])]
    return chosen


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ssd", required=True, help="coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite")
    parser.add_argument("--nanodet", required=True, help="folder with nanodet_m.param and nanodet_m.bin")
    parser.add_argument("--part", default="0/1", help="this process's share, e.g. 1/2")
    parser.add_argument("--most", type=int, default=500, help="photos of an easy source")
    options = parser.parse_args()
    part, parts = map(int, options.part.split("/"))

    folder = Path(options.nanodet)
    teachers = {"ssd": SSD(options.ssd), "nanodet": NanoDet(folder / "nanodet_m.param", folder / "nanodet_m.bin")}
    photos = [json.loads(line) for line in open(WORK / "photos.jsonl")]
    photos = choose(photos, options.most)[part::parts]
    photos.sort(key=lambda p: p["source"] not in THOROUGH)
    target = WORK / f"labels.{part}.jsonl"
    done = {json.loads(line)["file"] for line in open(target)} if target.exists() else set()
    with open(target, "a") as out:
        for photo in tqdm([p for p in photos if p["file"] not in done], mininterval=5):
            picture = load_picture(WORK / "photos" / photo["file"])
            found = look(picture, teachers, photo["source"] in THOROUGH)
            boxes, strength, ignore = decide(*fuse(*found), picture.size)
            out.write(json.dumps(dict(file=photo["file"], boxes=boxes.round(1).tolist(),
                                      strength=strength.round(2).tolist(), ignore=ignore.round(1).tolist())) + "\n")
            out.flush()


if __name__ == "__main__":
    main()
