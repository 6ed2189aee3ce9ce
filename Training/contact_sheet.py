"""Draw a localizer's boxes at its default threshold on many photos, for looking at.

    python contact_sheet.py --model FILE.tflite --photos DIR_OR_FILE... --out sheet.png
    python contact_sheet.py --listed contact_sheet.txt --photos DIR --tile 140 --colours 64 --out sheet.png
"""

import argparse
import json
from pathlib import Path

from PIL import Image, ImageDraw

from common import RESOURCES, load_picture
from evaluate_localizer import Localizer


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, default=RESOURCES / "localizer.tflite")
    parser.add_argument("--photos", type=Path, nargs="+", required=True)
    parser.add_argument("--listed", type=Path, help="the photos' paths under the one folder of --photos, a line each")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--most", type=int, default=60)
    parser.add_argument("--columns", type=int, default=10)
    parser.add_argument("--tile", type=int, default=132, help="longest side of one photo")
    parser.add_argument("--colours", type=int, default=0, help="reduce the PNG to this many colours")
    options = parser.parse_args()
    rules = json.loads(options.model.with_suffix(".json").read_text())
    localizer = Localizer(options.model, rules["input"]["resize"], overlap=rules["nmsIoU"])
    files = []
    listed = options.listed.read_text().splitlines() if options.listed else []
    for path in [options.photos[0] / name for name in listed] or options.photos:
        files += sorted(p for p in path.rglob("*") if p.suffix.lower() in (".jpg", ".jpeg", ".png", ".bmp")) \
            if path.is_dir() else [path]
    files = files[:options.most]
    rows = -(-len(files) // options.columns)
    sheet = Image.new("RGB", (options.columns * options.tile, rows * options.tile), "white")
    total = 0
    for number, path in enumerate(files):
        picture = load_picture(path)
        boxes, scores = localizer(picture)
        keep = (scores >= rules["scoreThreshold"]).nonzero()[0][:rules["maximumBoxes"]]
        total += len(keep)
        scale = (options.tile - 4) / max(picture.size)
        small = picture.resize((max(1, round(picture.width * scale)), max(1, round(picture.height * scale))), Image.LANCZOS)
        draw = ImageDraw.Draw(small)
        for i in reversed(keep):
            colour = (255, 40, 40) if i == keep[0] else (255, 220, 0)
            draw.rectangle([float(v * scale) for v in boxes[i]], outline=colour, width=2)
        draw.text((2, 1), str(number + 1), fill=(0, 255, 255))
        sheet.paste(small, (number % options.columns * options.tile, number // options.columns * options.tile))
    if options.colours:
        sheet = sheet.quantize(options.colours)
    sheet.save(options.out, optimize=True)
    print(f"{len(files)} photos, {total} boxes")


if __name__ == "__main__":
    main()
