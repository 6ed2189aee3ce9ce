"""Writes the labels of ImageNet-1k, one a line, in the order of the model's scores.

Run in the folder Models: python -m efficientnet_lite0.labels OUTPUT [--synonyms FILE]

The source is a list of synonyms in Debian's package opencv-doc (4.6.0+dfsg-12). The first synonym
becomes the label; three classes get another one, because "crane" and "maillot" occur twice.
"""

import argparse
from pathlib import Path

from efficientnet_lite0.network import CLASS_COUNT

SYNONYMS = Path("/usr/share/doc/opencv-doc/examples/data/dnn/classification_classes_ILSVRC2012.txt")
DISTINCT = {134: "crane (bird)", 517: "crane (machine)", 639: "tank suit"}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", type=Path, help="the text file to write")
    parser.add_argument(
        "--synonyms", type=Path, default=SYNONYMS, help="the list (default: %(default)s)")
    arguments = parser.parse_args()

    lines = arguments.synonyms.read_text(encoding="utf-8").splitlines()
    labels = [line.split(",")[0].strip() for line in lines]
    for index, label in DISTINCT.items():
        labels[index] = label
    if len(labels) != CLASS_COUNT or len(set(labels)) != CLASS_COUNT or not all(labels):
        raise SystemExit(f"{arguments.synonyms} does not give {CLASS_COUNT} different labels")
    arguments.output.write_text("\n".join(labels) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
