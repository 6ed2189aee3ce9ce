"""Make samples and keep the frozen backbone's features of each.

The backbone runs as int8 with the ranges that the shipped model will have, so
that the head learns from exactly what it will see. One sample is 141 kB.

    python make_features.py --wheel FILE.whl --prepare
    python make_features.py --set a --part 0/2 &  python make_features.py --set a --part 1/2

Sets that are made to tune the backbone (c, d) hold stride 8 only: the stages behind it learn.
A stopped run continues where it was.
"""

import argparse
import json

import numpy as np
from tqdm import tqdm

from common import INPUT_SIZE, WORK, Model, write_atomically
from samples import Maker, plan
from tflite_writer import Graph, measure_ranges, quantize

SHAPES = ((40, 40, 40), (20, 20, 112), (10, 10, 320))
SETS = {
    "a": (dict(coco=4500, azure=250, bottles=80, clothing=450, grocery=350, flowers=400, fod=400, rooms=300,
               compose=1500, mosaic=900), 1),
    "b": (dict(coco=5600, azure=250, rooms=500, clothing=400, flowers=350, fod=300, grocery=300, compose=2300,
               mosaic=1600), 2),
    "c": (dict(coco=6400, azure=200, rooms=600, clothing=300, flowers=300, fod=200, compose=2600, mosaic=1800), 3),
    "d": (dict(coco=4800, openimages=3200, azure=150, rooms=300, clothing=250, flowers=250, fod=150, compose=2000,
               mosaic=1300), 4),
}
EARLY = "cd"  # sets of stride 8 only


def prepare(wheel, pictures):
    from export_localizer import calibration_inputs
    from network import Backbone
    backbone = Backbone().load_published(wheel).eval()

    def network(last):
        graph = Graph("EfficientNet-Lite0 features")
        images = graph.input("images", [1, INPUT_SIZE, INPUT_SIZE, 3])
        taps = backbone.emit(graph, images, last)
        return graph.finish({"images": images}, dict(zip(("c3", "c4", "c5"), taps))), \
            [graph.subgraph.tensors[t].name for t in taps]

    data, names = network(6)
    path = WORK / "backbone.float.tflite"
    write_atomically(path, data)
    inputs = list(calibration_inputs(pictures, "stretch"))
    ranges = measure_ranges(path, inputs, lambda x: tqdm(x, desc="ranges"))
    write_atomically(WORK / "backbone.int8.tflite", quantize(data, ranges))
    write_atomically(WORK / "backbone.early.int8.tflite", quantize(network(2)[0], ranges))
    scales = []
    for name in names:
        low, high = min(ranges[name][0], 0), max(ranges[name][1], 0)
        scale = (high - low) / 255
        scales.append([scale, int(np.clip(round(-128 - low / scale), -128, 127))])
    (WORK / "features.json").write_text(json.dumps(dict(scales=scales)))
    (WORK / "backbone.ranges.json").write_text(json.dumps(ranges))
    print(scales)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheel")
    parser.add_argument("--prepare", action="store_true", help="write the int8 backbone, then stop")
    parser.add_argument("--pictures", type=int, default=128, help="calibration pictures")
    parser.add_argument("--set", default="a", choices=sorted(SETS))
    parser.add_argument("--part", default="0/1")
    options = parser.parse_args()
    if options.prepare:
        return prepare(options.wheel, options.pictures)

    part, parts = map(int, options.part.split("/"))
    counts, seed = SETS[options.set]
    entries = list(enumerate(plan(counts, seed)))[part::parts]
    folder = WORK / "features" / f"{options.set}{part}"
    folder.mkdir(parents=True, exist_ok=True)
    scales = json.loads((WORK / "features.json").read_text())["scales"]
    shapes = SHAPES[:1] if options.set in EARLY else SHAPES
    model, maker = Model(WORK / f"backbone{'.early' if len(shapes) == 1 else ''}.int8.tflite"), Maker()
    arrays = []
    for level, shape in enumerate(shapes):
        path = folder / f"c{level + 3}.npy"
        mode = "r+" if path.exists() else "w+"
        arrays.append(np.lib.format.open_memmap(path, mode, np.int8, (len(entries), *shape)))
    done = sum(1 for _ in open(folder / "boxes.jsonl")) if (folder / "boxes.jsonl").exists() else 0
    with open(folder / "boxes.jsonl", "a") as out:
        for i in tqdm(range(done, len(entries)), mininterval=5):
            number, entry = entries[i]
            picture, boxes, ignore, weight = maker.make(entry, seed * 1_000_000 + number)
            by_shape = {o.shape[1:]: o[0] for o in model(picture)}
            for array, shape, (scale, zero) in zip(arrays, shapes, scales):
                array[i] = np.clip(np.round(by_shape[shape] / scale) + zero, -128, 127).astype(np.int8)
            out.write(json.dumps(dict(kind=entry[0], file=entry[1], boxes=boxes.round(2).tolist(),
                                      ignore=ignore.round(2).tolist(), weight=weight)) + "\n")
            if i % 50 == 0:
                out.flush()


if __name__ == "__main__":
    main()
