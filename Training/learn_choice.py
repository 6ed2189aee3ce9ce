"""Learn which of the localizer's boxes an image is about, from nothing but the boxes' geometry and scores.

    python learn_choice.py --collect --model FILE.tflite [--part 0/2]   # the boxes of licensed photos and compositions
    python learn_choice.py --fit                                        # on all that was collected

Labelled photos and compositions, surfaces and mosaics of seeds of their own are looked at. The shipped table is fitted on the boxes
of two networks, the shipped one and the same weights at 256 pixels in float.
A box is right when it overlaps an object by half. --fit writes choice.json, and BoxChoice+Table.swift for the library.
"""

import argparse
import json
import pickle
import random
from pathlib import Path

import numpy as np
from PIL import Image
from tqdm import tqdm

from choice import FLOOR, MOST, NAMES, Choice, features
from common import HERE, REPOSITORY, WORK, iou
from evaluate_localizer import Localizer
from samples import Maker

MADE = {"compose": 1500, "surface": 1500, "mosaic": 300}
HIDDEN, EPOCHS = 16, 60
# Sources that teach the wrong thing: one thing before much else, labelled alone. (Chosen on photos of other domains.)
LEFT_OUT = ("fod", "clothing", "flowers")
TABLE = REPOSITORY / "Sources" / "ViewfinderVision" / "Localization" / "BoxChoice+Table.swift"


def pictures(part, parts):
    """(source, picture, boxes, ignore)."""
    maker = Maker()
    jobs = [(kind, i) for kind, count in MADE.items() for i in range(count)]
    jobs += [("photo", f) for f in sorted(maker.photos) if not maker.photos[f]["source"].startswith(LEFT_OUT)]
    random.Random(8).shuffle(jobs)
    for kind, what in tqdm(jobs[part::parts], mininterval=5):
        if kind != "photo":
            square, boxes, ignore, _ = maker.make((kind, None), f"choice {kind} {what}")
            yield kind, Image.fromarray(square), boxes, ignore
            continue
        yield maker.photos[what]["source"], *maker.photo(what)


def collect(model, part, parts):
    localizer, rows = Localizer(model, floor=0.01), []
    for source, picture, boxes, ignore in pictures(part, parts):
        found, scores = localizer(picture)
        if not len(found):
            continue
        keep = max(1, min(MOST, int((scores >= FLOOR).sum())))
        found, scores = found[:keep], scores[:keep]
        boxes, ignore = boxes.reshape(-1, 4), ignore.reshape(-1, 4)
        overlap = iou(found, boxes) if len(boxes) else np.zeros((len(found), 1))
        doubt = iou(found, ignore).max(1) if len(ignore) else np.zeros(len(found))
        rows.append(dict(source=source, size=picture.size, boxes=found.astype(np.float32), scores=scores.astype(np.float32),
                         best=overlap.max(1), doubt=doubt))
    (WORK / f"choice.{Path(model).stem}.{part}.pkl").write_bytes(pickle.dumps(rows))


def table_of(rows, seed=0):
    """Fitted by likelihood; a picture counts by the root of its boxes, a doubtful box not at all."""
    import torch
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    x, right, weight = [], [], []
    for row in rows:
        hit = row["best"] >= 0.5
        x.append(features(row["boxes"], row["scores"], *row["size"]))
        right.append(hit)
        weight.append(np.where((row["doubt"] >= 0.5) & ~hit, 0, 1) / np.sqrt(len(hit)))
    x, weight = np.concatenate(x), np.concatenate(weight)
    y = np.concatenate(right)
    mean, scale = x.mean(0), x.std(0) + 1e-6
    x = torch.tensor(((x - mean) / scale).clip(-Choice.LIMIT, Choice.LIMIT), dtype=torch.float32)
    y, weight = torch.tensor(y, dtype=torch.float32), torch.tensor(weight, dtype=torch.float32)
    net = torch.nn.Sequential(torch.nn.Linear(len(NAMES), HIDDEN), torch.nn.ReLU(), torch.nn.Linear(HIDDEN, 1))
    optimizer = torch.optim.AdamW(net.parameters(), 3e-3, weight_decay=1e-2)
    steps = EPOCHS * (len(x) // 1024)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 1e-2, steps)
    order = torch.randperm(len(x))
    for step in range(steps):
        at = step * 1024 % (len(x) - 1024)
        if at < 1024:
            order = torch.randperm(len(x))
        pick = order[at:at + 1024]
        loss = torch.nn.functional.binary_cross_entropy_with_logits(net(x[pick])[:, 0], y[pick], reduction="none")
        loss = (loss * weight[pick]).sum() / weight[pick].sum()
        optimizer.zero_grad(), loss.backward(), optimizer.step(), schedule.step()
    rounded = lambda v: np.round(np.asarray(v.detach() if hasattr(v, "detach") else v, float), 4).tolist()
    return dict(features=NAMES, mean=rounded(mean), scale=rounded(scale), hidden=rounded(net[0].weight), bias=rounded(net[0].bias),
                out=rounded(net[2].weight[0]), last=rounded(net[2].bias[0]))


def swift(table):
    """The table as constants of the library."""
    lines = ["// Written by Training/learn_choice.py; see there.", "", "extension BoxChoice {"]
    for name, key, comment in (("means", "mean", "The mean of each feature."), ("deviations", "scale", "Its deviation."),
                               ("weights", "hidden", "Of each hidden unit, a number for each feature."),
                               ("biases", "bias", "Of each hidden unit."), ("outputs", "out", "Of the answer, a number for each unit.")):
        values = [f"{v:g}" if "." in f"{v:g}" or "e" in f"{v:g}" else f"{v:g}.0" for v in np.ravel(table[key])]
        lines += [f"  /// {comment}", f"  static let {name}: [Double] = ["]
        row = "   "
        for value in values:
            if len(row) + len(value) + 2 > 98:
                lines.append(row)
                row = "   "
            row += f" {value},"
        lines += [row, "  ]", ""]
    return "\n".join(lines + ["  /// What is added to the answer.", f"  static let last = {table['last']}", "}", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--collect", action="store_true")
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--model")
    parser.add_argument("--part", default="0/1")
    options = parser.parse_args()
    if options.collect:
        collect(options.model, *map(int, options.part.split("/")))
    if options.fit:
        rows = [row for path in sorted(WORK.glob("choice.*.pkl")) for row in pickle.loads(path.read_bytes())]
        table = table_of(rows)
        (HERE / "choice.json").write_text(json.dumps(table) + "\n")
        TABLE.write_text(swift(table))


if __name__ == "__main__":
    main()
