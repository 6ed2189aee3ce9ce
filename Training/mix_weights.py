"""Write the mean of two trainings of the same network, weight by weight.

    python mix_weights.py FIRST SECOND --out MEAN.pt

Either may be a .pt file or the folder of the published weights.
"""

import argparse
from pathlib import Path

import torch

from network import Localizer


def weights(path):
    if path.is_dir():
        return Localizer().load_published(path).state_dict()
    return torch.load(path, map_location="cpu", weights_only=True)["model"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.add_argument("--share", type=float, default=0.5, help="of the second")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    first, second = weights(options.first), weights(options.second)
    if first.keys() != second.keys():
        raise SystemExit(f"error: {options.first} and {options.second} are not of the same network.")
    mean = {name: torch.lerp(first[name].float(), value.float(), options.share) for name, value in second.items()}
    torch.save(dict(model=mean), options.out)


if __name__ == "__main__":
    main()
