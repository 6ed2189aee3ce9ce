"""The pictures that the ranges of the activations are taken from, and those ranges.

`calibration.tsv` lists them: SHA-256, package, licence, path. All of them come out of Debian and
PyPI packages; none is part of the model, which keeps only the smallest and largest activations.
"""

import hashlib
import importlib.util
import math
from pathlib import Path

import numpy as np
import torch

from efficientnet_lite0 import pictures
from efficientnet_lite0.network import Network, normalized

LIST = Path(__file__).with_name("calibration.tsv")


def paths() -> list[Path]:
    """The listed pictures, each with the bytes that the list states."""
    result = []
    for line in LIST.read_text().splitlines():
        if line.startswith("#"):
            continue
        checksum, package, _, name = line.split("\t")
        if name.startswith("/"):
            path = Path(name)
        else:
            module = importlib.util.find_spec(name.split("/")[0])
            path = Path(module.origin).parents[1] / name
        if not path.is_file():
            raise SystemExit(f"{path} is missing: install {package}")
        if hashlib.sha256(path.read_bytes()).hexdigest() != checksum:
            raise SystemExit(f"{path} has other bytes than in {package}")
        result.append(path)
    return result


def ranges(network: Network) -> dict[str, tuple[float, float]]:
    """The smallest and largest value of every activation over all pictures.

    True extremes, not moving averages: those clip the logits and ruin confident answers. They
    are widened to multiples of 1/256, so that another processor's rounding does not change the
    model's bytes.
    """
    extremes: dict[str, tuple[float, float]] = {}

    def observe(name: str, x: torch.Tensor):
        low, high = extremes.get(name, (0.0, 0.0))
        extremes[name] = (min(low, float(x.min())), max(high, float(x.max())))

    with torch.inference_mode():
        for path in paths():
            image = pictures.load(path)
            both = np.stack([pictures.stretched(image), pictures.cropped(image)])
            network.run(normalized(both), observe)
    return {
        name: (math.floor(low * 256) / 256, math.ceil(high * 256) / 256)
        for name, (low, high) in extremes.items()
    }


def sample(count: int) -> torch.Tensor:
    """Normalised images of `count` pictures spread over the list, for the correction of biases."""
    all_paths = paths()
    chosen = [all_paths[i * len(all_paths) // count] for i in range(count)]
    return normalized(np.stack([pictures.cropped(pictures.load(path)) for path in chosen]))
