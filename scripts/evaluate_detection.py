"""Measures detectors on annotated photos in one run and prints a Markdown table.

Run it with `make evaluate ARGS="--data FOLDER --detector NAME=FILE"`. A folder holds
`annotations.json` (COCO) and `images/`; several are measured as one set. The bundled localizer is
always measured, other detectors beside it. `--write` puts the table into
Documentation/Detection.md. `--domains FOLDER` measures the first box on photos of many domains, too
(evaluate_domains.py). Nothing but Python's own library is needed.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import evaluate_domains

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "Documentation" / "Detection.md"
START, END = "<!--figures-->", "<!--/figures-->"
COLUMNS = (
    ("AP", lambda f: f["anyKind"]["AP"]),
    ("AP50", lambda f: f["anyKind"]["AP50"]),
    ("AR@1", lambda f: f["anyKind"]["AR@1"]),
    ("AR@5", lambda f: f["anyKind"]["AR@5"]),
    ("single object", lambda f: f["ranked"]["single"]),
    ("prominent@1", lambda f: f["ranked"]["prominent@1"]),
    ("prominent@5", lambda f: f["ranked"]["prominent@5"]),
    ("all@5", lambda f: f["ranked"]["all@5"]),
)


def join_sets(folders, target):
    """Writes one data set of all folders: links to the pictures and renumbered annotations."""
    joined = {"images": [], "annotations": [], "categories": None}
    (target / "images").mkdir()
    for number, folder in enumerate(folders):
        try:
            data = json.loads((folder / "annotations.json").read_text("utf-8"))
        except (OSError, ValueError) as problem:
            sys.exit(f"error: {folder} is no folder with annotations.json and images: {problem}.")
        categories = [{"id": c["id"], "name": c["name"]} for c in data["categories"]]
        if joined["categories"] not in (None, categories):
            sys.exit(f"error: {folder} has other categories than {folders[0]}.")
        joined["categories"] = categories
        numbers = {}
        for image in data["images"]:
            numbers[image["id"]] = len(joined["images"]) + 1
            name = f"{number}/{image['file_name']}"
            link = target / "images" / name
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to((folder / "images" / image["file_name"]).resolve())
            joined["images"].append({**image, "id": numbers[image["id"]], "file_name": name})
        for object_ in data["annotations"]:
            joined["annotations"].append({**object_, "image_id": numbers[object_["image_id"]]})
    (target / "annotations.json").write_text(json.dumps(joined), "utf-8")
    return target


def measure(tool, folder, detector):
    command = [tool, "evaluate", "detection", "--json", "--quiet"]
    command += ["--annotations", folder / "annotations.json", "--images", folder / "images"]
    if detector:
        command += ["--detector", detector]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"error: the tool ended with {run.returncode}: {run.stderr}")
    return json.loads(run.stdout)


def share(value):
    return "–" if value is None else f"{value:.3f}"


def table(rows):
    first = rows[0][1]
    lines = [
        f"{first['pictures']} photos, {first['objects']} objects of any kind and size; measured with"
        " `make evaluate`.",
        "",
        "| detector | " + " | ".join(name for name, _ in COLUMNS) + " |",
        "|---" * (len(COLUMNS) + 1) + "|",
    ]
    for name, figures in rows:
        cells = [share(get(figures)) for _, get in COLUMNS]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    lines += [
        "",
        "By size of the object (AP), and what a user sees who changes no threshold:",
        "",
        "| detector | small | medium | large | threshold | single object | all@5 "
        "| boxes a photo | photos without any |",
        "|---" * 9 + "|",
    ]
    for name, figures in rows:
        kinds, shown = figures["anyKind"], figures["atThreshold"]
        cells = [share(kinds["AP" + size]) for size in ("small", "medium", "large")]
        cells += [f"{shown['threshold']:.2f}", share(shown["single"]), share(shown["all@5"])]
        cells += [f"{shown['reported@5'] / figures['pictures']:.2f}"]
        cells += [str(shown["picturesWithout"])]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--data", type=pathlib.Path, action="append", required=True, metavar="FOLDER",
        help="with annotations.json in COCO's form and the folder images; may be repeated")
    parser.add_argument(
        "--detector", action="append", default=[], metavar="NAME=FILE[:THRESHOLD]",
        help="the threshold counts in --domains only")
    parser.add_argument("--domains", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    tool = os.environ.get("VIEWFINDER", ROOT / "bin" / "viewfinder")
    with tempfile.TemporaryDirectory() as scratch:
        folder = join_sets(options.data, pathlib.Path(scratch))
        rows = [("**bundled localizer**", measure(tool, folder, None))]
        detectors = [("**bundled localizer**", None, None)]
        for detector in options.detector:
            name, _, path = detector.partition("=")
            path, _, threshold = path.partition(":")
            detectors.append((name, path, threshold))
            rows.append((name, measure(tool, folder, path)))
    text = table(rows)
    print(text)
    if options.domains:
        print("\n" + evaluate_domains.table(tool, options.domains.resolve(), detectors))
    if options.write:
        page = PAGE.read_text("utf-8")
        before, rest = page.split(START)
        after = rest.split(END)[1]
        PAGE.write_text(f"{before}{START}\n{text}\n{END}{after}", "utf-8")


main()
