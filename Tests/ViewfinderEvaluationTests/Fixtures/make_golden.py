#!/usr/bin/env python3
"""Makes the small data sets of these tests and the figures that the reference tools give for them.

    python3 -m venv venv && venv/bin/pip install pycocotools==2.0.11 trackeval==1.3.0
    venv/bin/python make_golden.py

Everything is drawn from fixed seeds; nothing comes from a real data set. The tests themselves need
no Python: they read the files that this script writes beside itself.
"""

import contextlib
import io
import json
import pathlib

import numpy as np

HERE = pathlib.Path(__file__).parent
LIMITS = [1, 5, 10, 100]


def quietly(function, *arguments):
    with contextlib.redirect_stdout(io.StringIO()):
        return function(*arguments)


# --- Detection ------------------------------------------------------------------------------------


def detection_set(seed, image_count, crowd_share, score_digits, extra, copies):
    """A data set and results that are perturbed copies of it, misses, and inventions."""
    random = np.random.default_rng(seed)
    categories = [{"id": c, "name": f"kind {c}"} for c in (0, 3, 7)]
    images, annotations, results = [], [], []
    for number in range(image_count):
        image = {"id": 10 * number + 3, "file_name": f"{number}.jpg", "width": 320, "height": 240}
        images.append(image)
        for _ in range(int(random.integers(0, 6))):
            width, height = np.round(np.exp(random.uniform(2.5, 5.2, 2)), 1)
            box = [round(float(random.uniform(0, 320 - width)), 1),
                   round(float(random.uniform(0, 240 - height)), 1), float(width), float(height)]
            annotation = {
                "id": len(annotations) + 1, "image_id": image["id"],
                "category_id": int(random.choice([0, 0, 3])), "bbox": box,
                "area": round(float(width * height * random.uniform(0.5, 1)), 1),
                "iscrowd": int(random.random() < crowd_share)}
            annotations.append(annotation)
            for _ in range(copies if random.random() < 0.85 else 0):
                moved = np.array(box)
                moved[:2] += random.normal(0, 0.06, 2) * moved[2:]
                moved[2:] *= np.exp(random.normal(0, 0.1, 2))
                kind = annotation["category_id"] if random.random() < 0.9 else 7
                results.append({
                    "image_id": image["id"], "category_id": kind,
                    "bbox": [round(float(v), 1) for v in moved],
                    "score": round(float(random.random()), score_digits)})
        for _ in range(int(random.integers(0, extra + 1))):
            width, height = np.exp(random.uniform(2, 5, 2))
            results.append({
                "image_id": image["id"], "category_id": int(random.choice([0, 3, 7])),
                "bbox": [round(float(v), 1) for v in
                         (random.uniform(0, 300), random.uniform(0, 220), width, height)],
                "score": round(float(random.random()), score_digits)})
    order = random.permutation(len(results))
    truth = {"images": images, "categories": categories, "annotations": annotations}
    return truth, [results[i] for i in order]


def detection_figures(truth_path, results_path):
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval

    truth = quietly(COCO, str(truth_path))
    results = quietly(truth.loadRes, str(results_path))

    def mean(values):
        return float(np.mean(values[values > -1])) if (values > -1).any() else None

    def summary(precision, recall):
        return {
            "averagePrecision": mean(precision[:, :, :, 0, -1]),
            "averagePrecision50": mean(precision[0, :, :, 0, -1]),
            "averagePrecision75": mean(precision[5, :, :, 0, -1]),
            "averagePrecisionSmall": mean(precision[:, :, :, 1, -1]),
            "averagePrecisionMedium": mean(precision[:, :, :, 2, -1]),
            "averagePrecisionLarge": mean(precision[:, :, :, 3, -1]),
            "averageRecall": [
                {"maximumDetections": limit, "value": mean(recall[:, :, 0, i])}
                for i, limit in enumerate(LIMITS)],
            "averageRecallSmall": mean(recall[:, :, 1, -1]),
            "averageRecallMedium": mean(recall[:, :, 2, -1]),
            "averageRecallLarge": mean(recall[:, :, 3, -1]),
        }

    def run(use_categories):
        evaluation = COCOeval(truth, results, "bbox")
        evaluation.params.maxDets = LIMITS
        evaluation.params.useCats = use_categories
        quietly(evaluation.evaluate)
        quietly(evaluation.accumulate)
        return evaluation

    each = run(1)
    precision, recall = each.eval["precision"], each.eval["recall"]
    agnostic = run(0).eval
    return {
        "overall": summary(precision, recall),
        "categories": {
            str(number): summary(precision[:, :, k:k + 1], recall[:, k:k + 1])
            for k, number in enumerate(each.params.catIds)},
        "classAgnostic": summary(agnostic["precision"], agnostic["recall"]),
    }


def make_detection():
    folder = HERE / "Detection"
    folder.mkdir(exist_ok=True)
    sets = {
        "plain": detection_set(1, 12, 0, 6, extra=2, copies=1),
        "ties": detection_set(2, 12, 0, 1, extra=3, copies=2),
        "crowds": detection_set(3, 12, 0.35, 2, extra=3, copies=2),
        "crammed": detection_set(4, 3, 0.1, 2, extra=260, copies=8),
    }
    golden = {"origin": "pycocotools 2.0.11, by make_golden.py", "sets": {}}
    for name, (truth, results) in sets.items():
        paths = folder / f"{name}.truth.json", folder / f"{name}.results.json"
        for path, content in zip(paths, (truth, results)):
            path.write_text(json.dumps(content, separators=(",", ":")) + "\n")
        golden["sets"][name] = detection_figures(*paths)
    (folder / "golden.json").write_text(json.dumps(golden, indent=1) + "\n")


if __name__ == "__main__":
    make_detection()
