"""Write the localizer as .tflite: float32, and int8 with ranges of real pictures.

    python export_localizer.py --weights WORK/localizer.pt

The float file, the weights with even channels and the measured ranges go to WORK: localizer.float.tflite,
localizer.even.pt, localizer.ranges.json. What rounds worst stays in float in the int8 file: FLOAT_PARTS. That and its
description go to Sources/ViewfinderModels/Resources unless --out says
otherwise. Calibration uses training photos only.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from tqdm import tqdm

from common import CHECKPOINTS, INPUT_SIZE, RESOURCES, WORK, load_picture, place, write_atomically
from equalize import equalize
from network import STRIDES, Localizer
from tflite_writer import Graph, measure_ranges, quantize

DESCRIPTION = ("Viewfinder localizer: class-agnostic boxes. NanoDet-Plus-m (Apache-2.0), trained further by the "
               "Viewfinder project; see NOTICE-localizer.txt")

# They make three quarters of the rounding's noise in the scores and cost an eighth more time in float.
FLOAT_PARTS = ("backbone/stem", "backbone/pool", "backbone/stage0", "backbone/stage1", "head/")


def float_bytes(model):
    graph = Graph(DESCRIPTION)
    images = graph.input("images", [1, INPUT_SIZE, INPUT_SIZE, 3])
    scores, boxes = model.emit(graph, images)
    return graph.finish({"images": images}, {"scores": scores, "boxes": boxes})


def calibration_inputs(count, rule):
    """Training photos spread over the sources, placed as at run time."""
    photos = [json.loads(line) for line in open(WORK / "photos.jsonl")]
    by_source = {}
    for photo in photos:
        by_source.setdefault(photo["source"], []).append(photo)
    chosen = []
    generator = np.random.default_rng(7)
    share = -(-count // len(by_source))
    for source in sorted(by_source):
        take = min(share * (3 if source == "coco" else 1), len(by_source[source]))
        chosen += [by_source[source][i] for i in generator.permutation(len(by_source[source]))[:take]]
    for photo in chosen:
        square, _ = place(load_picture(WORK / "photos" / photo["file"]), INPUT_SIZE, rule)
        yield (np.asarray(square, np.float32)[None] - 127) / 128


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", default=WORK / "localizer.pt", type=Path, help="state saved by train_localizer.py")
    parser.add_argument("--out", type=Path, default=RESOURCES, help="folder for localizer.tflite and localizer.json")
    parser.add_argument("--pictures", type=int, default=192, help="calibration pictures")
    parser.add_argument("--placement", choices=("stretch", "letterbox"), default="stretch")
    parser.add_argument("--threshold", type=float, default=0.45, help="default score threshold written to the JSON")
    parser.add_argument("--nms", type=float, default=0.5)
    parser.add_argument("--even", action="store_true", help="the channels are even already: weights trained with --int8")
    parser.add_argument("--throughout", action="store_true", help="int8 in all parts, to train with --int8")
    parser.add_argument("--faster", action="store_true", help="the stage of stride 16 in int8, too: an eighth less time")
    options = parser.parse_args()

    model, float_path = Localizer().load(options.weights).eval(), WORK / "localizer.float.tflite"
    inputs = list(calibration_inputs(options.pictures, options.placement))
    if not options.even:
        equalize(model, inputs)
        torch.save(dict(model=model.state_dict()), WORK / "localizer.even.pt")
    data = float_bytes(model)
    write_atomically(float_path, data)
    ranges = measure_ranges(float_path, inputs, lambda x: tqdm(x, desc="ranges"))
    (WORK / "localizer.ranges.json").write_text(json.dumps(ranges))
    small = quantize(data, ranges, kept=() if options.throughout else
                     tuple(part for part in FLOAT_PARTS if not (options.faster and part == "backbone/stage1")))
    write_atomically(options.out / "localizer.tflite", small)
    if options.out == RESOURCES:  # what is shipped can be trained on
        state = torch.load(options.weights, map_location="cpu", weights_only=True)
        state["model"] = {name: value.half() for name, value in state["model"].items()}
        CHECKPOINTS.mkdir(exist_ok=True)
        torch.save(state, CHECKPOINTS / "localizer.pt")
    total = sum((INPUT_SIZE // s) ** 2 for s in STRIDES)
    description = {
        "name": "localizer", "version": 2, "file": "localizer.tflite",
        "input": {"name": "images", "shape": [1, INPUT_SIZE, INPUT_SIZE, 3], "type": "uint8", "order": "RGB",
                  "scale": 1 / 128, "zeroPoint": 127, "resize": options.placement, "filter": "bilinear"},
        "outputs": {
            "scores": {"shape": [1, total, 1], "type": "float32", "meaning": "quality, 0...1: the square of the expected overlap with an object"},
            "boxes": {"shape": [1, total, 4], "type": "float32",
                      "meaning": "left, top, right, bottom distances from the cell's centre, in strides"}},
        "cells": {"strides": list(STRIDES),
                  "order": "all cells of stride 8 row by row, then 16, 32 and 64",
                  "centre": "x = (column + 0.5) * stride, y = (row + 0.5) * stride, in input pixels"},
        "decode": "distance = value * stride; box = (x - left, y - top, x + right, y + bottom) in input pixels; "
                  "then undo the resize and clip to the picture",
        "scoreThreshold": options.threshold, "nmsIoU": options.nms, "maximumBoxes": 5,
    }
    (options.out / "localizer.json").write_text(json.dumps(description, indent=2) + "\n")
    print(f"float {len(data)} bytes, int8 {len(small)} bytes")


if __name__ == "__main__":
    main()
