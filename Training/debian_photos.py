"""Take the photos of Debian's gcompris-qt-data: one thing each, author and licence file by file.

    apt-get download gcompris-qt-data && dpkg-deb -x gcompris-qt-data_*.deb DIR
    python debian_photos.py DIR

The pictures lie in Qt's resource bundles (usr/share/gcompris-qt/rcc/*.rcc); the package's copyright file names
their authors and licences. What it calls CC0, public domain, CC BY or CC BY-SA is taken, at most 640 px, to
WORK/photos/gcompris; WORK/photos.gcompris.jsonl has a line for each and WORK/gcompris.csv the list of authors.
"""

import argparse
import csv
import fnmatch
import io
import json
import re
import struct
import zlib
from pathlib import Path

from common import WORK
from fetch_data import save

PACKAGE = "gcompris-qt-data 3.1-2"
ACTIVITIES = ("categorization", "explore_monuments", "explore_world_animals", "explore_farm_animals", "explore_world_music",
              "erase")
USABLE = re.compile(r"^(CC0|public-domain|PD|CC-BY(-SA)?-)", re.I)


def bundle(data):
    """(path, bytes) of every file in a Qt resource bundle, versions 1 to 3."""
    magic, version, tree, contents, names = struct.unpack_from(">4sIIII", data)
    assert magic == b"qres", "not a Qt resource bundle"
    row = 14 if version == 1 else 22

    def walk(number, folder):
        name_at, flags = struct.unpack_from(">IH", data, tree + row * number)
        length, = struct.unpack_from(">H", data, names + name_at)
        name = data[names + name_at + 6:][:2 * length].decode("utf-16-be") if number else ""
        if flags & 2:
            count, first = struct.unpack_from(">II", data, tree + row * number + 6)
            for child in range(first, first + count):
                yield from walk(child, f"{folder}/{name}" if name else folder)
            return
        at, = struct.unpack_from(">I", data, tree + row * number + 10)
        size, = struct.unpack_from(">I", data, contents + at)
        content = data[contents + at + 4:][:size]
        if flags & 1:
            content = zlib.decompress(content[4:])
        if not flags & 4:  # zstd: texts only
            yield f"{folder}/{name}".lstrip("/"), content

    yield from walk(0, "")


def paragraphs(text):
    """dict(patterns, authors, licence) for each paragraph of a Debian copyright file."""
    for block in re.split(r"\n\s*\n", text):
        fields, key = {}, None
        for line in block.splitlines():
            if line[:1].isspace() and key:
                fields[key] += "\n" + line.strip()
            elif ":" in line:
                key, _, value = line.partition(":")
                fields[key] = value.strip()
        if "Files" in fields:
            yield dict(patterns=fields["Files"].split(), authors=" ".join(fields.get("Copyright", "").split()),
                       licence=fields.get("License", "").split("\n")[0].strip())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the package, unpacked")
    options = parser.parse_args()
    rules = list(paragraphs((options.folder / "usr/share/doc/gcompris-qt-data/copyright").read_text()))
    stem = lambda path: re.sub(r"\.(jpe?g|png|webp)$", "", path)
    target, index = WORK / "photos" / "gcompris", []
    target.mkdir(parents=True, exist_ok=True)
    for activity in ACTIVITIES:
        for path, content in bundle((options.folder / f"usr/share/gcompris-qt/rcc/{activity}.rcc").read_bytes()):
            if content[:4] != b"RIFF":
                continue
            source = path[path.find("src/"):]
            match = [r for r in rules if any(fnmatch.fnmatch(stem(source), stem(p)) for p in r["patterns"])]
            if not match or not USABLE.match(match[-1]["licence"]):
                continue
            name = re.sub(r"[^A-Za-z0-9.-]+", "_", stem(source).removeprefix("src/activities/")) + ".jpg"
            file, size = save(content, target / name)
            index.append(dict(file=str(file.relative_to(WORK / "photos")), source="gcompris", repository=PACKAGE,
                              licence=match[-1]["licence"], authors=match[-1]["authors"], path=source, size=size))
    (WORK / "photos.gcompris.jsonl").write_text("".join(json.dumps(line) + "\n" for line in index))
    with open(WORK / "gcompris.csv", "w", newline="") as out:
        rows = csv.writer(out)
        rows.writerow(("file", "licence", "authors"))
        rows.writerows((line["path"], line["licence"], line["authors"]) for line in index)
    print(f"{len(index)} photos")


if __name__ == "__main__":
    main()
