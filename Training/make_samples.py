"""Make the samples that the localizer is trained on: square pictures and their boxes.

    python make_samples.py --set g --part 0/2 &  python make_samples.py --set g --part 1/2

Writes WORK/samples/<set><part>: pictures.npy (197 kB a sample) and boxes.jsonl, a line for each.
A stopped run continues where it was.
"""

import argparse
import json

import numpy as np
from tqdm import tqdm

from common import INPUT_SIZE, WORK
from samples import Maker, plan

# Source or kind -> number of samples; and the seed.
SETS = {
    "e": (dict(coco=5000, openimages=3400, azure=150, rooms=300, clothing=250, flowers=250, fod=150, compose=3500,
               mosaic=1000), 5),
    # More things that are none of COCO's classes.
    "f": (dict(coco=5000, openimages=2500, azure=150, rooms=300, clothing=300, flowers=300, fod=200, compose=6000,
               mosaic=750), 6),
    # Surfaces as background, single things, groups of equal things; boxes of Google's localizer, too.
    "g": (dict(coco=2800, openimages=1800, azure=100, rooms=300, clothing=250, flowers=350, fod=120, gcompris=500,
               compose=3200, surface=2400, mosaic=250), 7),
    # More of things pasted, when renderings are there.
    "h": (dict(coco=1000, openimages=200, gcompris=150, compose=2600, surface=900), 8),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", default="g", choices=sorted(SETS))
    parser.add_argument("--part", default="0/1", help="this process's share, e.g. 1/2")
    options = parser.parse_args()

    part, parts = map(int, options.part.split("/"))
    counts, seed = SETS[options.set]
    entries = list(enumerate(plan(counts, seed)))[part::parts]
    folder = WORK / "samples" / f"{options.set}{part}"
    folder.mkdir(parents=True, exist_ok=True)
    path, log = folder / "pictures.npy", folder / "boxes.jsonl"
    shape = (len(entries), INPUT_SIZE, INPUT_SIZE, 3)
    pictures = np.lib.format.open_memmap(path, "r+" if path.exists() else "w+", np.uint8, shape)
    done = sum(1 for _ in open(log)) if log.exists() else 0
    maker = Maker()
    with open(log, "a", buffering=1) as out:  # whole lines, for who reads or goes on
        for i in tqdm(range(done, len(entries)), mininterval=5):
            number, entry = entries[i]
            pictures[i], boxes, ignore, weight = maker.make(entry, seed * 1_000_000 + number)
            out.write(json.dumps(dict(kind=entry[0], file=entry[1], boxes=boxes.round(2).tolist(),
                                      ignore=ignore.round(2).tolist(), weight=weight)) + "\n")


if __name__ == "__main__":
    main()
