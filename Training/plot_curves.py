"""Draw the losses of training runs from the histories that train_localizer.py writes.

    python plot_curves.py --out curves.png NAME=WORK/localizer.history.jsonl...
"""

import argparse
import json
from pathlib import Path

import matplotlib
import numpy as np

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402  the backend must be chosen first


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", nargs="+", metavar="NAME=FILE")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    figure, axes = pyplot.subplots(1, 3, figsize=(11, 3.2), layout="constrained")
    for run in options.runs:
        name, path = run.split("=", 1)
        lines = [json.loads(text) for text in open(path)]
        seen = np.cumsum([line["samples"] for line in lines]) / 1000
        for axis, key in zip(axes, ("score", "box", "rate")):
            axis.plot(seen, [line[key] for line in lines], marker=".", label=name)
    titles = ("score loss (quality against IoU)", "box loss (2 - 2 GIoU)", "learning rate at the epoch's end")
    for axis, title in zip(axes, titles):
        axis.set_title(title, fontsize=10)
        axis.set_xlabel("thousand samples seen")
        axis.grid(alpha=0.3)
    axes[0].legend(fontsize=8)
    figure.savefig(options.out, dpi=100)


if __name__ == "__main__":
    main()
