"""Label the fetched photos with an ensemble of three teachers.

PicoDet looks twice, once mirrored; YOLOX-nano once, NanoDet once, mirrored.
Boxes that lie on each other form a group; its strength is the weighted mean of
what the teachers say. A strong group becomes an object; a weaker one becomes
"ignore": the trainer neither rewards nor punishes a detection there. Where
true boxes of people are known (WORK/people.*.jsonl), they replace the teachers'.

    python pseudo_label.py --picodet DIR --yolox FILE.onnx --nanodet DIR [--part 0/2]
    python pseudo_label.py ... --check FILE   # how good are the labels? (photos with true boxes)

Writes one line per photo to WORK/labels.<part>.jsonl; a second run continues.
"""

import argparse
import json
from pathlib import Path

import numpy as np
from PIL import ImageOps
from tqdm import tqdm

from common import WORK, area, iou, load_picture, nms
from teachers import YOLOX, NanoDet, PicoDet

THOROUGH = {"coco", "azure", "rooms", "openimages"}  # all photos of these
SKIP = {"flowers", "grocery_iconic", "fod"}  # no teacher knows them (see cut_out.py), or boxes exist
PERSON = 0
VIEWS = (("picodet", False, 1.0), ("picodet", True, 1.0), ("yolox", False, 0.8), ("nanodet", True, 0.8))
SURE, MAYBE = 0.32, 0.16  # strengths: below, less than 40 % and 10 % are right (--check)


def look(picture, teachers):
    """Boxes [n, 4], class scores [n, 80] and view numbers [n] of all views."""
    boxes, classes, views = [], [], []
    for number, (teacher, mirrored, _) in enumerate(VIEWS):
        part = ImageOps.mirror(picture) if mirrored else picture
        b, c = teachers[teacher].raw(part)
        s = c.max(1)
        b, c = b[s > 0.08], c[s > 0.08]
        keep = nms(b, c.max(1), 0.6)[:80]
        b, c = b[keep], c[keep]
        if mirrored:
            b = np.stack([part.width - b[:, 2], b[:, 1], part.width - b[:, 0], b[:, 3]], 1)
        boxes.append(b)
        classes.append(c)
        views.append(np.full(len(b), number))
    return np.concatenate(boxes), np.concatenate(classes), np.concatenate(views)


def fuse(boxes, classes, views, near=0.55):
    """Group boxes; returns (mean boxes, strengths, classes), strongest first."""
    weights = np.array([w for _, _, w in VIEWS])
    scores = classes.max(1)
    order, groups, means = np.argsort(-scores), [], []
    for i in order:
        if means:
            overlap = iou(boxes[i][None], np.array(means))[0]
            best = int(overlap.argmax())
            if overlap[best] >= near:
                groups[best].append(i)
                w = scores[groups[best]]
                means[best] = (boxes[groups[best]] * w[:, None]).sum(0) / w.sum()
                continue
        groups.append([i])
        means.append(boxes[i])
    strength, names = [], []
    for group in groups:
        best = np.zeros(len(VIEWS))
        for i in group:
            best[views[i]] = max(best[views[i]], scores[i])
        strength.append((best * weights).sum() / weights.sum())
        names.append(int(classes[group].sum(0).argmax()))
    order = np.argsort(-np.array(strength), kind="stable")
    return (np.array(means).reshape(-1, 4)[order], np.array(strength)[order], np.array(names, int)[order])


def decide(boxes, strength, names, size, people=None):
    """(objects, strengths, classes, ignore)."""
    big = area(boxes) > 0.0008 * size[0] * size[1]
    keep = np.zeros(len(boxes), bool)
    keep[nms(boxes, strength, 0.7)] = True
    sure = (strength >= SURE) & keep
    maybe = (strength >= MAYBE) & ~sure & keep
    if people is not None:
        people = np.array(people, np.float64).reshape(-1, 4)
        mine = names == PERSON
        sure, maybe = sure & ~mine, maybe & ~mine
        large = area(people) > 0.0008 * size[0] * size[1]
        objects = np.concatenate([boxes[sure & big], people[large]])
        return (objects, np.concatenate([strength[sure & big], np.ones(large.sum())]),
                np.concatenate([names[sure & big], np.zeros(large.sum(), int)]),
                np.concatenate([boxes[maybe | (sure & ~big)], people[~large]]))
    return boxes[sure & big], strength[sure & big], names[sure & big], boxes[maybe | (sure & ~big)]


def choose(photos, most):
    """At most `most` photos of each easy source, all of the thorough ones."""
    chosen = []
    for source in sorted({p["source"] for p in photos} - SKIP):
        own = [p for p in photos if p["source"] == source]
        order = np.random.default_rng(3).permutation(len(own))
        chosen += [own[i] for i in (order if source in THOROUGH else order[:most])]
    return chosen


def check(path, teachers):
    """Precision of the fused boxes by strength, and their AP, on photos with all boxes known."""
    from evaluate_localizer import average_precision, match
    pieces, objects = [], 0
    for line in tqdm([json.loads(text) for text in open(path)], mininterval=5):
        picture = load_picture(WORK / "photos" / line["file"])
        boxes, strength, _ = fuse(*look(picture, teachers))
        pieces.append(match(boxes, strength, np.array(line["boxes"]).reshape(-1, 4)))
        objects += len(line["boxes"])
    print(f"AP50 {average_precision(pieces, objects):.3f}, {objects} objects")
    strength, hits = np.concatenate([p[0] for p in pieces]), np.concatenate([p[1] for p in pieces])
    edges = [0.02, 0.05, 0.08, 0.12, 0.16, 0.2, 0.24, 0.28, 0.32, 0.4, 0.5, 1.01]
    for low, high in zip(edges, edges[1:]):
        mine = (strength >= low) & (strength < high)
        print(f"strength {low:.2f}-{high:.2f}: {mine.sum()} boxes, {hits[mine].mean():.2f} right; "
              f"recall from here {hits[strength >= low].sum() / objects:.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--picodet", type=Path, required=True, help="folder with picodet_s_416.param and .bin")
    parser.add_argument("--yolox", required=True, help="yolox_nano.onnx")
    parser.add_argument("--nanodet", type=Path, required=True, help="folder with nanodet_m.param and nanodet_m.bin")
    parser.add_argument("--part", default="0/1", help="this process's share, e.g. 1/2")
    parser.add_argument("--most", type=int, default=800, help="photos of an easy source")
    parser.add_argument("--sources", nargs="*", help="label these sources only")
    parser.add_argument("--check", help="JSON lines with file and boxes (all of them true)")
    options = parser.parse_args()
    part, parts = map(int, options.part.split("/"))
    teachers = {"picodet": PicoDet(options.picodet / "picodet_s_416.param", options.picodet / "picodet_s_416.bin"),
                "yolox": YOLOX(options.yolox),
                "nanodet": NanoDet(options.nanodet / "nanodet_m.param", options.nanodet / "nanodet_m.bin", 416)}
    if options.check:
        return check(options.check, teachers)
    people = {}
    for path in WORK.glob("people.*.jsonl"):
        people.update({line["file"]: line["boxes"] for line in map(json.loads, open(path))})
    photos = [json.loads(line) for line in open(WORK / "photos.jsonl")]
    photos = [photo for photo in photos if not options.sources or photo["source"] in options.sources]
    photos = choose(photos, options.most)[part::parts]
    photos.sort(key=lambda p: p["source"] not in THOROUGH)
    target = WORK / f"labels.{part}.jsonl"
    done = {json.loads(line)["file"] for line in open(target)} if target.exists() else set()
    with open(target, "a") as out:
        for photo in tqdm([p for p in photos if p["file"] not in done], mininterval=5):
            picture = load_picture(WORK / "photos" / photo["file"])
            boxes, strength, names, ignore = decide(*fuse(*look(picture, teachers)), picture.size,
                                                    people.get(photo["file"]))
            out.write(json.dumps(dict(file=photo["file"], boxes=boxes.round(1).tolist(),
                                      strength=strength.round(2).tolist(), classes=names.tolist(),
                                      ignore=ignore.round(1).tolist())) + "\n")
            out.flush()


if __name__ == "__main__":
    main()
