"""Compares the outputs that README.md prints with those of the tool.

Usage: check_outputs.py TOOL. Runs each `$ viewfinder …` of README whose output stands below it and whose
inputs are sample photos, among these. Words must be the same; confidences may differ by 0.01 and other
numbers by 2, since processors round differently. Exits 1 with what differs, or when fewer than three
commands could be run.
"""

import pathlib
import re
import shlex
import subprocess
import sys

SAMPLES = pathlib.Path(".viewfinder/samples")
# An example of an input that is not there.
MISSING = "missing.jpg"
NUMBER = re.compile(r"\d+(?:\.\d+)?")


def examples():
    """Each command of README's terminal sessions with the lines below it."""
    text = pathlib.Path("README.md").read_text("utf-8").replace("\\\n", "")
    for block in re.findall(r"^```\n(\$ .*?)^```$", text, re.M | re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, *output = part.rstrip("\n").split("\n")
            yield command, [line for line in output if line.strip()]


def is_alike(expected, found):
    if NUMBER.sub("#", " ".join(expected.split())) != NUMBER.sub("#", " ".join(found.split())):
        return False
    for wanted, number in zip(NUMBER.findall(expected), NUMBER.findall(found)):
        if abs(float(wanted) - float(number)) > (0.01 if "." in wanted else 2):
            return False
    return True


def main():
    tool = str(pathlib.Path(sys.argv[1]).resolve())
    count, differences = 0, []
    for command, expected in examples():
        arguments = shlex.split(command, comments=True)
        files = [name for name in arguments if re.fullmatch(r"[\w-]+\.(?:png|jpg)", name)]
        present = [name for name in files if (SAMPLES / name).exists()]
        if arguments[0] != "viewfinder" or not expected or not present:
            continue
        if any(name != MISSING for name in files if name not in present):
            continue
        run = subprocess.run(
            [tool, *arguments[1:]], cwd=SAMPLES, capture_output=True, text=True, check=False)
        found = run.stdout.splitlines()
        count += 1
        if len(found) != len(expected) or not all(map(is_alike, expected, found)):
            differences += [f"$ {command}", "README.md prints", *expected, "but it is", *found]
            differences += run.stderr.splitlines()
    print("\n".join(differences), end="\n" if differences else "", file=sys.stderr)
    if count < 3:
        print(f"only {count} commands of README.md could be run", file=sys.stderr)
    else:
        print(f"{count} outputs of README.md compared", file=sys.stderr)
    return 1 if differences or count < 3 else 0


sys.exit(main())
