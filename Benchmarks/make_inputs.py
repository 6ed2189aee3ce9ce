"""Makes the photos and frames that the benchmarks read, from the sample photos: make_inputs.py SAMPLES OUT.

Runs in the benchmark environment, for OpenCV, Pillow and NumPy. The same samples give the same photos.
"""

import pathlib
import sys

import cv2
import numpy
from PIL import Image

samples, out = map(pathlib.Path, sys.argv[1:])
SOURCES = sorted(path for path in samples.iterdir() if path.suffix in (".jpg", ".png"))
# What phones and cameras take and what people send: landscape and portrait, 12 to 0.8 megapixels.
SIZES = [(4000, 3000), (3000, 4000), (2048, 1536), (1536, 2048), (1920, 1080), (1024, 768)]
COUNT = 200
# Distinct photos of the folder; each appears several times under other names.
DISTINCT = 40


def photo(source, size, seed):
    """A photo enlarged to a size, with the grain that a camera's own pixels have."""
    picture = Image.open(source).convert("RGB").resize(size, Image.Resampling.LANCZOS)
    grain = numpy.random.default_rng(seed).normal(0, 3, (size[1], size[0], 1))
    pixels = numpy.asarray(picture, numpy.float32) + grain.astype(numpy.float32)
    return Image.fromarray(pixels.clip(0, 255).astype(numpy.uint8))


def save(picture, path):
    picture.save(path, quality=90, subsampling="4:2:0")


by_name = {path.stem: path for path in SOURCES}
save(photo(by_name["espresso"], (4000, 3000), 1), out / "photo-12mp.jpg")
photo(by_name["espresso"], (640, 480), 2).save(out / "photo-vga.png")
photo(by_name["espresso"], (1280, 720), 3).save(out / "photo-720p.png")

# Frames of a camera that pans, turns and zooms over a photo, for optical flow: gray, 640 × 480, one
# after the other, with grain that is new in each.
scene = photo(by_name["espresso"], (1600, 1200), 3).convert("L")
with open(out / "pan-vga.gray", "wb") as file:
    for number in range(16):
        zoom, sine = 1 + 0.004 * number, 0.003 * number
        x, y = 300 + 3.7 * number, 200 + 1.9 * number
        frame = scene.transform(
            (640, 480), Image.Transform.AFFINE, (zoom, -sine, x, sine, zoom, y),
            resample=Image.Resampling.BICUBIC)
        grain = numpy.random.default_rng(number).normal(0, 1.5, (480, 640))
        pixels = numpy.asarray(frame, numpy.float32) + grain.astype(numpy.float32)
        file.write(pixels.clip(0, 255).astype(numpy.uint8).tobytes())

# The same photo at growing sizes, and a video at growing lengths.
for megapixels, size in ((1, (1155, 866)), (4, (2309, 1732)), (16, (4619, 3464)), (64, (9238, 6928))):
    save(photo(by_name["espresso"], size, 4), out / f"growth-{megapixels}mp.jpg")
pan = numpy.asarray(photo(by_name["espresso"], (800, 600), 5))[:, :, ::-1]
for count in (250, 500, 1000, 2000):
    video = cv2.VideoWriter(
        str(out / f"growth-{count}.avi"), cv2.VideoWriter_fourcc(*"MJPG"), 25, (320, 240))
    for number in range(count):
        # To and fro, so that a long video shows nothing that a short one does not.
        x = abs(number % 250 - 125) * 3
        video.write(numpy.ascontiguousarray(pan[150:390, x:x + 320]))
    video.release()

folder = out / "folder"
folder.mkdir(exist_ok=True)
for number in range(COUNT):
    path = folder / f"photo-{number:03}.jpg"
    twin = folder / f"photo-{number % DISTINCT:03}.jpg"
    path.unlink(missing_ok=True)
    if number < DISTINCT:
        source = SOURCES[number % len(SOURCES)]
        save(photo(source, SIZES[number % len(SIZES)], number), path)
    else:
        path.hardlink_to(twin)
