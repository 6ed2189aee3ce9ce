"""Fetch the licensed photos and write them, at most 640 px, to WORK/photos.

Sources are public git repositories, given by owner/name and commit, and Debian
packages; each carries the licence that was read there. Photos whose own
licence is unusable (non-commercial, no derivatives, unknown) are left out
photo by photo. Every photo kept gets one line in WORK/photos.jsonl.

    python fetch_data.py                 # clone what is missing, then extract
    python fetch_data.py --mirror DIR    # use bare clones DIR/owner+name/repo
"""

import argparse
import io
import json
import re
import subprocess
import urllib.parse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps
from tqdm import tqdm

from common import WORK

# COCO's licence numbers that allow commercial use and adaptation.
COCO_LICENCES = {4: "CC BY 2.0", 5: "CC BY-SA 2.0", 7: "no known copyright restrictions", 8: "US government work"}
# Evaluation sets: never trained on. Their COCO ids are left out of every other COCO source.
EVALUATION = {
    "lightly-ai/coco128_yolo": "6d6f7a059ea63efffdbe48aca2d52c04d4c510e9",
    "lizhogn/tiny_coco_dataset": "68523ddd6c27f9ba5d2f0caf7f6fe95cc2c99311",
}
# Open Images lists every one of its photos as CC BY 2.0; the name of a file, 16 hexadecimal digits, is the key to its
# author in the set's own records.
OPEN_IMAGES = "CC BY 2.0"
COCO_BOXES = "hunglc007/tensorflow-yolov4-tflite"  # data/dataset/val2017.txt @581e444: all boxes of COCO val2017
COCO_RECORDS = "ruizewang/evaluate"  # annotations/captions_val2017.json: a licence number for each val2017 photo


@dataclass
class Source:
    name: str            # folder under WORK/photos
    repository: str      # owner/name
    commit: str          # the commit that was used
    pattern: str         # regular expression of the photos' paths
    licence: str         # as stated there
    origin: str          # whose photos these are
    every: int = 1       # take every n-th photo (near-duplicates)
    coco: bool = False   # filter by COCO's licence record
    panorama: bool = False  # an equirectangular picture: eight views are taken


SOURCES = [
    Source("coco", "minto5z/coco_yolo", "4715f5ca05a6", r"^coco/images/.*\.jpg$", "", "COCO val2017 photos", coco=True),
    Source("coco", "Obmutescence/COCO-MINI", "644f29e7c1d2", r"2017/.*\.jpg$", "", "COCO 2017 photos", coco=True),
    Source("coco", "zzowenzz/COCO_Tiny", "e7a689f7d6d1", r"2017/.*\.jpg$", "", "COCO 2017 photos", coco=True),
    Source("coco", "enginbozaba/tiny_coco", "44ee1df5a4f5", r"\.jpg$", "", "COCO 2017 photos", coco=True),
    Source("clothing", "alexeygrigorev/clothing-dataset-small", "119615165124", r"^(train|validation)/.*\.jpg$",
           "CC0", "crowd-sourced by A. Grigorev and contributors"),
    Source("grocery", "marcusklasson/GroceryStoreDataset", "fc80ba90f803", r"^dataset/(train|val)/.*\.jpg$",
           "MIT", "taken in shops by M. Klasson and others"),
    Source("grocery_iconic", "marcusklasson/GroceryStoreDataset", "fc80ba90f803",
           r"^dataset/iconic-images.*\.(jpg|png)$", "MIT", "product pictures of the same set"),
    Source("flowers", "Oldpel/flower_photos", "140ff6f3beb2", r"^dataset/(train|val)/.*\.jpg$",
           "CC BY 2.0", "flower_photos of the TensorFlow tutorials: each photo's author in its LICENSE.txt"),
    Source("fod", "thenorthwes/fodadataset", "39ed3b9d98a4", r"^JPEGImages/.*\.jpg$",
           "MIT", "FOD-A, licence at FOD-UNOmaha/FOD-data", every=24),
    Source("bottles", "OlYVER1337/Object-detection-", "579e98503509", r"^test/images/.*\.jpg$",
           "CC BY 4.0", "Data Cluster Labs, bottles and cups"),
    Source("rooms", "gkjohnson/3d-demo-data", "a79b5400ba8e", r"^hdri/.*_1k\.hdr$", "CC0", "Poly Haven panoramas", panorama=True),
    Source("rooms", "pmndrs/drei-assets", "456060a26bbe", r"^hdri/.*_1k\.hdr$", "CC0", "Poly Haven panoramas", panorama=True),
    Source("openimages", "MiguelARD/DoorDetect-Dataset", "1db107fe1b80", r"^images/[0-9a-f]{16}\.jpg$", OPEN_IMAGES,
           "Open Images photos of doors, kitchens and other rooms"),
    Source("openimages", "Codeveen/Vehicle-Classification", "2eefd8fe1a2b", r"/images/[0-9a-f]{16}_jpg[^/]*\.jpg$",
           OPEN_IMAGES, "Open Images photos of vehicles, at 416 x 416"),
    Source("openimages", "Jash-2000/Improved_Open_image_dataset_toolkit", "f35b38a8bd68",
           r"^OID/Dataset/.*/[0-9a-f]{16}\.jpg$", OPEN_IMAGES, "Open Images photos of apples and oranges", every=2),
    Source("openimages", "Amir-Etemadi-PhD/BackPack-Detection", "b02a6eb5a5aa",
           r"/images/[0-9a-f]{16}_jpg[^/]*\.jpg$", OPEN_IMAGES, "Open Images photos of backpacks, at 640 x 640", every=2),
    Source("azure", "Azure-Samples/cognitive-services-sample-data-files", "65af3b93cab5", r"\.(jpg|jpeg|png)$",
           "MIT", "sample pictures by Microsoft"),
]


def git(directory, *arguments):
    return subprocess.run(["git", "-C", str(directory), *arguments], capture_output=True, check=True).stdout


class Repository:
    def __init__(self, name, mirror):
        folder = None
        if mirror:
            folder = Path(mirror) / name.replace("/", "+") / "repo"
            folder = folder / ".git" if (folder / ".git").exists() else folder
        if folder is None or not folder.exists():
            folder = WORK / "clones" / name.replace("/", "+")
            if not folder.exists():
                url = urllib.parse.urlunsplit(("https", "github.com", "/" + name, "", ""))
                subprocess.run(["git", "clone", "--bare", "--depth", "1", url, str(folder)], check=True)
        self.folder = folder
        self.head = git(folder, "rev-parse", "HEAD").decode().strip()

    def files(self):
        listing = git(self.folder, "ls-tree", "-r", "--name-only", "-z", "HEAD").decode("utf-8", "replace")
        return [path for path in listing.split("\0") if path]

    def read(self, path):
        return git(self.folder, "show", "HEAD:" + path)


def coco_number(path):
    found = re.search(r"(\d{6,12})\.jpg$", path)
    return int(found.group(1)) if found else None


def coco_licences(mirror):
    """Licence number of every known COCO photo, from published image records."""
    licences = {}
    for name in [COCO_RECORDS] + [s.repository for s in SOURCES if s.coco]:
        repository = Repository(name, mirror)
        for path in repository.files():
            if not path.endswith(".json"):
                continue
            try:
                record = json.loads(repository.read(path))
                for image in record["images"]:
                    licences.setdefault(image["id"], image.get("license"))
            except (ValueError, KeyError, TypeError, subprocess.CalledProcessError):
                continue  # another JSON file, or one too large to be in the clone
    return licences


def exclusions(folder):
    """Names of files that belong to checks: a list written by the checks' owner, if given."""
    if not folder:
        return ""
    return "\n".join(path.read_text(errors="replace") for path in sorted(Path(folder).glob("*.md")))


def panorama_views(data, target):
    """Eight ordinary views (80 degrees wide) of an equirectangular .hdr picture."""
    import cv2
    import numpy as np
    light = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)[..., ::-1]
    height, width = light.shape[:2]
    for number in range(8):
        yaw, pitch = np.radians(45 * number), np.radians((-8, 0, -15, 5)[number % 4])
        w, h = 360, 270
        x, y = np.meshgrid((np.arange(w) + 0.5) / w * 2 - 1, (np.arange(h) + 0.5) / h * 2 - 1)
        ray = np.stack([x * np.tan(np.radians(40)), -y * np.tan(np.radians(40)) * h / w, np.ones_like(x)], -1)
        ray /= np.linalg.norm(ray, axis=-1, keepdims=True)
        up = ray[..., 1] * np.cos(pitch) + ray[..., 2] * np.sin(pitch)
        forward = ray[..., 2] * np.cos(pitch) - ray[..., 1] * np.sin(pitch)
        longitude = np.arctan2(ray[..., 0], forward) + yaw
        map_x = ((longitude / (2 * np.pi) + 0.5) % 1 * width).astype(np.float32)
        map_y = ((0.5 - np.arcsin(np.clip(up, -1, 1)) / np.pi) * height).astype(np.float32)
        view = cv2.remap(np.ascontiguousarray(light), map_x, map_y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_WRAP)
        view = np.maximum(view, 0) / max(1e-6, np.percentile(view.mean(-1), 60)) * 0.35
        view = (view / (1 + view * 0.35)).clip(0, 1) ** (1 / 2.2)
        path = target.with_name(f"{target.stem}_{number}.jpg")
        picture = Image.fromarray((view * 255).round().astype(np.uint8))
        picture.save(path, quality=92)
        yield path, picture.size


def save(data, target, longest=640):
    picture = ImageOps.exif_transpose(Image.open(io.BytesIO(data)))
    if picture.mode in ("RGBA", "LA", "P"):
        picture = picture.convert("RGBA")
        if picture.getchannel("A").getextrema()[0] < 255:
            picture.thumbnail((longest, longest), Image.LANCZOS)
            target = target.with_suffix(".png")
            picture.save(target)
            return target, picture.size
    picture = picture.convert("RGB")
    picture.thumbnail((longest, longest), Image.LANCZOS)
    picture.save(target, quality=92)
    return target, picture.size


def write_fod_boxes(index, mirror):
    """FOD-A's own boxes, in pixels of the stored photo; marks the hand tools."""
    from samples import voc_boxes
    repository = Repository("thenorthwes/fodadataset", mirror)
    with open(WORK / "boxes.fod.jsonl", "w") as out:
        for line in index:
            if line["source"] != "fod":
                continue
            annotation = line["path"].replace("JPEGImages", "Annotations").replace(".jpg", ".xml")
            text = repository.read(annotation)
            line["tool"] = bool(re.search(rb"<name>(Pliers|Cutter|Wrench|AdjustableWrench|Hammer|Screwdriver)<", text))
            out.write(json.dumps(dict(file=line["file"], boxes=voc_boxes(text))) + "\n")


def crowds(boxes):
    """Which boxes [x0, y0, x1, y1, class] hold at least four others of their class: the list doesn't tell
    COCO's boxes of crowds from others."""
    within = np.zeros(len(boxes), int)
    for i, b in enumerate(boxes):
        x, y = np.minimum(b[2], boxes[:, 2]) - np.maximum(b[0], boxes[:, 0]), \
            np.minimum(b[3], boxes[:, 3]) - np.maximum(b[1], boxes[:, 1])
        inside = x.clip(0) * y.clip(0) > 0.8 * (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
        within[i] = (inside & (boxes[:, 4] == b[4])).sum() - 1
    return within >= 4


def write_coco_boxes(index, mirror):
    """COCO's own boxes (CC BY 4.0) of the photos kept: all of them where the record is complete
    (boxes.coco.jsonl), of people only where just those are published (people.coco.jsonl)."""
    photos = {coco_number(line["path"]): line for line in index if line["source"] == "coco"}
    complete, people = {}, {}
    for name in {s.repository for s in SOURCES if s.coco}:
        repository = Repository(name, mirror)
        for path in repository.files():
            number = coco_number(path.replace(".txt", ".jpg"))
            if path.endswith(".txt") and "labels/" in path and number in photos:
                w, h = photos[number]["size"]
                rows = [list(map(float, row.split()[1:5])) for row in repository.read(path).decode().splitlines()]
                people[number] = [[(x - a / 2) * w, (y - b / 2) * h, (x + a / 2) * w, (y + b / 2) * h]
                                  for x, y, a, b in rows]
            if not (path.endswith(".json") and "instances" in path):
                continue
            try:
                record = json.loads(repository.read(path))
            except (ValueError, subprocess.CalledProcessError):
                continue  # too large to be in the clone
            if len(record.get("categories", [])) < 80:
                continue
            sizes = {image["id"]: (image["width"], image["height"]) for image in record["images"]}
            for a in record["annotations"]:
                if a["image_id"] in photos and not a.get("iscrowd"):
                    w, h = sizes[a["image_id"]]
                    sx, sy = photos[a["image_id"]]["size"][0] / w, photos[a["image_id"]]["size"][1] / h
                    x, y, bw, bh = a["bbox"]
                    complete.setdefault(a["image_id"], []).append(
                        [x * sx, y * sy, (x + bw) * sx, (y + bh) * sy, a["category_id"]])
    with open(WORK / "boxes.coco.jsonl", "w") as out:
        for number, boxes in sorted(complete.items()):
            out.write(json.dumps(dict(file=photos[number]["file"], boxes=[b[:4] for b in boxes],
                                      categories=[b[4] for b in boxes])) + "\n")
    with open(WORK / "people.coco.jsonl", "w") as out:
        for number, boxes in sorted(people.items()):
            if number not in complete:
                out.write(json.dumps(dict(file=photos[number]["file"], boxes=boxes)) + "\n")
    more = 0
    with open(WORK / "boxes.cocoval.jsonl", "w") as out:
        for row in Repository(COCO_BOXES, mirror).read("data/dataset/val2017.txt").decode().splitlines():
            path, *boxes = row.split()
            number = coco_number(path)
            if number not in photos or number in complete or not boxes:
                continue
            boxes = np.array([box.split(",") for box in boxes], float)
            crowd = crowds(boxes)
            out.write(json.dumps(dict(file=photos[number]["file"], boxes=boxes[~crowd, :4].tolist(),
                                      classes=boxes[~crowd, 4].astype(int).tolist(),
                                      ignore=boxes[crowd, :4].tolist())) + "\n")
            more += 1
    print(f"COCO boxes: {more} val2017 photos complete; of the others {len(complete)} photos complete, {len(people)} with people")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mirror", help="folder with bare clones, to use instead of the network")
    parser.add_argument("--exclude-listed-in", metavar="DIR",
                        help="folder with *.md lists; a photo whose path is named in one is left out")
    parser.add_argument("--only", help="fetch only this source name")
    options = parser.parse_args()

    licences = coco_licences(options.mirror)
    held_out = set()
    for name in EVALUATION:
        held_out |= {coco_number(p) for p in Repository(name, options.mirror).files()}
    listed = exclusions(options.exclude_listed_in)

    index, seen = [], set()
    for source in SOURCES:
        if options.only and source.name != options.only:
            continue
        repository = Repository(source.repository, options.mirror)
        if not repository.head.startswith(source.commit):
            print(f"note: {source.repository} is at {repository.head[:12]}; {source.commit} was used")
        paths = sorted(p for p in repository.files() if re.search(source.pattern, p))[:: source.every]
        folder = WORK / "photos" / source.name
        folder.mkdir(parents=True, exist_ok=True)
        for path in tqdm(paths, desc=f"{source.name} ({source.repository})"):
            licence = source.licence
            if source.coco:
                number = coco_number(path)
                licence = COCO_LICENCES.get(licences.get(number))
                if licence is None or number in held_out or number in seen:
                    continue
                seen.add(number)
            name = path.rsplit("/", 1)[-1]
            if source.name == "openimages":
                if name[:16] in seen:
                    continue
                seen.add(name[:16])
            if listed and (path in listed or (len(name) > 12 and name in listed)):
                continue
            stem = re.sub(r"[^A-Za-z0-9.-]+", "_", path.rsplit(".", 1)[0])[-120:]
            target = folder / (stem + ".jpg")
            if source.panorama:
                if stem in seen:
                    continue
                seen.add(stem)
                for view, size in panorama_views(repository.read(path), target):
                    index.append(dict(file=str(view.relative_to(WORK / "photos")), source=source.name, licence=licence,
                                      repository=source.repository, commit=repository.head, path=path, size=size))
                continue
            done = [t for t in (target, target.with_suffix(".png")) if t.exists()]
            try:
                if done:
                    target, size = done[0], Image.open(done[0]).size
                else:
                    target, size = save(repository.read(path), target)
            except (OSError, subprocess.CalledProcessError):
                continue  # not a picture, or absent from a partial clone
            index.append(dict(file=str(target.relative_to(WORK / "photos")), source=source.name, licence=licence,
                              repository=source.repository, commit=repository.head, path=path, size=size))
    if any(line["source"] == "fod" for line in index):
        write_fod_boxes(index, options.mirror)
    if any(line["source"] == "coco" for line in index):
        write_coco_boxes(index, options.mirror)
    name = "photos.jsonl" if not options.only else f"photos.{options.only}.jsonl"
    (WORK / name).write_text("".join(json.dumps(line) + "\n" for line in index))
    counts = {}
    for line in index:
        counts[(line["source"], line["licence"])] = counts.get((line["source"], line["licence"]), 0) + 1
    for (source, licence), count in sorted(counts.items()):
        print(f"{source:16s} {licence:34s} {count}")


if __name__ == "__main__":
    main()
