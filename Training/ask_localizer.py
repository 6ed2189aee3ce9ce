"""Boxes of Google's public localizer on the licensed photos: a teacher that knows no kinds, and no tables.

    python ask_localizer.py --localizer FILE.tflite

It is right where a photo shows one thing, whatever that is, which is where the detectors of 80 kinds are not; and it takes no
floor, wall or table for an object. Writes WORK/localizer.jsonl; a second run continues.
"""

import argparse
import json

import numpy as np
from tqdm import tqdm

from common import WORK, load_picture
from samples import read_lines
from teachers import SSD

MOST = {"flowers": 1200, "clothing": 900, "fod": 0, "grocery": 400}  # photos of a source; of others all


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--localizer", required=True, help="mobile_object_localizer_v1.tflite")
    options = parser.parse_args()
    localizer, target = SSD(options.localizer, overlap=0.6), WORK / "localizer.jsonl"
    done = {json.loads(line)["file"] for line in open(target)} if target.exists() else set()
    by_source = {}
    for photo in read_lines("photos*.jsonl"):
        by_source.setdefault(photo["source"], []).append(photo["file"])
    chosen = []
    for source, files in sorted(by_source.items()):
        order = np.random.default_rng(3).permutation(len(files))
        chosen += [files[i] for i in order[:MOST.get(source, len(files))]]
    with open(target, "a") as out:
        for file in tqdm([f for f in chosen if f not in done], mininterval=5):
            boxes, scores = localizer(load_picture(WORK / "photos" / file))
            boxes, scores = boxes[scores >= 0.08][:20], scores[scores >= 0.08][:20]
            out.write(json.dumps(dict(file=file, boxes=boxes.round(1).tolist(), scores=scores.round(3).tolist())) + "\n")


if __name__ == "__main__":
    main()
