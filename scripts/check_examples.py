"""Checks that README.md prints its two programs just as they are in Examples, and that
Documentation/Swift.md lists all.

Exits 1 when they do not.
"""

import pathlib
import sys

readme = pathlib.Path("README.md").read_text(encoding="utf-8")
tasks = pathlib.Path("Documentation/Swift.md").read_text(encoding="utf-8")
printed = ("LabelExample", "MLKitExample")
status = 0
for program in sorted(pathlib.Path("Examples").glob("*/main.swift")):
    text = program.read_text(encoding="utf-8")
    if program.parent.name in printed and f"```swift\n{text}```" not in readme:
        print(f"README.md does not hold {program} as it is")
        status = 1
    if f"(../{program})" not in tasks:
        print(f"Documentation/Swift.md does not list {program}")
        status = 1
sys.exit(status)
