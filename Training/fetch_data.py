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
from dataclasses import dataclass, field
from pathlib import Path

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
    labels: dict = field(default_factory=dict)  # path part -> coarse category


SOURCES = [
    Source("coco", "minto5z/coco_yolo", "", r"^coco/images/.*\.jpg$", "", "COCO val2017 photos", coco=True),
    Source("coco", "Obmutescence/COCO-MINI", "", r"2017/.*\.jpg$", "", "COCO 2017 photos", coco=True),
    Source("coco", "zzowenzz/COCO_Tiny", "", r"2017/.*\.jpg$", "", "COCO 2017 photos", coco=True),
    Source("coco", "enginbozaba/tiny_coco", "", r"\.jpg$", "", "COCO 2017 photos", coco=True),
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
    Source("bottles", "OlYVER1337/Object-detection-", "", r"^test/images/.*\.jpg$",
           "CC BY 4.0", "Data Cluster Labs, bottles and cups"),
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
            if listed and (path in listed or (len(name) > 12 and name in listed)):
                continue
            stem = re.sub(r"[^A-Za-z0-9.-]+", "_", path.rsplit(".", 1)[0])[-120:]
            target = folder / (stem + ".jpg")
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
    name = "photos.jsonl" if not options.only else f"photos.{options.only}.jsonl"
    (WORK / name).write_text("".join(json.dumps(line) + "\n" for line in index))
    counts = {}
    for line in index:
        counts[(line["source"], line["licence"])] = counts.get((line["source"], line["licence"]), 0) + 1
    for (source, licence), count in sorted(counts.items()):
        print(f"{source:16s} {licence:34s} {count}")


if __name__ == "__main__":
    main()
