"""Checks that the programs in Examples are printed in the README just as they are.

Exits 1 when one is not.
"""

import pathlib
import sys

readme = pathlib.Path("README.md").read_text(encoding="utf-8")
status = 0
for program in sorted(pathlib.Path("Examples").glob("*/main.swift")):
    if f"```swift\n{program.read_text(encoding='utf-8')}```" not in readme:
        print(f"README.md does not hold {program} as it is")
        status = 1
sys.exit(status)
