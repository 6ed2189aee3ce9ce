"""Checks the table of base labels and writes it into Documentation/BaseLabels.md.

    python3 Models/base_labels.py           # write
    python3 Models/base_labels.py --check   # exits 1 when something is wrong or out of date

The table itself, base_labels.tsv, is written by hand.
"""

import csv
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "Sources/ViewfinderModels/Resources/base_labels.tsv"
CLASSES = ROOT / "Training/imagenet1k_categories.csv"
PAGE = ROOT / "Documentation/BaseLabels.md"
START, END = "<!-- table: Models/base_labels.py -->\n", "<!-- end of table -->\n"
CATEGORIES = ["Fashion good", "Home good", "Food", "Place", "Plant"]
# A cardoon is food in the categories' table, but its pictures are of flowers.
ELSEWHERE = {946: "Plant"}


def numbers(text):
    """The numbers of `3 5-9`; none for `-`."""
    for word in [] if text == "-" else text.split():
        first, _, last = word.partition("-")
        yield from range(int(first), int(last or first) + 1)


def ranges(values):
    """The other way round."""
    runs = []
    for value in sorted(values):
        if runs and runs[-1][1] == value - 1:
            runs[-1][1] = value
        else:
            runs.append([value, value])
    return " ".join(str(a) if a == b else f"{a}–{b}" for a, b in runs)


def main():
    with open(TABLE, encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    with open(CLASSES, encoding="utf-8") as file:
        classes = [(row["label"], row["category"]) for row in csv.DictReader(file)]
    faults, members, paths, named = [], [], [], {}
    for index, row in enumerate(rows):
        parent = None if row["parent"] == "-" else int(row["parent"])
        if int(row["index"]) != index or (parent is not None and parent >= index):
            faults.append(f"line {index + 2}: index {row['index']}, parent {row['parent']}")
        paths.append(([] if parent is None else paths[parent]) + [row["text"]])
        members.append(set(numbers(row["classes"])))
        for value in members[-1]:
            if value in named:
                faults.append(f"class {value} is in {row['text']} and {named[value][-1]}")
            named[value] = paths[-1]
    for index in reversed(range(len(rows))):
        if rows[index]["parent"] != "-":
            members[int(rows[index]["parent"])] |= members[index]
    for value, (label, category) in enumerate(classes):
        root = named.get(value, ["none"])[0]
        found = root if root in CATEGORIES else "none"
        if found != ELSEWHERE.get(value, category):
            faults.append(f"class {value}, {label}: under {root}, but its category is {category}")
    for fault in faults:
        print(fault)
    if faults:
        return 1

    lines = ["| index | text | under | classes |\n", "| --- | --- | --- | --- |\n"]
    for index, path in enumerate(paths):
        under = ", ".join(reversed(path[:-1]))
        lines.append(f"| {index} | {path[-1]} | {under} | {ranges(members[index])} |\n")
    unnamed = sorted(set(range(len(classes))) - set(named))
    lines.append("\nWithout a label: " + ", ".join(f"{classes[i][0]} ({i})" for i in unnamed) + ".\n")
    page = PAGE.read_text(encoding="utf-8")
    head, rest = page.split(START)
    new = head + START + "".join(lines) + END + rest.split(END)[1]
    if new == page:
        return 0
    if "--check" in sys.argv[1:]:
        print(f"{PAGE.name} is out of date: run python3 Models/base_labels.py")
        return 1
    PAGE.write_text(new, encoding="utf-8")
    return 0


sys.exit(main())
