"""Cut objects out of the licensed COCO photos along COCO's own outlines (CC BY 4.0), for compositions.

    python coco_cutouts.py [--mirror DIR]

Takes whole objects of at least 70 pixels from every instances record in the sources' clones
and writes WORK/cutouts/*.png and WORK/cutouts.coco.jsonl.
"""

import argparse
import json
import subprocess

import cv2
import numpy as np
from PIL import Image

from common import WORK, load_picture
from fetch_data import SOURCES, Repository, coco_number

SMALLEST = 70


def outlines(mirror, photos):
    """(photo, polygons in pixels of the stored photo, category) for each usable object."""
    seen = set()
    for name in sorted({s.repository for s in SOURCES if s.coco}):
        repository = Repository(name, mirror)
        for path in repository.files():
            if not (path.endswith(".json") and "instances" in path):
                continue
            try:
                record = json.loads(repository.read(path))
            except (ValueError, subprocess.CalledProcessError):
                continue
            sizes = {image["id"]: (image["width"], image["height"]) for image in record["images"]}
            for a in record["annotations"]:
                key = (a["image_id"], tuple(a["bbox"]))
                if a["image_id"] not in photos or a.get("iscrowd") or key in seen:
                    continue
                if not isinstance(a["segmentation"], list) or len(a["segmentation"]) > 1:
                    continue  # hidden in part
                seen.add(key)
                photo = photos[a["image_id"]]
                scale = photo["size"][0] / sizes[a["image_id"]][0]
                yield photo, [np.array(p).reshape(-1, 2) * scale for p in a["segmentation"]], a["category_id"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mirror", help="folder with bare clones, to use instead of the network")
    options = parser.parse_args()
    index = [json.loads(line) for line in open(WORK / "photos.jsonl")]
    photos = {coco_number(line["path"]): line for line in index if line["source"] == "coco"}
    folder, count = WORK / "cutouts", 0
    folder.mkdir(exist_ok=True)
    with open(WORK / "cutouts.coco.jsonl", "w") as out:
        for photo, polygons, category in outlines(options.mirror, photos):
            width, height = photo["size"]
            points = np.concatenate(polygons)
            (x0, y0), (x1, y1) = np.floor(points.min(0)).astype(int), np.ceil(points.max(0)).astype(int)
            touches = (x0 < 2) + (y0 < 2) + (x1 > width - 2) + (y1 > height - 2)
            if min(x1 - x0, y1 - y0) < SMALLEST or touches > 0:
                continue
            mask = np.zeros((height, width), np.uint8)
            cv2.fillPoly(mask, [p.round().astype(np.int32) for p in polygons], 255)
            mask = cv2.GaussianBlur(cv2.erode(mask, np.ones((3, 3), np.uint8)), (0, 0), 0.8)
            picture = load_picture(WORK / "photos" / photo["file"])
            picture.putalpha(Image.fromarray(mask))
            name = f"coco_{coco_number(photo['path'])}_{count}.png"
            picture.crop((max(0, x0), max(0, y0), x1, y1)).save(folder / name)
            out.write(json.dumps(dict(file=photo["file"], source="coco_objects", box=None, cutout=name,
                                      category=category)) + "\n")
            count += 1
    print(f"{count} cut-outs")


if __name__ == "__main__":
    main()
