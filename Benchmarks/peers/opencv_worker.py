"""OpenCV as a worker, from a frame to a square RGB tensor.

opencv_worker.py FORMAT WIDTHxHEIGHT TARGET ELEMENT ORDER, where ORDER says what comes first:
`convert` (colours at full size, then area averaging) or `resize` (the other way round).
"""

import sys

import cv2
import numpy
from serve import serve

form, size, target, element, order = sys.argv[1:]
width, height = map(int, size.split("x"))
target = (int(target), int(target))
half = (target[0] // 2, target[1] // 2)
cv2.setNumThreads(1)
generator = numpy.random.default_rng(1)


def noise(*shape):
    return generator.integers(0, 256, shape, numpy.uint8)


def area(plane, to):
    return cv2.resize(plane, to, interpolation=cv2.INTER_AREA)


if form == "rgb":
    frame = noise(height, width, 3)
    make = lambda: area(frame, target)
elif form == "bgra":
    frame = noise(height, width, 4)
    if order == "resize":
        make = lambda: cv2.cvtColor(area(frame, target), cv2.COLOR_BGRA2RGB)
    else:
        make = lambda: area(cv2.cvtColor(frame, cv2.COLOR_BGRA2RGB), target)
elif form == "nv12VideoRange":
    luma, chroma = noise(height, width), noise(height // 2, width // 2, 2)
    code = cv2.COLOR_YUV2RGB_NV12
    if order == "resize":
        make = lambda: cv2.cvtColorTwoPlane(area(luma, target), area(chroma, half), code)
    else:
        make = lambda: area(cv2.cvtColorTwoPlane(luma, chroma, code), target)
else:
    sys.exit(f"unknown format {form!r}")


def run():
    pixels = make()
    if element == "float32":
        pixels = cv2.subtract(
            cv2.multiply(pixels, (1 / 127.5,) * 4, dtype=cv2.CV_32F), (1.0,) * 4
        )
    return []


serve(run)
