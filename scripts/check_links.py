"""Checks that links in the Markdown files named as arguments lead somewhere.

A relative link must name a file or folder of this project, and a fragment must name one of the
target's headings. Links to other hosts are not followed. Exits 1 when a link is broken.
"""

import pathlib
import re
import sys
import urllib.parse

LINK = re.compile(r"!?\[(?:[^\]\[]|\[[^\]]*\])*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*\s*$")


def prose(text):
    """Yields the numbered lines outside code blocks, without code spans."""
    fence = None
    for number, line in enumerate(text.splitlines(), start=1):
        mark = re.match(r"\s*(```+|~~~+)", line)
        if mark and fence is None:
            fence = mark[1]
        elif fence is not None:
            if line.strip().startswith(fence):
                fence = None
        else:
            yield number, line


def anchors(path):
    """The fragments that a Markdown file's headings answer to."""
    found = {}
    names = set()
    for _, line in prose(path.read_text(encoding="utf-8")):
        heading = HEADING.match(line)
        if heading is None:
            continue
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1])
        name = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
        count = found.get(name, 0)
        found[name] = count + 1
        names.add(name if count == 0 else f"{name}-{count}")
    return names


def problems(path):
    for number, line in prose(path.read_text(encoding="utf-8")):
        for match in LINK.finditer(re.sub(r"`[^`]*`", "", line)):
            target = match[1]
            if re.match(r"[a-z][a-z0-9+.-]*:", target):
                continue
            name, _, fragment = target.partition("#")
            file = (path.parent / urllib.parse.unquote(name)) if name else path
            if not file.exists():
                yield f"{path}:{number}: there is no {target}"
            elif fragment and file.suffix == ".md" and fragment not in anchors(file):
                yield f"{path}:{number}: {file} has no heading for #{fragment}"


found = [problem for name in sys.argv[1:] for problem in problems(pathlib.Path(name))]
print("\n".join(found), end="\n" if found else "")
sys.exit(1 if found else 0)
