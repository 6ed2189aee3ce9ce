"""Training samples: augmented photos, compositions, surfaces and mosaics, each from a seed.

`plan` lists what is made of which photo; `make` turns one entry into a
square picture, its boxes and its "ignore" boxes.
"""

import json
import random
import re
import zlib
import xml.etree.ElementTree as ElementTree

import numpy as np
from PIL import Image, ImageEnhance, ImageFilter, ImageOps

from common import INPUT_SIZE, WORK, area, intersection, iou, load_picture, place, to_input
from surfaces import Surfaces

# How much an unlabelled place of a photo counts as "nothing here".
BACKGROUND_WEIGHT = {"grocery": 0.3, "clothing": 0.7, "flowers": 0.5, "rooms": 0.7, "openimages": 0.7,
                     "gcompris": 0.7}
SMALLEST = 6  # pixels of the input: thinner objects are ignored
EMPTY = np.zeros((0, 4), np.float32)


def read_lines(pattern):
    for path in sorted(WORK.glob(pattern)):
        for line in open(path):
            yield json.loads(line)


def held_out(line):
    """Every other photo with COCO's complete boxes is kept for choosing: models, thresholds, constants."""
    return "categories" in line and zlib.crc32(line["file"].encode()) % 2 == 0


def worth_ignoring(line, most=8):
    """The surest of the unsure boxes (they come best first), without copies of objects."""
    ignore = np.array(line["ignore"], np.float32).reshape(-1, 4)
    boxes = np.array(line["boxes"], np.float32).reshape(-1, 4)
    if len(ignore) and len(boxes):
        ignore = ignore[iou(ignore, boxes).max(1) < 0.5]
    return ignore[:most].tolist()


# Surfaces among COCO's kinds: numbers of its 80 classes, and of its categories.
TABLES, BEDS = {60, 67}, {59, 65}
# Photos of gcompris where the first box of Google's localizer is not the thing (looked at one by one).
MISSED = re.compile(r"(tweezer1?|screwDriver3|measuringTape[14]|dam[345]|solar3|geothermal|windmill(3|13)|empireState|"
                    r"fish([4579]|1[01]|20)|alphabets|erasers|spoons|pillow|knife|lemur|moose)\.")
CERTAIN, DOUBTFUL = 0.4, 0.2  # scores of Google's localizer from which a box is an object, or neither


def without_surfaces(boxes, ignore, kinds):
    """Boxes and ignore without tables and beds: a table that holds things is background, others are neither."""
    kept = [b for b, kind in zip(boxes, kinds) if kind not in TABLES | BEDS]
    for box, kind in zip(boxes, kinds):
        middles = [((b[0] + b[2]) / 2, (b[1] + b[3]) / 2) for b in kept]
        laid = sum(box[0] < x < box[2] and box[1] < y < box[3] for x, y in middles)
        if kind in BEDS or kind in TABLES and not laid:
            ignore = ignore + [box]
    return kept, ignore


def second_opinion(entry, line, complete):
    """Adds what Google's localizer sees: sure boxes as objects, or as doubtful where an object's record is complete."""
    for box, score in zip(line["boxes"], line["scores"]):
        known = np.array(entry["boxes"] + entry["ignore"], np.float32).reshape(-1, 4)
        if len(known) and iou(np.array([box], np.float32), known).max() >= 0.5:
            continue
        if score >= CERTAIN and not complete:
            entry["boxes"] = entry["boxes"] + [box]
        elif score >= DOUBTFUL:
            entry["ignore"] = entry["ignore"] + [box]


def labelled_photos():
    """file -> dict(source, boxes, ignore) for every photo with a box, and rooms where the teachers saw nothing."""
    photos = {p["file"]: p for p in read_lines("photos*.jsonl")}
    labels, complete, kept_apart = {}, set(), set()
    for line in read_lines("labels.*.jsonl"):
        if line["file"] in photos:
            boxes, ignore = without_surfaces(line["boxes"], worth_ignoring(line), line["classes"])
            labels[line["file"]] = dict(boxes=boxes, ignore=ignore)
    for line in read_lines("boxes.*.jsonl"):  # true boxes that came with a set
        if held_out(line):
            labels.pop(line["file"], None)
            kept_apart.add(line["file"])
        elif line["file"] in photos:
            kinds = line.get("categories") or line.get("classes") or [None] * len(line["boxes"])
            boxes, ignore = without_surfaces(line["boxes"], line.get("ignore", []), kinds)
            labels[line["file"]] = dict(boxes=boxes, ignore=ignore)
            complete.add(line["file"])
    for line in read_lines("cutouts.*.jsonl"):
        if line["file"] not in photos:
            continue  # rendered or drawn
        entry = labels.setdefault(line["file"], dict(boxes=[], ignore=[]))
        if line["box"] and not entry["boxes"]:
            entry["boxes"] = [line["box"]]
            complete.add(line["file"])
    for line in read_lines("localizer.jsonl"):
        source = photos[line["file"]]["source"] if line["file"] in photos else None
        if source == "gcompris" and line["boxes"] and not MISSED.search(line["file"]):
            labels[line["file"]] = dict(boxes=line["boxes"][:1], ignore=line["boxes"][1:6])
        elif source not in (None, "gcompris") and line["file"] not in kept_apart:
            second_opinion(labels.setdefault(line["file"], dict(boxes=[], ignore=[])), line, line["file"] in complete)
    out = {}
    for file, entry in labels.items():
        if entry["boxes"]:
            out[file] = dict(source=photos[file]["source"], boxes=entry["boxes"], ignore=entry["ignore"])
        elif photos[file]["source"] == "rooms":  # landscapes and empty halls: background
            out[file] = dict(source="rooms", boxes=[], ignore=entry["ignore"])
    return out


def plan(counts, seed=1):
    """Entries (kind, file) in random order. `counts`: source or kind -> number of samples."""
    generator, photos, entries = random.Random(seed), labelled_photos(), []
    by_source = {}
    for file in sorted(photos):
        by_source.setdefault(photos[file]["source"], []).append(file)
    for source, count in counts.items():
        if source in ("compose", "mosaic", "surface"):
            entries += [(source, None)] * count
            continue
        files = by_source.get(source, [])
        while files and count > 0:
            generator.shuffle(files)
            entries += [("photo", f) for f in files[:count]]
            count -= len(files)
    generator.shuffle(entries)
    return entries


class Maker:
    SHARES = {"grocery_iconic": 3, "coco_objects": 4, "things": 8, "shapes": 4}  # of cut-outs in compositions; others 2

    def __init__(self):
        self.photos = labelled_photos()
        self.by_source = {}
        for file in sorted(self.photos):
            self.by_source.setdefault(self.photos[file]["source"], []).append(file)
        self.surfaces = Surfaces(self.photos)
        self.cutouts = {}
        for line in read_lines("cutouts.*.jsonl"):
            if line["cutout"]:
                self.cutouts.setdefault(line["source"], []).append(line["cutout"])

    def photo(self, file):
        entry = self.photos[file]
        return (load_picture(WORK / "photos" / file), np.array(entry["boxes"], np.float32).reshape(-1, 4),
                np.array(entry["ignore"], np.float32).reshape(-1, 4))

    def any_file(self, r, shares):
        sources = [s for s in shares if self.by_source.get(s)]
        source = r.choices(sources, [shares[s] for s in sources])[0]
        return r.choice(self.by_source[source])

    def make(self, entry, seed):
        """(uint8 picture, boxes, ignore, weight of the background)."""
        kind, file = entry
        r = random.Random(seed)
        weight = 1.0
        if kind == "photo":
            picture, boxes, ignore = self.photo(file)
            weight = BACKGROUND_WEIGHT.get(self.photos[file]["source"], 1.0)
            if r.random() < 0.75:
                picture, boxes, ignore = crop(picture, boxes, ignore, r)
        elif kind == "compose":
            picture, boxes, ignore = self.compose(r)
        elif kind == "surface":
            picture, boxes, ignore = self.surfaces.draw(r), EMPTY, EMPTY
            if r.random() < 0.65:
                picture, boxes, ignore = self.paste(picture, boxes, ignore, r, 1)
        else:
            picture, boxes, ignore = self.mosaic(r)
        if r.random() < 0.5:
            picture, boxes, ignore = mirror(picture, boxes, ignore)
        picture = recolour(picture, r)
        rule = "letterbox" if r.random() < 0.25 else "stretch"
        square, placement = place(picture, INPUT_SIZE, rule)
        boxes, ignore = to_input(boxes, placement), to_input(ignore, placement)
        side = np.minimum(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1])
        tiny = side < SMALLEST
        return np.asarray(square), boxes[~tiny], np.concatenate([ignore, boxes[tiny]]), weight

    def compose(self, r):
        """One to five cut-outs on a photo; what they cover is no longer an object."""
        file = self.any_file(r, {"coco": 6, "openimages": 4, "azure": 1, "flowers": 1, "fod": 1.5, "clothing": 1,
                                 "rooms": 3})
        picture, boxes, ignore = self.photo(file)
        picture, boxes, ignore = crop(picture, boxes, ignore, r, 0.6)
        width, height = picture.size
        scale = 480 / max(1, height)
        picture = picture.resize((max(1, int(width * scale)), 480), Image.BICUBIC)
        boxes, ignore = boxes * scale, ignore * scale
        return self.paste(picture, boxes, ignore, r, 5)

    def cut_out(self, r, longest):
        """A cut-out of this longest side, or None when it would have to grow too much."""
        source = r.choices(list(self.cutouts), [self.SHARES.get(s, 2) for s in self.cutouts])[0]
        cut = Image.open(WORK / "cutouts" / r.choice(self.cutouts[source])).convert("RGBA")
        factor = longest / max(cut.size)
        if factor > 2.5:
            return None
        cut = cut.resize((max(8, int(cut.width * factor)), max(8, int(cut.height * factor))), Image.LANCZOS)
        if r.random() < 0.5:
            cut = ImageOps.mirror(cut)
        if r.random() < 0.4:
            cut = turned(cut, r.uniform(-1, 1) * (180 if r.random() < 0.25 else 30))
        return brighter(cut, r.uniform(0.6, 1.2)) if r.random() < 0.6 else cut

    def paste(self, picture, boxes, ignore, r, most):
        """One cut-out to `most`, each a box; now and then several of the same kind side by side."""
        width, height = picture.size
        pasted = []
        count = r.randint(1, most) if most > 1 else r.choice((1, 1, 1, 2, 3))
        group = r.random() < 0.2
        for number in range(count):
            longest = (r.uniform(0.3, 0.85) if number == 0 and not group else r.uniform(0.1, 0.45)) * min(height, 480)
            cut = self.cut_out(r, longest)
            if cut is None or cut.width > width * 0.97 or cut.height > height * 0.97:
                continue
            for _ in range(20):
                x, y = r.randint(0, width - cut.width), r.randint(0, height - cut.height)
                box = np.array([[x, y, x + cut.width, y + cut.height]], np.float32)
                others = np.array(pasted, np.float32).reshape(-1, 4)
                if not len(others) or intersection(box, others).max() < 0.12 * min(area(box)[0], area(others).min()):
                    lay(picture, cut, x, y, r)
                    pasted.append(box[0])
                    break
            if group and number == 0 and pasted:  # equal things in a row or rows
                step_x, step_y = cut.width * r.uniform(0.9, 1.25), cut.height * r.uniform(0.9, 1.25)
                upright, rows = r.random() < 0.6, r.choice((1, 1, 2, 3))
                x0, y0 = pasted[0][:2]
                for i in range(r.randint(2, 5)):
                    for j in range(rows):
                        again = cut if upright else turned(cut, r.uniform(-40, 40))
                        x, y = int(x0 + i * step_x), int(y0 + j * step_y)
                        if (i or j) and x + again.width <= width and y + again.height <= height:
                            lay(picture, again, x, y, r)
                            pasted.append([x, y, x + again.width, y + again.height])
                break
        pasted = np.array(pasted, np.float32).reshape(-1, 4)
        if len(boxes) and len(pasted):
            covered = (intersection(boxes, pasted) / np.maximum(area(boxes)[:, None], 1)).sum(1)
            ignore = np.concatenate([ignore, boxes[(covered >= 0.3) & (covered < 0.8)]])
            boxes = boxes[covered < 0.3]
        return picture, np.concatenate([boxes, pasted]), ignore

    def mosaic(self, r):
        """Four photos in a 2 x 2 grid with a moving centre."""
        side = 480
        cx, cy = int(r.uniform(0.3, 0.7) * side), int(r.uniform(0.3, 0.7) * side)
        canvas, boxes, ignore = Image.new("RGB", (side, side)), [EMPTY], [EMPTY]
        for left, top, right, bottom in ((0, 0, cx, cy), (cx, 0, side, cy), (0, cy, cx, side), (cx, cy, side, side)):
            picture, b, g = self.photo(self.any_file(r, {"coco": 8, "openimages": 5, "clothing": 1, "fod": 0.3,
                                                          "azure": 1, "rooms": 2}))
            picture, b, g = crop(picture, b, g, r, 0.6)
            sx, sy = (right - left) / picture.width, (bottom - top) / picture.height
            canvas.paste(picture.resize((right - left, bottom - top), Image.BILINEAR), (left, top))
            for mine, out in ((b, boxes), (g, ignore)):
                out.append((mine * [sx, sy, sx, sy] + [left, top, left, top]).astype(np.float32))
        return canvas, np.concatenate(boxes), np.concatenate(ignore)


def turned(cut, angle):
    cut = cut.rotate(angle, expand=True, resample=Image.BICUBIC)
    return cut.crop(cut.getchannel("A").point(lambda v: 255 * (v > 60)).getbbox() or (0, 0, 8, 8))


def brighter(cut, factor):
    alpha = cut.getchannel("A")
    cut = ImageEnhance.Brightness(cut.convert("RGB")).enhance(factor).convert("RGBA")
    cut.putalpha(alpha)
    return cut


def lay(picture, cut, x, y, r):
    """Pastes a cut-out, half of the times with a soft shadow."""
    if r.random() < 0.5:
        shade = cut.getchannel("A").filter(ImageFilter.GaussianBlur(max(2, cut.width * r.uniform(0.01, 0.06))))
        shade = shade.point(lambda v, share=r.uniform(0.2, 0.7): int(v * share))
        picture.paste((0, 0, 0), (x + int(cut.width * r.uniform(-0.05, 0.05)), y + int(cut.height * r.uniform(0, 0.06))), shade)
    picture.paste(cut, (x, y), cut)


def crop(picture, boxes, ignore, r, smallest=0.4):
    """A random part that keeps at least one object; objects cut to less than half become "ignore"."""
    width, height = picture.size
    for _ in range(10):
        share = r.uniform(smallest, 1)
        w, h = int(width * min(1, share * r.uniform(0.8, 1.25))), int(height * min(1, share * r.uniform(0.8, 1.25)))
        x, y = r.randint(0, width - w), r.randint(0, height - h)
        window = np.array([x, y, x + w, y + h], np.float32)
        clip = lambda b: np.concatenate([np.maximum(b[:, :2], window[:2]), np.minimum(b[:, 2:], window[2:])], 1)
        kept, part = clip(boxes), None
        part = area(kept) / np.maximum(area(boxes), 1)
        if (part > 0.5).any() or not len(boxes):
            shift = np.array([x, y, x, y], np.float32)
            others = clip(ignore)
            others = np.concatenate([others[area(others) > 16], kept[(part <= 0.5) & (part > 0.05)]])
            return picture.crop((x, y, x + w, y + h)), kept[part > 0.5] - shift, others - shift
    return picture, boxes, ignore


def mirror(picture, boxes, ignore):
    turn = lambda b: np.stack([picture.width - b[:, 2], b[:, 1], picture.width - b[:, 0], b[:, 3]], 1)
    return ImageOps.mirror(picture), turn(boxes), turn(ignore)


def recolour(picture, r):
    for enhancer, amount in ((ImageEnhance.Brightness, 0.3), (ImageEnhance.Contrast, 0.3), (ImageEnhance.Color, 0.4)):
        if r.random() < 0.5:
            picture = enhancer(picture).enhance(r.uniform(1 - amount, 1 + amount))
    return picture


def voc_boxes(text):
    """Boxes of a PASCAL VOC annotation."""
    found = []
    for item in ElementTree.fromstring(text).findall("object"):
        found.append([float(item.find("bndbox/" + k).text) for k in ("xmin", "ymin", "xmax", "ymax")])
    return found
