"""Measure localizers side by side: one table, the same run, with standard errors.

    python evaluate_localizer.py --coco DIR [DIR...] [--coco128 DIR] --compositions 300 \
        --model int8=FILE.tflite --model float=FILE.tflite \
        --ssd FILE --nanodet DIR --yolo FILE

prominent@5  the most prominent object (area x exp(-2 d^2)) is among the five best boxes
ranked@5     the same among the five boxes that the library would give: by prominence
all@5        share of all objects (>= 1 % of the picture) among the five best boxes
single       the first box by prominence, score x sqrt(area) x centrality of sure ones, is the prominent object
AP50         average precision over all objects, classes ignored, 101 points
A hit is IoU >= 0.5. Standard errors: bootstrap over pictures.
"""

import argparse
import json
import re
import time
from pathlib import Path

import numpy as np
import torch
from tqdm import tqdm

import network
from choice import order_of
from common import INPUT_SIZE, Model, area, from_input, iou, nms, place
from evaluation_sets import coco_folder, compositions, held_out_photos, yolo_folder
from network import decode
from teachers import SSD, NanoDet, YOLOv3Tiny


class Weights:
    """Trained weights as they are, run by torch on squares of any side that 64 divides."""

    def __init__(self, path, side, threads):
        torch.set_num_threads(threads)
        self.network, self.size = network.Localizer().load(path).eval(), side

    @torch.no_grad()
    def __call__(self, pixels):
        logits, sides = self.network(torch.from_numpy((pixels.transpose(2, 0, 1)[None].astype(np.float32) - 127) / 128))
        return [torch.sigmoid(logits).square()[..., None].numpy(), sides.numpy()]


class Localizer:
    """A shipped or float localizer file, or weights, decoded as the JSON of the shipped says."""
    ranking = "choice"  # the boxes' order; of other detectors by the formula

    def __init__(self, path, placement="stretch", threads=1, floor=0.0004, overlap=0.5, side=INPUT_SIZE):
        path = Path(path)
        self.model = Weights(path, side, threads) if path.suffix == ".pt" or path.is_dir() else Model(path, threads)
        self.placement, self.floor, self.overlap = placement, floor, overlap

    def __call__(self, picture):
        square, placement = place(picture, self.model.size, self.placement)
        outputs = {o.shape[-1]: o[0] for o in self.model(np.asarray(square))}
        scores, boxes = outputs[1][:, 0], decode(outputs[4].astype(np.float64), self.model.size)
        boxes, scores = boxes[scores > self.floor], scores[scores > self.floor]
        boxes = from_input(boxes, placement, picture.size)
        keep = nms(boxes, scores, self.overlap)
        return boxes[keep], scores[keep]


# As in the library: Sources/ViewfinderVision/Detection/Prominence.swift
EXPONENT, CENTRALITY, SURENESS_SHARE = 0.5, 2.0, 0.55


def prominence(scores, share, distance, exponent=EXPONENT, centrality=CENTRALITY, sureness=SURENESS_SHARE):
    """Of boxes with these scores, shares of the picture and squared distances from its middle."""
    behind = np.where(scores < sureness * scores.max(initial=0), 1e-6, 1)
    return scores * share ** exponent * np.exp(-centrality * distance) * behind


def by_prominence(boxes, scores, width, height):
    """Indices of the boxes in the order of the formula alone: the library's for detectors other than ours."""
    d = np.hypot((boxes[:, 0] + boxes[:, 2]) / 2 / width - 0.5, (boxes[:, 1] + boxes[:, 3]) / 2 / height - 0.5)
    share = area(boxes) / (width * height)
    return np.argsort(-prominence(scores, share, d * d), kind="stable")


def match(boxes, scores, truth, most=100):
    """Scores and hits of the best boxes against one picture's objects."""
    order = np.argsort(-scores, kind="stable")[:most]
    used, hits = np.zeros(len(truth), bool), np.zeros(len(order), bool)
    if len(truth) and len(order):
        overlaps = iou(boxes[order], truth)
        for i in range(len(order)):
            free = np.where(used, -1, overlaps[i])
            if free.max() >= 0.5:
                used[free.argmax()] = True
                hits[i] = True
    return scores[order], hits


def average_precision(pieces, objects):
    scores, hits = np.concatenate([p[0] for p in pieces]), np.concatenate([p[1] for p in pieces])
    hits = hits[np.argsort(-scores, kind="stable")]
    if not len(hits) or not objects:
        return 0.0
    found = np.cumsum(hits)
    precision = found / (np.arange(len(hits)) + 1)
    precision = np.maximum.accumulate(precision[::-1])[::-1]
    at = np.searchsorted(found / objects, np.linspace(0, 1, 101))
    return float(np.where(at < len(precision), precision[np.minimum(at, len(precision) - 1)], 0).mean())


def measure(detector, entries, name=""):
    rows, pieces, counts = [], [], []
    begun = time.time()
    for entry in tqdm(entries, desc=name, mininterval=5, leave=False, disable=None):
        boxes, scores = detector(entry["picture"])
        pieces.append(match(boxes, scores, entry["boxes"]))
        counts.append(len(entry["boxes"]))
        if entry["prominent"] is None:
            continue
        best = np.argsort(-scores, kind="stable")[:5]
        overlaps = iou(entry["large"], boxes) if len(boxes) else np.zeros((len(entry["large"]), 1))
        top = overlaps[:, best] if len(boxes) else overlaps
        order = order_of(boxes, scores, *entry["picture"].size, getattr(detector, "ranking", "formula"))
        hits = overlaps[entry["prominent"], order if len(order) else [0]] >= 0.5
        rows.append([top[entry["prominent"]].max() >= 0.5, (top.max(1) >= 0.5).sum(), len(entry["large"]), hits[0],
                     hits[:5].any()])
    rows, counts = np.array(rows, float), np.array(counts)
    generator = np.random.default_rng(0)

    def figures(pick_rows, pick_pieces):
        r = rows[pick_rows]
        return [r[:, 0].mean(), r[:, 4].mean(), r[:, 1].sum() / r[:, 2].sum(), r[:, 3].mean(),
                average_precision([pieces[i] for i in pick_pieces], counts[pick_pieces].sum())]

    value = figures(np.arange(len(rows)), np.arange(len(pieces)))
    again = [figures(generator.integers(0, len(rows), len(rows)), generator.integers(0, len(pieces), len(pieces)))
             for _ in range(200)]
    return value, np.std(again, 0), (time.time() - begun) / max(1, len(entries))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--coco", nargs="*", default=[], help="folders with annotations.json and images/")
    parser.add_argument("--val2017", type=Path, help="a text that names COCO's val2017 photos: those of --coco, which no "
                        "detector was trained on, are measured by themselves too")
    parser.add_argument("--coco128", help="extracted coco128_yolo")
    parser.add_argument("--held-out", action="store_true", help="COCO photos kept from training, to choose by")
    parser.add_argument("--compositions", type=int, default=0, help="how many")
    parser.add_argument("--model", action="append", default=[], metavar="NAME=FILE[:letterbox]",
                        help="our models: .tflite, or weights as .pt or as the published folder")
    parser.add_argument("--side", type=int, default=INPUT_SIZE, help="pixels of the square, for weights")
    parser.add_argument("--ssd"), parser.add_argument("--nanodet"), parser.add_argument("--yolo")
    parser.add_argument("--google", help="mobile_object_localizer_v1.tflite")
    parser.add_argument("--json", type=Path, help="also write the figures here")
    options = parser.parse_args()
    if options.val2017 and not options.coco:
        parser.error("--val2017 picks photos of --coco.")

    detectors = {}
    for model in options.model:
        name, path = model.split("=", 1)
        path, _, placement = path.partition(":")
        detectors[name] = Localizer(path, placement or "stretch", side=options.side)
    if options.yolo:
        detectors["YOLOv3-tiny"] = YOLOv3Tiny(options.yolo)
    if options.google:
        detectors["Google's localizer"] = SSD(options.google, overlap=0.6)
    if options.ssd:
        detectors["COCO SSD v1"] = SSD(options.ssd)
    if options.nanodet:
        folder = Path(options.nanodet)
        detectors["NanoDet-m"] = NanoDet(folder / "nanodet_m.param", folder / "nanodet_m.bin")
    sets = {}
    if options.coco:
        sets["COCO folders"] = [e for folder in options.coco for e in coco_folder(folder)]
    if options.val2017:
        unseen = set(re.findall(r"\d{12}", options.val2017.read_text()))
        sets["COCO folders, val2017 only"] = [e for e in sets["COCO folders"] if Path(e["name"]).stem in unseen]
    if options.coco128:
        sets["coco128"] = yolo_folder(options.coco128)
    if options.held_out:
        sets["held-out training photos"] = held_out_photos()
    if options.compositions:
        sets["compositions"] = compositions(options.compositions)
    results = {}
    for set_name, entries in sets.items():
        objects = sum(len(e["boxes"]) for e in entries)
        usable = sum(e["prominent"] is not None for e in entries)
        print(f"\n**{set_name}**: {len(entries)} pictures, {objects} objects, {usable} with a prominent object\n")
        print("| detector | prominent@5 | ranked@5 | all@5 | single | AP50 |\n|---|---|---|---|---|---|", flush=True)
        for name, detector in detectors.items():
            value, error, seconds = measure(detector, entries, name)
            results[f"{set_name} / {name}"] = dict(value=value, error=error.tolist())
            print(f"| {name} | " + " | ".join(f"{v:.3f} ± {e:.3f}" for v, e in zip(value, error)) + " |", flush=True)
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
