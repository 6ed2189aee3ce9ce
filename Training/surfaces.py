"""Pictures of surfaces with nothing on them: walls, floors, corners, table tops, lawns, roads, studio grounds.

Pieces of licensed photos that hold no object, textures of Sweet Home 3D's models and plain colours are laid over planes
seen in perspective, and lit from one side. They teach that a surface is no object, however sure its outline.

    python surfaces.py --libraries DIR     # once: the textures, to WORK/textures
    python surfaces.py --sheet FILE        # look at 60 of them
"""

import argparse
import colorsys
import io
import json
import random
import re
import zipfile
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from common import WORK, intersection, load_picture

SIDE = 256  # of a material's tile
MATERIALS = re.compile(r"wood|oak|madera|pino|haya|nogal|cerezo|wenge|roble|tela|fabric|cloth|leather|cuero|marble|marmol|"
                       r"granit|stone|brick|metal|steel|acero|tile|carpet|floor|wall|worktop|rock|rojiza|bamboo|grass", re.I)


def extract_textures(folder):
    """The libraries' pictures that are named after materials."""
    target, count = WORK / "textures", 0
    target.mkdir(parents=True, exist_ok=True)
    for path in sorted(Path(folder).glob("*.sh3f")):
        with zipfile.ZipFile(path) as library:
            for name in library.namelist():
                if not (name.lower().endswith((".jpg", ".jpeg")) and MATERIALS.search(name.rsplit("/", 1)[-1])):
                    continue
                picture = Image.open(io.BytesIO(library.read(name))).convert("RGB")
                if min(picture.size) >= 100:
                    picture.thumbnail((512, 512), Image.LANCZOS)
                    picture.save(target / (re.sub(r"[^A-Za-z0-9]+", "_", name.rsplit(".", 1)[0]) + ".jpg"))
                    count += 1
    print(f"{count} textures")


class Surfaces:
    """`photos`: file -> dict(boxes, ignore), as samples.labelled_photos gives."""

    def __init__(self, photos):
        self.photos = photos
        self.files = sorted(f for f, p in photos.items() if p["source"] in ("rooms", "openimages", "coco", "fod"))
        self.textures = sorted((WORK / "textures").glob("*.jpg"))

    def piece(self, r):
        """A part of a photo that no object or doubtful box touches, or None."""
        file = r.choice(self.files)
        photo = self.photos[file]
        picture = load_picture(WORK / "photos" / file)
        taken = np.array(photo["boxes"] + photo["ignore"], np.float32).reshape(-1, 4)
        for _ in range(12):
            side = int(min(picture.size) * r.uniform(0.15, 0.5))
            x, y = r.randint(0, picture.width - side), r.randint(0, picture.height - side)
            window = np.array([[x, y, x + side, y + side]], np.float32)
            if not len(taken) or intersection(window, taken).max() < 0.02 * side * side:
                return np.asarray(picture.crop((x, y, x + side, y + side)).resize((SIDE, SIDE), Image.BICUBIC))
        return None

    def material(self, r):
        """A square tile of a surface, uint8."""
        kind = r.random()
        tile = None
        if kind < 0.45:
            tile = self.piece(r)
        elif kind < 0.7 and self.textures:
            tile = np.asarray(load_picture(r.choice(self.textures)).resize((SIDE, SIDE), Image.BICUBIC))
        if tile is None:
            grey = r.random() < 0.6
            colour = np.array(colorsys.hsv_to_rgb(r.random(), r.uniform(0, 0.12) if grey else r.uniform(0.1, 0.8),
                                                  r.choice((r.uniform(0.05, 0.95), r.uniform(0.75, 1))))) * 255
            noise = np.random.default_rng(r.getrandbits(32))
            tile = np.zeros((SIDE, SIDE, 3), np.float32) + colour
            for size, strength in ((4, 10), (32, 6), (SIDE, 5)):
                if r.random() < 0.5:
                    grain = noise.normal(0, strength * r.random(), (size, size)).astype(np.float32)
                    tile += cv2.resize(grain, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)[..., None]
            if r.random() < 0.25:  # joints of tiles or boards
                step, width = r.randint(24, 90), r.randint(1, 4)
                for i in range(0, SIDE, step):
                    tile[i:i + width] *= 0.75
                    if r.random() < 0.7:
                        tile[:, i:i + width] *= 0.75
            tile = tile.clip(0, 255).astype(np.uint8)
        return tile

    def plane(self, tile, corners, repeat, width, height):
        """The tile, mirrored and repeated, over a quadrilateral of the picture; and where that is."""
        double = np.concatenate([tile, tile[:, ::-1]], 1)
        double = np.concatenate([double, double[::-1]], 0)
        many = np.tile(double, (repeat, repeat, 1))
        h, w = many.shape[:2]
        matrix = cv2.getPerspectiveTransform(np.float32([[0, 0], [w, 0], [w, h], [0, h]]), np.float32(corners))
        out = cv2.warpPerspective(many, matrix, (width, height), flags=cv2.INTER_AREA)
        mask = np.zeros((height, width), np.uint8)
        cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255, cv2.LINE_AA)
        return out, mask

    def draw(self, r, width=480, height=None):
        """A picture without an object."""
        height = height or int(width * r.choice((0.6, 0.75, 0.75, 1, 1.33)))
        w, h = width, height
        kind = r.choice(("ground", "ground", "corner", "corner", "room", "table", "table", "wall", "studio", "piece"))
        u = lambda a, b: r.uniform(a, b)
        whole = [(0, 0), (w, 0), (w, h), (0, h)]
        planes = []
        if kind == "wall":
            tilt = u(-0.3, 0.3)
            planes = [[(0, -h * u(0, .5)), (w, -h * max(0, tilt)), (w, h * (1 + max(0, tilt))), (0, h * (1 + u(0, .5)))]]
        elif kind == "studio":
            planes = [whole]
        elif kind == "piece":
            planes = [whole]
        elif kind == "ground":  # floor, road or lawn seen from above, to a horizon or beyond the picture
            horizon = h * u(-0.4, 0.6)
            planes = [whole] if horizon > 0 else []
            spread = w * u(0.3, 1.5)
            planes.append([(-w * .1, horizon), (w * 1.1, horizon + h * u(-.08, .08)), (w + spread, h * 1.05), (-spread, h * 1.05)])
        elif kind == "corner":  # wall and floor, perhaps a second wall
            line = h * u(0.25, 0.85)
            planes = [[(-w * .2, -h * .2), (w * 1.2, -h * .2), (w * 1.2, line + h * u(-.1, .1)), (-w * .2, line)]]
            edge = planes[0]
            planes.append([edge[3], edge[2], (w * 1.6, h * 1.1), (-w * .6, h * 1.1)])
            if r.random() < 0.5:
                x = w * u(0.1, 0.9)
                side = -0.3 * w if r.random() < 0.5 else 1.3 * w
                planes.append([(x, -h * .2), (side, -h * .5), (side, line + h * u(.1, .5)), (x, line)])
        elif kind == "room":  # three walls, floor and ceiling
            x0, x1, y0, y1 = w * u(.1, .45), w * u(.55, .9), h * u(-.1, .35), h * u(.5, .85)
            planes = [[(x0, y0), (x1, y0), (x1, y1), (x0, y1)], [(-w * .2, -h * .2), (x0, y0), (x0, y1), (-w * .2, h * 1.2)],
                      [(x1, y0), (w * 1.2, -h * .2), (w * 1.2, h * 1.2), (x1, y1)],
                      [(x0, y1), (x1, y1), (w * 1.2, h * 1.2), (-w * .2, h * 1.2)],
                      [(-w * .2, -h * .2), (w * 1.2, -h * .2), (x1, y0), (x0, y0)]]
        elif kind == "table":  # a top that leaves the picture on two sides or more
            line = h * u(0.05, 0.6)
            left, right = (u(-.3, .15), u(.85, 1.3)) if r.random() < .6 else r.choice(((-.2, u(.5, .9)), (u(.1, .5), 1.2)))
            planes = [whole, [(w * (left + .12), line), (w * (right - .12), line + h * u(-.1, .1)), (w * (right + .25), h * u(.85, 1.3)),
                              (w * (left - .25), h * u(.85, 1.3))]]
        if kind == "piece":
            piece = self.piece(r)
            if piece is not None:
                return Image.fromarray(piece).resize((w, h), Image.BICUBIC)
        canvas = np.zeros((h, w, 3), np.float32)
        walls = None
        for number, corners in enumerate(planes):
            tile = self.material(r)
            if kind == "studio":
                top = np.full((SIDE, SIDE, 3), r.choice((255, 250, u(200, 255), u(0, 60), u(60, 200))), np.uint8)
                tile = top if r.random() < .7 else cv2.blur(tile, (61, 61))
            if kind == "room" and number < 3:
                walls = tile if walls is None else walls
                tile = walls
            lit = u(.55, 1.15) if kind in ("room", "corner") else u(.8, 1.1)
            layer, mask = self.plane(tile, corners, r.choice((1, 1, 2, 3)), w, h)
            share = (mask.astype(np.float32) / 255)[..., None]
            if kind == "table" and number == 0 and r.random() < .6:
                layer = cv2.GaussianBlur(layer, (0, 0), u(1, 8))
            if kind == "table" and number == 1 and r.random() < .6:  # the top's edge and its shadow
                low = np.roll(share, int(h * u(.01, .05)), 0)
                canvas = canvas * (1 - low * u(.3, .8))
            canvas += share * (layer.astype(np.float32) * lit - canvas)
        y, x = np.mgrid[0:h, 0:w].astype(np.float32)
        angle, strength = u(0, 6.3), u(0, .5) if kind != "studio" else u(0, .15)
        light = 1 + strength * ((x / w - .5) * np.cos(angle) + (y / h - .5) * np.sin(angle))
        if r.random() < .3:  # a lamp or a window
            light += u(.1, .5) * np.exp(-(((x / w - u(0, 1)) ** 2 + (y / h - u(0, 1)) ** 2) / u(.05, .3)))
        out = (canvas * light[..., None]).clip(0, 255).astype(np.uint8)
        if r.random() < .3:
            out = cv2.GaussianBlur(out, (0, 0), u(.5, 2))
        return Image.fromarray(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--libraries", help="folder with .sh3f files")
    parser.add_argument("--sheet", type=Path)
    options = parser.parse_args()
    if options.libraries:
        extract_textures(options.libraries)
    if options.sheet:
        from samples import labelled_photos
        surfaces, sheet = Surfaces(labelled_photos()), Image.new("RGB", (10 * 160, 6 * 120), "white")
        for i in range(60):
            picture = surfaces.draw(random.Random(i))
            picture.thumbnail((156, 116))
            sheet.paste(picture, (i % 10 * 160, i // 10 * 120))
        sheet.save(options.sheet)


if __name__ == "__main__":
    main()
