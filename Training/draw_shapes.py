"""Draw cut-outs of things that never were: tools, trees, insects, stands, loops and lumps, for compositions.

    python draw_shapes.py [--count 1500] [--part 0/2]

Renderings and photos have few things that are long, sparse or of many parts. These are made of rods and
lumps with a colour or a piece of a photo on them and a light from one side: what a thing of one piece is,
whatever it shows. Writes WORK/cutouts/shape_*.png and WORK/cutouts.shapes.<part>.jsonl.
"""

import argparse
import colorsys
import json
import random

import cv2
import numpy as np
from PIL import Image
from tqdm import tqdm

from common import WORK, load_picture
from samples import read_lines

SIDE, FINER = 360, 2


class Canvas:
    """Parts painted one over the other: colour and coverage, in units of the canvas (0...1)."""

    def __init__(self, r, photos):
        self.r, self.photos, self.side = r, photos, SIDE * FINER
        self.colour = np.zeros((self.side, self.side, 3), np.float32)
        self.alpha = np.zeros((self.side, self.side), np.uint8)
        angle = r.uniform(0, 2 * np.pi)
        self.light = np.cos(angle), np.sin(angle)

    def material(self):
        """A colour, or a piece of a photo tinted by it; both as a whole canvas."""
        r = self.r
        grey = r.random() < 0.4
        colour = np.array(colorsys.hsv_to_rgb(r.random(), r.uniform(0, 0.15) if grey else r.uniform(0.2, 0.9),
                                              r.uniform(0.12, 0.95)), np.float32) * 255
        if r.random() < 0.45:
            return np.broadcast_to(colour, self.colour.shape)
        photo = load_picture(WORK / "photos" / r.choice(self.photos))
        w, h = (max(8, int(side * r.uniform(0.1, 0.5))) for side in photo.size)
        x, y = r.randint(0, photo.width - w), r.randint(0, photo.height - h)
        piece = np.asarray(photo.crop((x, y, x + w, y + h)).resize((self.side, self.side), Image.BILINEAR), np.float32)
        return piece + r.uniform(0, 0.8) * (colour - piece)

    def paint(self, mask, material):
        """Lit as if it swelled from its outline."""
        deep = np.minimum(cv2.distanceTransform(mask, cv2.DIST_L2, 3), 0.04 * self.side)
        deep = cv2.GaussianBlur(deep, (0, 0), 3)
        slope = cv2.Sobel(deep, cv2.CV_32F, 1, 0) * self.light[0] + cv2.Sobel(deep, cv2.CV_32F, 0, 1) * self.light[1]
        lit = np.clip(1 + 0.06 * slope, 0.45, 1.5)[..., None]
        inside = mask > 0
        self.colour[inside] = (material * lit)[inside]
        self.alpha[inside] = 255

    def blank(self):
        return np.zeros((self.side, self.side), np.uint8)

    def at(self, points):
        return np.round(np.asarray(points) * self.side).astype(np.int32)

    def rod(self, mask, a, b, width):
        cv2.line(mask, tuple(map(int, self.at(a))), tuple(map(int, self.at(b))), 255, max(2, int(width * self.side)))

    def strip(self, mask, points, width):
        cv2.polylines(mask, [self.at(points)], False, 255, max(2, int(width * self.side)))

    def patch(self, mask, points):
        cv2.fillPoly(mask, [self.at(points)], 255)


def turn(points, angle, centre=(0.5, 0.5)):
    c, s = np.cos(angle), np.sin(angle)
    return (np.asarray(points, float) - centre) @ np.array([[c, s], [-s, c]]) + centre


def lump_points(r, centre, radius, rough=0.3, squash=1.0):
    theta = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    reach = np.ones_like(theta)
    for k in range(2, 7):
        reach += r.uniform(-rough, rough) / k * np.cos(k * theta + r.uniform(0, 2 * np.pi))
    return np.stack([np.cos(theta) * reach * radius, np.sin(theta) * reach * radius * squash], 1) + centre


def block_points(r, centre, width, height):
    x, y = width / 2, height / 2
    taper = r.uniform(0.5, 1)
    return np.array([[-x, -y], [x, -y], [x * taper, y], [-x * taper, y]]) + centre


def part_points(r, centre, width, height):
    if r.random() < 0.5:
        return block_points(r, centre, width, height)
    return lump_points(r, centre, width / 2, r.uniform(0, 0.3), height / width)


def lump(canvas, r):
    material = canvas.material()
    mask = canvas.blank()
    canvas.patch(mask, turn(lump_points(r, (0.5, 0.5), 0.3, r.uniform(0.1, 0.6), r.uniform(0.3, 1)), r.uniform(0, 3)))
    canvas.paint(mask, material)
    for _ in range(r.randint(0, 3)):  # marks on it
        mark = canvas.blank()
        canvas.patch(mark, lump_points(r, (r.uniform(0.35, 0.65), r.uniform(0.35, 0.65)), r.uniform(0.03, 0.12)))
        canvas.paint(mark & mask, canvas.material())


def tool(canvas, r):
    """A handle with one or two heads."""
    angle, length, width = r.uniform(0, np.pi), r.uniform(0.5, 0.8), r.uniform(0.02, 0.09)
    ends = np.array([[0.5 - length / 2, 0.5], [0.5 + length / 2, 0.5]])
    mask = canvas.blank()
    canvas.patch(mask, turn(block_points(r, (0.5, 0.5), length, width), angle))
    canvas.paint(mask, canvas.material())
    for end in ends[:r.randint(1, 2)]:
        mask = canvas.blank()
        across = r.uniform(0.08, 0.35)
        canvas.patch(mask, turn(part_points(r, end, r.uniform(0.06, 0.25), across), angle))
        if r.random() < 0.25:  # a hole or a fork
            hole = canvas.blank()
            canvas.patch(hole, turn(part_points(r, end + [r.uniform(-0.06, 0.06), 0], 0.07, across * 0.5), angle))
            mask &= ~hole
        canvas.paint(mask, canvas.material())


def tree(canvas, r):
    """A trunk that forks, bare or with leaves."""
    wood, leaves = canvas.material(), canvas.material() if r.random() < 0.4 else None
    mask, tips = canvas.blank(), []

    def grow(at, angle, length, width, depth):
        end = at + length * np.array([np.sin(angle), -np.cos(angle)])
        canvas.rod(mask, at, end, width)
        if depth == 0:
            tips.append(end)
            return
        for _ in range(r.randint(2, 3)):
            grow(end, angle + r.uniform(-0.7, 0.7), length * r.uniform(0.6, 0.85), width * 0.65, depth - 1)

    grow(np.array([0.5, 0.95]), r.uniform(-0.1, 0.1), r.uniform(0.15, 0.28), r.uniform(0.02, 0.06), r.randint(3, 5))
    canvas.paint(mask, wood)
    if leaves is not None:
        mask = canvas.blank()
        for tip in tips:
            canvas.patch(mask, lump_points(r, tip, r.uniform(0.02, 0.06)))
        canvas.paint(mask, leaves)


def insect(canvas, r):
    """A body of lumps with legs in pairs, wings if it is so."""
    body, legs, wings = canvas.material(), canvas.material(), canvas.material()
    angle, thick = r.uniform(0, 2 * np.pi), r.uniform(0.04, 0.1)
    xs = np.linspace(0.3, 0.7, r.randint(2, 4))
    mask = canvas.blank()
    for x in np.linspace(0.35, 0.65, r.randint(2, 5)):
        knee, foot, reach = r.uniform(-0.08, 0.08), r.uniform(-0.15, 0.15), r.uniform(0.15, 0.35)
        for sign in (-1, 1):
            canvas.strip(mask, turn([[x, 0.5], [x + knee, 0.5 + sign * reach * 0.6], [x + foot, 0.5 + sign * reach]], angle),
                         r.uniform(0.006, 0.02))
    canvas.paint(mask, legs)
    if r.random() < 0.5:
        mask, long = canvas.blank(), r.uniform(0.15, 0.35)
        for sign in (-1, 1):
            wing = lump_points(r, (0, 0), long / 2, 0.2, r.uniform(0.4, 0.8))
            canvas.patch(mask, turn(turn(wing, sign * r.uniform(0.7, 1.4), (0, 0)) + [0.5, 0.5 + sign * long / 2], angle))
        canvas.paint(mask, wings)
    mask = canvas.blank()
    canvas.strip(mask, turn([[xs[0], 0.5], [xs[-1], 0.5]], angle), thick / 2)
    for x in xs:
        canvas.patch(mask, turn(lump_points(r, (x, 0.5), thick * r.uniform(1, 2), 0.1, r.uniform(0.5, 0.9)), angle))
    canvas.paint(mask, body)


def stand(canvas, r):
    """Parts held together by bars."""
    bars, hub = canvas.material(), np.array([r.uniform(0.4, 0.6), r.uniform(0.45, 0.7)])
    places = [np.array([r.uniform(0.12, 0.88), r.uniform(0.12, 0.8)]) for _ in range(r.randint(3, 7))]
    mask = canvas.blank()
    width = r.uniform(0.008, 0.025)
    for place in places:
        canvas.rod(mask, hub, place, width)
    for _ in range(r.randint(0, 3)):
        canvas.rod(mask, hub, (r.uniform(0.2, 0.8), 0.93), width)
    canvas.paint(mask, bars)
    shared = canvas.material()
    for place in places:
        mask = canvas.blank()
        canvas.patch(mask, turn(part_points(r, place, r.uniform(0.08, 0.3), r.uniform(0.03, 0.25)), r.uniform(-0.4, 0.4), place))
        canvas.paint(mask, shared if r.random() < 0.6 else canvas.material())


def loop(canvas, r):
    """A band that bends: hooks, horns, rings, coils."""
    turns, shrink = r.uniform(0.4, 2.2), r.uniform(0, 0.8)
    theta = np.linspace(0, 2 * np.pi * turns, 120)
    reach = 0.36 * (1 - shrink * theta / theta[-1])
    points = np.stack([np.cos(theta) * reach, np.sin(theta) * reach * r.uniform(0.4, 1)], 1) + 0.5
    points, mask = turn(points, r.uniform(0, 2 * np.pi)), canvas.blank()
    canvas.strip(mask, points, r.uniform(0.03, 0.12))
    canvas.paint(mask, canvas.material())
    if r.random() < 0.6:
        mask = canvas.blank()
        canvas.patch(mask, part_points(r, points[0], r.uniform(0.1, 0.3), r.uniform(0.1, 0.3)))
        canvas.paint(mask, canvas.material())


KINDS = (lump, tool, tool, tree, insect, stand, stand, loop)


def draw(seed, photos):
    r = random.Random(seed)
    canvas = Canvas(r, photos)
    r.choice(KINDS)(canvas, r)
    small = lambda values: cv2.resize(values, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    alpha = small(canvas.alpha)
    colour = small(canvas.colour * (canvas.alpha > 0)[..., None]) * 255 / np.maximum(alpha, 1)[..., None]
    picture = Image.fromarray(np.dstack([colour.clip(0, 255), alpha]).astype(np.uint8))
    return picture.crop(picture.getchannel("A").point(lambda v: 255 * (v > 60)).getbbox())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1500)
    parser.add_argument("--part", default="0/1", help="this process's share, e.g. 1/2")
    options = parser.parse_args()
    part, parts = map(int, options.part.split("/"))
    cv2.setNumThreads(1)
    photos = [p["file"] for p in read_lines("photos.jsonl") if p["source"] in ("fod", "rooms", "flowers", "clothing", "coco")]
    folder = WORK / "cutouts"
    folder.mkdir(parents=True, exist_ok=True)
    with open(WORK / f"cutouts.shapes.{part}.jsonl", "w") as out:
        for number in tqdm(range(part, options.count, parts), mininterval=5):
            name = f"shape_{number}.png"
            if not (folder / name).exists():
                draw(number, photos).save(folder / name)
            out.write(json.dumps(dict(file=name, source="shapes", box=None, cutout=name)) + "\n")


if __name__ == "__main__":
    main()
