"""Training samples: augmented photos, compositions and mosaics, each from a seed.

`plan` lists what is made of which photo; `make` turns one entry into a
320 x 320 picture, its boxes and its "ignore" boxes.
"""

import json
import random
import zlib
import xml.etree.ElementTree as ElementTree

import numpy as np
from PIL import Image, ImageEnhance, ImageOps

from common import INPUT_SIZE, WORK, area, intersection, iou, load_picture, place, to_input

# How much an unlabelled place of a photo counts as "nothing here".
BACKGROUND_WEIGHT = {"grocery": 0.3, "clothing": 0.7, "flowers": 0.5, "rooms": 0.7, "openimages": 0.7}
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


def labelled_photos():
    """file -> dict(source, boxes, ignore) for every photo with a box, and rooms where the teachers saw nothing."""
    photos = {p["file"]: p for p in read_lines("photos.jsonl")}
    labels = {}
    for line in read_lines("labels.*.jsonl"):
        if line["file"] in photos:
            labels[line["file"]] = dict(boxes=line["boxes"], ignore=worth_ignoring(line))
    for line in read_lines("boxes.*.jsonl"):  # true boxes that came with a set
        if held_out(line):
            labels.pop(line["file"], None)
        elif line["file"] in photos:
            labels[line["file"]] = dict(boxes=line["boxes"], ignore=line.get("ignore", []))
    for line in read_lines("cutouts.*.jsonl"):
        if line["file"] not in photos:
            continue  # rendered or drawn
        entry = labels.setdefault(line["file"], dict(boxes=[], ignore=[]))
        if line["box"] and not entry["boxes"]:
            entry["boxes"] = [line["box"]]
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
        if source in ("compose", "mosaic"):
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
        width, height = picture.size
        pasted = []
        for number in range(r.randint(1, 5)):
            source = r.choices(list(self.cutouts), [self.SHARES.get(s, 2) for s in self.cutouts])[0]
            cut = Image.open(WORK / "cutouts" / r.choice(self.cutouts[source])).convert("RGBA")
            longest = (r.uniform(0.3, 0.85) if number == 0 else r.uniform(0.1, 0.45)) * height
            factor = longest / max(cut.size)
            if factor > 2.5:
                continue
            cut = cut.resize((max(8, int(cut.width * factor)), max(8, int(cut.height * factor))), Image.LANCZOS)
            if r.random() < 0.5:
                cut = ImageOps.mirror(cut)
            if r.random() < 0.4:
                most = 180 if r.random() < 0.25 else 30
                cut = cut.rotate(r.uniform(-most, most), expand=True, resample=Image.BICUBIC)
                cut = cut.crop(cut.getchannel("A").point(lambda v: 255 * (v > 60)).getbbox() or (0, 0, 8, 8))
            if r.random() < 0.6:
                alpha = cut.getchannel("A")
                cut = ImageEnhance.Brightness(cut.convert("RGB")).enhance(r.uniform(0.6, 1.2)).convert("RGBA")
                cut.putalpha(alpha)
            if cut.width > width * 0.97 or cut.height > height * 0.97:
                continue
            for _ in range(20):
                x, y = r.randint(0, width - cut.width), r.randint(0, height - cut.height)
                box = np.array([[x, y, x + cut.width, y + cut.height]], np.float32)
                others = np.array(pasted, np.float32).reshape(-1, 4)
                if not len(others) or intersection(box, others).max() < 0.12 * min(area(box)[0], area(others).min()):
                    picture.paste(cut, (x, y), cut)
                    pasted.append(box[0])
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
