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


# --- Tracking -------------------------------------------------------------------------------------


def tracking_set(seed, frame_count, object_count, whole, categories):
    """Objects that walk about, and tracks that miss, invent, fragment and swap them."""
    random = np.random.default_rng(seed)
    truth, tracks = [], []
    numbers, following = {}, 1
    place = random.uniform(0, 500, (object_count, 2))
    speed = random.normal(0, 6, (object_count, 2))
    size = np.exp(random.uniform(3, 4.6, (object_count, 2)))
    spans = [sorted(random.integers(1, frame_count + 1, 2)) for _ in range(object_count)]
    kinds = random.choice(categories, object_count)
    marks = (random.random(object_count) < 0.85).astype(int)
    for frame in range(1, frame_count + 1):
        if frame % 17 == 0:
            continue
        place += speed + random.normal(0, 1, place.shape)
        used = set()
        for k in range(object_count):
            if not spans[k][0] <= frame <= spans[k][1]:
                continue
            box = np.round([*place[k], *size[k]], 0 if whole else 2)
            truth.append((frame, k, *box, marks[k], kinds[k], 1))
            if random.random() < 0.15:
                continue
            if k not in numbers or random.random() < 0.06:
                numbers[k], following = following, following + 1
            if random.random() < 0.03:
                other = random.choice(list(numbers))
                numbers[k], numbers[other] = numbers[other], numbers[k]
            if numbers[k] in used:
                continue
            used.add(numbers[k])
            moved = box + random.normal(0, 0.07, 4) * [*box[2:], *box[2:]]
            tracks.append((frame, numbers[k], *np.round(moved, 0 if whole else 2),
                           round(float(random.random()), 2)))
        for _ in range(random.poisson(0.4)):
            box = np.round([*random.uniform(0, 500, 2), *random.uniform(10, 80, 2)], 1)
            tracks.append((frame, following, *box, 0.5))
            following += 1
    return truth, [tracks[i] for i in random.permutation(len(tracks))], frame_count


def tracking_figures(folder, names, benchmark):
    import trackeval

    dataset = trackeval.datasets.MotChallenge2DBox.get_default_dataset_config()
    dataset.update(
        GT_FOLDER=str(folder), TRACKERS_FOLDER=str(folder), TRACKERS_TO_EVAL=["tracks"],
        TRACKER_SUB_FOLDER="", SKIP_SPLIT_FOL=True, SEQ_INFO=names, BENCHMARK=benchmark,
        GT_LOC_FORMAT="{gt_folder}/{seq}.truth.txt", PRINT_CONFIG=False)
    settings = trackeval.Evaluator.get_default_eval_config()
    settings.update({key: False for key in settings if key.startswith(
        ("PRINT", "OUTPUT", "PLOT", "TIME", "DISPLAY"))})
    metrics = [
        trackeval.metrics.HOTA(), trackeval.metrics.CLEAR({"PRINT_CONFIG": False}),
        trackeval.metrics.Identity({"PRINT_CONFIG": False})]
    found, _ = quietly(
        trackeval.Evaluator(settings).evaluate,
        [trackeval.datasets.MotChallenge2DBox(dataset)], metrics)

    def flat(sequence):
        hota, clear, identity = (sequence["pedestrian"][m] for m in ("HOTA", "CLEAR", "Identity"))
        figures = {k: float(np.mean(hota[k])) for k in (
            "HOTA", "DetA", "AssA", "DetRe", "DetPr", "AssRe", "AssPr", "LocA")}
        figures |= {k: float(clear[k]) for k in (
            "MOTA", "MOTP", "CLR_Re", "CLR_Pr", "CLR_TP", "CLR_FN", "CLR_FP", "IDSW", "Frag",
            "MT", "PT", "ML")}
        figures |= {k: float(identity[k]) for k in (
            "IDF1", "IDP", "IDR", "IDTP", "IDFN", "IDFP")}
        return figures | {"HOTA by threshold": [float(v) for v in hota["HOTA"]]}

    all_figures = found["MotChallenge2DBox"]["tracks"]
    return {
        "combined" if name == "COMBINED_SEQ" else name: flat(figures)
        for name, figures in all_figures.items()}


def make_tracking():
    folder = HERE / "Tracking"
    (folder / "tracks").mkdir(parents=True, exist_ok=True)
    sets = {
        "walk": tracking_set(5, 60, 8, False, [1]),
        "grid": tracking_set(6, 50, 10, True, [1]),
        "mixed": tracking_set(7, 60, 14, False, [1, 1, 1, 3, 6, 7, 8]),
        "silent": (tracking_set(8, 20, 3, True, [1])[0], [], 20),
    }
    for name, (truth, tracks, _) in sets.items():
        (folder / f"{name}.truth.txt").write_text(
            "".join(",".join(f"{v:g}" for v in row) + "\n" for row in truth))
        (folder / "tracks" / f"{name}.txt").write_text(
            "".join(",".join(f"{v:g}" for v in row) + ",-1,-1,-1\n" for row in tracks))
    names = {name: frame_count for name, (_, _, frame_count) in sets.items()}
    golden = {
        "origin": "trackeval 1.3.0, by make_golden.py",
        "frameCounts": names,
        "rules": {
            benchmark: tracking_figures(folder, names, benchmark)
            for benchmark in ("MOT15", "MOT17", "MOT20")},
    }
    (folder / "golden.json").write_text(json.dumps(golden, indent=1) + "\n")


if __name__ == "__main__":
    make_detection()
    make_tracking()
