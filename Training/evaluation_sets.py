"""The sets that the localizer is measured on. None of them is trained on.

* COCO-type folders: `annotations.json` + `images/` (COCO boxes).
* coco128_yolo: `images/*/*.jpg` + `object_detection/labels/*/*.txt`.
* Compositions: 1-5 Tux Paint photo cut-outs on photographs, from a seed.
"""

import hashlib
import json
import random
import re
import subprocess
from pathlib import Path

import numpy as np
from PIL import Image, ImageEnhance

from common import area, load_picture, prominent

STAMPS = "/usr/share/tuxpaint/stamps"
NOT_PHOTOS = re.compile(r"cartoon|symbols|dinosaur|toys|space|naturalforces|plastic|outlined|filled|town/flags|roadsigns"
                        r"|hanukkah|halloween|newyears|easter|christmas|seasonal|hobbies/music_x")
ODD = ("pizza.png", "tooth.png", "hedgehog.png", "eye.png", "inukshuk-outline.png", "rugby_goal_posts.png",
       "measuring_tape_m.png")
BACKGROUNDS = ("Aqua.jpg", "GreenMeadow.jpg", "RainDrops.jpg", "leuvenA.jpg", "home.jpg", "aero3.jpg", "gravel.png")


def picture_entry(picture, boxes, name):
    """(picture, all boxes, boxes of at least 1 % of the area, index of the prominent one) or None."""
    boxes = np.asarray(boxes, np.float32).reshape(-1, 4)
    share = area(boxes) / (picture.width * picture.height)
    large = boxes[share >= 0.01]
    return dict(picture=picture, boxes=boxes, large=large, name=name,
                prominent=prominent(large, *picture.size) if len(large) else None)


def coco_folder(folder):
    folder = Path(folder)
    record = json.loads((folder / "annotations.json").read_text())
    boxes = {}
    for a in record["annotations"]:
        x, y, w, h = a["bbox"]
        boxes.setdefault(a["image_id"], []).append([x, y, x + w, y + h])
    return [picture_entry(load_picture(folder / "images" / i["file_name"]), boxes.get(i["id"], []), i["file_name"])
            for i in record["images"]]


def held_out_photos():
    """Photos of the training sources that no sample is made of; to choose by, not to report."""
    from common import WORK
    from samples import held_out
    lines = map(json.loads, open(WORK / "boxes.coco.jsonl"))
    return [picture_entry(load_picture(WORK / "photos" / line["file"]), line["boxes"], line["file"])
            for line in lines if held_out(line)]


def yolo_folder(folder):
    out = []
    for path in sorted(Path(folder).glob("images/*/*.jpg")):
        label = Path(str(path).replace("/images/", "/object_detection/labels/")).with_suffix(".txt")
        picture, boxes = load_picture(path), []
        for line in label.read_text().splitlines() if label.exists() else []:
            x, y, w, h = map(float, line.split()[1:5])
            boxes.append(np.array([x - w / 2, y - h / 2, x + w / 2, y + h / 2]) * (picture.size * 2))
        out.append(picture_entry(picture, boxes, path.name))
    return out


def cut_outs():
    listing = subprocess.check_output(["dpkg", "-L", "tuxpaint-stamps-default"], text=True).split("\n")
    photos = [p for p in sorted(p for p in listing if p.endswith(".png")) if not NOT_PHOTOS.search(p)]
    photos = [p for p in photos if "/clothes/" not in p and Path(p).name not in ODD]
    return [p for p in photos if int(hashlib.md5(Path(p).name.encode()).hexdigest(), 16) % 10 < 4]


def background_files():
    import skimage.data
    opencv, mate = "/usr/share/doc/opencv-doc/examples/data", "/usr/share/backgrounds/mate/nature"
    paths = [f"{mate}/{n}.jpg" for n in ("Aqua", "GreenMeadow", "RainDrops")]
    paths += [f"{opencv}/{n}.jpg" for n in ("leuvenA", "home", "aero3")]
    return paths + [str(Path(skimage.data.__file__).parent / "gravel.png")]


def compositions(count=300, width=640, height=480):
    """The same pictures for the same seed, made as in the first study."""
    cuts, grounds = cut_outs(), []
    for path in background_files():
        picture = load_picture(path)
        scale = 900 / min(picture.size)
        if scale < 1:
            picture = picture.resize((int(picture.width * scale), int(picture.height * scale)))
        grounds.append(picture)
    return [compose(10_000 + i, cuts, grounds, width, height) for i in range(count)]


def opaque_part(cut):
    return cut.crop(cut.getchannel("A").point(lambda v: 255 if v > 40 else 0).getbbox())


def compose(seed, cuts, grounds, width, height):
    r = random.Random(seed)
    ground, zoom = r.choice(grounds), r.uniform(0.6, 1.0)
    w = int(min(ground.width, ground.height * width / height) * zoom)
    h = int(w * height / width)
    x, y = r.randint(0, ground.width - w), r.randint(0, ground.height - h)
    canvas = ground.crop((x, y, x + w, y + h)).resize((width, height), Image.BICUBIC)
    if r.random() < 0.5:
        canvas = canvas.transpose(Image.FLIP_LEFT_RIGHT)
    boxes = []
    for number in range(r.randint(1, 5)):
        for _ in range(40):
            cut = opaque_part(Image.open(r.choice(cuts)).convert("RGBA"))
            longest = (r.uniform(0.35, 0.8) if number == 0 else r.uniform(0.12, 0.45)) * height
            factor = longest / max(cut.size)
            if factor > 3:
                continue
            cut = cut.resize((max(8, int(cut.width * factor)), max(8, int(cut.height * factor))), Image.LANCZOS)
            if r.random() < 0.5:
                cut = cut.transpose(Image.FLIP_LEFT_RIGHT)
            if r.random() < 0.4:
                cut = opaque_part(cut.rotate(r.uniform(-25, 25), expand=True, resample=Image.BICUBIC))
            if cut.width > width * 0.95 or cut.height > height * 0.95:
                continue
            x, y = r.randint(0, width - cut.width), r.randint(0, height - cut.height)
            box = (x, y, x + cut.width, y + cut.height)
            if any(overlap(box, other) >= 0.1 * min(size(box), size(other)) for other in boxes):
                continue
            if r.random() < 0.5:
                alpha = cut.getchannel("A")
                cut = ImageEnhance.Brightness(cut.convert("RGB")).enhance(r.uniform(0.7, 1.15)).convert("RGBA")
                cut.putalpha(alpha)
            canvas.paste(cut, (x, y), cut)
            boxes.append(box)
            break
    entry = picture_entry(canvas, boxes, f"composition {seed}")
    entry["large"] = entry["boxes"]
    entry["prominent"] = prominent(entry["boxes"], width, height)
    return entry


def size(b):
    return (b[2] - b[0]) * (b[3] - b[1])


def overlap(a, b):
    return max(0, min(a[2], b[2]) - max(a[0], b[0])) * max(0, min(a[3], b[3]) - max(a[1], b[1]))
