"""Compares the converted model with the PyTorch original on pictures.

Run in the folder Models: python -m efficientnet_lite0.verify MODEL PICTURE_OR_FOLDER...

Both see the same bytes. Pictures that calibrated the model are left out by their SHA-256, and so
are those under paths given with --exclude. Exits with 1 when the two agree on the most likely
class in less than 97 % of the pictures where the original gives it more than 0.3.
"""

import argparse
import fnmatch
import hashlib
from pathlib import Path

import numpy as np
import torch
from ai_edge_litert.interpreter import Interpreter
from efficientnet_lite_pytorch import EfficientNet

from efficientnet_lite0 import calibration, pictures
from efficientnet_lite0.convert import weights_path
from efficientnet_lite0.network import normalized

SUFFIXES = {".jpg", ".jpeg", ".png", ".bmp", ".webp"}
CONFIDENT = 0.3
REQUIRED = 0.97


def find(starts: list[Path], excluded: list[str]) -> list[Path]:
    """The pictures at or below some paths, each content once, without the calibration's."""
    calibrated = {line.split("\t")[0] for line in calibration.LIST.read_text().splitlines()}
    result, seen = [], set(calibrated)
    for start in starts:
        files = [start] if start.is_file() else sorted(start.rglob("*"))
        for path in files:
            if path.suffix.lower() not in SUFFIXES or not path.is_file():
                continue
            if any(fnmatch.fnmatch(str(path), pattern) for pattern in excluded):
                continue
            checksum = hashlib.sha256(path.read_bytes()).hexdigest()
            if checksum not in seen:
                seen.add(checksum)
                result.append(path)
    return result


def original():
    model = EfficientNet.from_name("efficientnet-lite0")
    model.load_state_dict(torch.load(weights_path(), map_location="cpu", weights_only=True))
    return model.eval()


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path, help="the .tflite file")
    parser.add_argument("pictures", type=Path, nargs="+", help="pictures, or folders of them")
    parser.add_argument(
        "--exclude", action="append", default=[], metavar="PATTERN",
        help="leave out paths that match this shell pattern; may be repeated")
    parser.add_argument(
        "--list", action="store_true", help="print the pictures where the two disagree")
    arguments = parser.parse_args()

    torch.set_num_threads(1)
    reference = original()
    interpreter = Interpreter(model_path=str(arguments.model), num_threads=1)
    interpreter.allocate_tensors()
    source = interpreter.get_input_details()[0]["index"]
    target = interpreter.get_output_details()[0]["index"]
    found = find(arguments.pictures, arguments.exclude)
    passed = True
    for name, view in (("stretched", pictures.stretched), ("cropped", pictures.cropped)):
        expected, actual = [], []
        for path in found:
            pixels = view(pictures.load(path))[None]
            with torch.inference_mode():
                expected.append(torch.softmax(reference(normalized(pixels)), 1).numpy()[0])
            interpreter.set_tensor(source, pixels)
            interpreter.invoke()
            actual.append(interpreter.get_tensor(target)[0].copy())
        expected, actual = np.stack(expected), np.stack(actual)
        same = expected.argmax(1) == actual.argmax(1)
        confident = expected.max(1) > CONFIDENT
        tops = [
            len(set(a.argsort()[-5:]) & set(b.argsort()[-5:])) / 5
            for a, b in zip(expected, actual)
        ]
        agreement = same[confident].mean()
        passed &= bool(agreement >= REQUIRED)
        print(
            f"{name}: {len(found)} pictures, top-1 agreement {same.mean():.4f}; "
            f"original > {CONFIDENT}: {confident.sum()} pictures, agreement {agreement:.4f} "
            f"({same[confident].sum()} of {confident.sum()}); top-5 overlap {np.mean(tops):.4f}; "
            f"probability differs by {np.abs(expected - actual).max():.3f} at most")
        if arguments.list:
            for path in [p for p, s, c in zip(found, same, confident) if c and not s]:
                print(f"  {path}")
    raise SystemExit(0 if passed else 1)


if __name__ == "__main__":
    main()
