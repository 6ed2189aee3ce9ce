"""Write the mean of two trainings of the same network, weight by weight.

    python mix_weights.py FIRST.pt SECOND.pt --out MEAN.pt
"""

import argparse
from pathlib import Path

import torch


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.add_argument("--share", type=float, default=0.5, help="of the second")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    first, second = (torch.load(p, map_location="cpu", weights_only=True) for p in (options.first, options.second))
    if first["config"] != second["config"] or first["model"].keys() != second["model"].keys():
        raise SystemExit(f"error: {options.first} and {options.second} are not of the same network.")
    mean = {}
    for name, value in second["model"].items():
        if value.is_floating_point():
            value = first["model"][name].float() * (1 - options.share) + value.float() * options.share
        mean[name] = value
    torch.save(dict(model=mean, config=second["config"]), options.out)


if __name__ == "__main__":
    main()
