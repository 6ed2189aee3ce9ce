"""Measures the first box of detectors on photos of many domains; run by evaluate_detection.py --domains.

The folder holds `annotations.json` (COCO) and the photos; the first folder of a photo's name is its
domain. Without it nothing is measured, and the output says so.
"""

import json
import pathlib
import subprocess
import sys

# Domains in which no object is left out, so that a box on none is wrong.
COMPLETE = ("animals", "dogcat", "fruit", "insect", "pizza")


def overlap(a, b):
    """Intersection over union of x, y, width, height."""
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    both = max(0, width) * max(0, height)
    return both / (a[2] * a[3] + b[2] * b[3] - both) if both else 0


def detect(tool, folder, detector, options):
    """Boxes by photo, in the tool's order: x, y, width, height, confidence."""
    command = [tool, "detect", "--json", "--multiple", "--recursive", *options, folder]
    command += ["--detector", detector] if detector else []
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"error: the tool ended with {run.returncode}: {run.stderr}")
    found = {}
    for line in run.stdout.splitlines():
        photo = json.loads(line)
        name = str(pathlib.Path(photo["source"]).relative_to(folder))
        found[name] = [
            [*(o["frame"][k] for k in ("x", "y", "width", "height")), o["confidence"]]
            for o in photo["objects"]]
    return found


def average_precision(photos):
    """AP at an overlap of half, of (boxes, objects) for each photo."""
    ranked, objects = [], 0
    for boxes, truth in photos:
        free, objects = list(truth), objects + len(truth)
        for box in sorted(boxes, key=lambda b: -b[4]):
            best = max(free, key=lambda t: overlap(box, t), default=None)
            hit = best is not None and overlap(box, best) >= 0.5
            if hit:
                free.remove(best)
            ranked.append((box[4], hit))
    ranked.sort(key=lambda r: -r[0])
    found, curve = 0, []
    for number, (_, hit) in enumerate(ranked, 1):
        found += hit
        curve.append((found / objects, found / number))
    total, at, best = 0, len(curve) - 1, 0
    for step in range(100, -1, -1):
        while at >= 0 and curve[at][0] >= step / 100:
            best = max(best, curve[at][1])
            at -= 1
        total += best
    return total / 101


def mean(values):
    values = list(values)
    return sum(values) / len(values) if values else float("nan")


def figures(tool, folder, detector, threshold):
    data = json.loads((folder / "annotations.json").read_text("utf-8"))
    truth = {image["id"]: [] for image in data["images"]}
    for object_ in data["annotations"]:
        truth[object_["image_id"]].append(object_["bbox"])
    truth = {image["file_name"]: truth[image["id"]] for image in data["images"]}
    options = ["--object-threshold", str(threshold)] if threshold else []
    shown = detect(tool, folder, detector, ["-n", "5", *options])
    every = detect(tool, folder, detector, ["-n", "100", "--object-threshold", "0.01"])
    right = lambda box, objects: any(overlap(box, t) >= 0.5 for t in objects)
    domains, largest, found, false = {}, [], [], []
    for name, objects in truth.items():
        boxes, domain = shown.get(name, []), name.split("/")[0]
        domains.setdefault(domain, []).append(bool(boxes) and right(boxes[0], objects))
        five = every.get(name, [])[:5]
        hits = [any(overlap(box, t) >= 0.5 for box in five) for t in objects]
        found += hits
        largest.append(hits[max(range(len(objects)), key=lambda i: objects[i][2] * objects[i][3])])
        if domain in COMPLETE:
            false.append(sum(not right(box, objects) for box in boxes))
    return [
        mean(sum(domains.values(), [])), mean(mean(v) for v in domains.values()),
        average_precision([(every.get(name, []), objects) for name, objects in truth.items()]),
        mean(largest), mean(found), mean(false)]


def table(tool, folder, detectors):
    """Rows of (name, file or None, threshold or None) as Markdown."""
    if not (folder / "annotations.json").exists():
        return f"skipped: {folder} with annotations.json and photos is not here."
    lines = [
        "| detector | single | mean of domains | AP50 | largest@5 | all@5 | false a photo |",
        "|---" * 7 + "|"]
    for name, detector, threshold in detectors:
        cells = [f"{value:.3f}" for value in figures(tool, folder, detector, threshold)]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)
