"""Check the network and the writer against each other: torch = float .tflite, int8 near it,
and torch that rounds nearer still.

    python test_network.py [--weights FILE_OR_DIR] [PICTURE...]
"""

import argparse
import tempfile
from pathlib import Path

import numpy as np
import torch

from common import CHECKPOINTS, INPUT_SIZE, Model, load_picture, place
from export_localizer import float_bytes
from network import Localizer
from rounding import imitate
from tflite_writer import measure_ranges, quantize


def compare(name, model, tflite, inputs):
    """Prints how far the model in torch and a .tflite file are apart on uint8 pictures."""
    for pixels in inputs:
        x = (pixels.astype(np.float32) - 127) / 128
        with torch.no_grad():
            scores, sides = model(torch.from_numpy(x.transpose(2, 0, 1)[None].copy()))
        got = {o.shape[-1]: o for o in tflite(pixels)}
        print(name + ": scores %.1e, sides %.1e" % (
            np.abs(torch.sigmoid(scores).square().numpy() - got[1][..., 0]).max(), np.abs(sides.numpy() - got[4]).max()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", type=Path, default=CHECKPOINTS / "localizer.pt", help="a .pt file, or the folder "
                        "of the published weights")
    parser.add_argument("pictures", nargs="*", type=Path)
    options = parser.parse_args()
    model = Localizer().load(options.weights).eval()
    generator = np.random.default_rng(0)
    inputs = [np.asarray(place(load_picture(p))[0]) for p in options.pictures] or \
        [generator.integers(0, 256, (INPUT_SIZE, INPUT_SIZE, 3), dtype=np.uint8)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "float.tflite"
        data = float_bytes(model)
        path.write_bytes(data)
        tflite = Model(path)
        compare("torch - tflite", model, tflite, inputs)
        ranges = measure_ranges(path, [(p.astype(np.float32)[None] - 127) / 128 for p in inputs])
        small = Path(folder) / "int8.tflite"
        small.write_bytes(quantize(data, ranges))
        quantized = Model(small)
        for pixels in inputs:
            a, b = ({o.shape[-1]: o for o in m(pixels)} for m in (tflite, quantized))
            print("float - int8: scores %.1e, sides %.1e; sizes %d, %d" % (
                np.abs(a[1] - b[1]).max(), np.abs(a[4] - b[4]).max(), len(data), small.stat().st_size))
        imitate(model, small)
        compare("rounding torch - int8", model, quantized, inputs)


if __name__ == "__main__":
    main()
