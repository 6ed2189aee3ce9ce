"""Parses the Python files named as arguments; exits 1 when one is not valid Python."""

import ast
import pathlib
import sys

status = 0
for name in sys.argv[1:]:
    try:
        ast.parse(pathlib.Path(name).read_text(encoding="utf-8"), filename=name)
    except SyntaxError as error:
        print(f"{name}:{error.lineno}: {error.msg}")
        status = 1
sys.exit(status)
