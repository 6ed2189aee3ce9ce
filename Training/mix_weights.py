"""Write the mean of two trainings of the same network, weight by weight.

    python mix_weights.py FIRST SECOND --out MEAN.pt

Either may be a .pt file or the folder of the published weights.
"""

import argparse
from pathlib import Path

import torch

from network import Localizer


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.add_argument("--share", type=float, default=0.5, help="of the second")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    first, second = (Localizer().load(path).state_dict() for path in (options.first, options.second))
    mean = {name: torch.lerp(first[name], value, options.share) for name, value in second.items()}
    torch.save(dict(model=mean), options.out)


if __name__ == "__main__":
    main()
