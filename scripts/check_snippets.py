"""Compiles the Swift examples in the documents and in documentation comments.

Usage: check_snippets.py MODULES-FOLDER, the folder `Modules` of a build. Each block of Swift becomes a
function in a file of its own under .build/snippets, behind the names that examples take as given
(PRELUDES), with the imports it states, or else with Viewfinder; one that imports PackageDescription is a
manifest. `<!-- not compiled: REASON -->` in the line before a block leaves it
out. A last file imports the modules of all products and names each of their public types, which none of
the others may have too. Exits 1 with the places of the mistakes.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

OUTPUT = pathlib.Path(".build/snippets")
TOOLCHAIN = pathlib.Path(shutil.which(os.environ.get("SWIFT", "swift"))).resolve().parent

# What examples take as given: names with their types.
PRELUDES = {
    "Viewfinder": {
        "image": "InputImage",
        "frame": "InputImage",
        "images": "[InputImage]",
        "frames": "LatestFrame",
        "bytes": "[UInt8]",
        "path": "String",
        "box": "Box",
        "time": "Duration",
        "video": "VideoReader",
        "labeler": "Labeler",
        "detector": "Detector",
        "tracker": "Tracker",
        "hub": "ModelHub",
        "source": "ModelSource",
        "luma": "UnsafeRawPointer",
        "chroma": "UnsafeRawPointer",
        "number": "Int",
    },
    "MLKit": {
        "photo": "UIImage",
        "image": "VisionImage",
    },
    "PackageDescription": {},
}
# What examples call and the reader has: a camera's driver, a screen.
FUNCTIONS = {
    "Viewfinder": [
        "func show(_ frame: TrackedFrame) {}",
        "func giveBack(_ index: Int) {}",
        "func detections(in frame: InputImage) -> [BoxDetection] { [] }",
    ],
    "MLKit": [],
    "PackageDescription": [],
}
# No file may live off another's imports.
OPTIONS = ["-swift-version", "6", "-enable-upcoming-feature", "MemberImportVisibility"]
# An example ends where its point is made.
IGNORED = re.compile(r"warning: .*(was never used|never read|is unused)")
# Modules of the package that strangers do not import.
INTERNAL = re.compile(r"ViewfinderSystem|ViewfinderCommandLine|ViewfinderTool|_Testing_\w+|C[A-Z]\w+")

# Names that Google's own modules share with each other.
SHARED_NAMES = {"ModelDownloadConditions"}

START = re.compile(r"^(?P<indent>\s*(?:///)?\s*)```swift\b.*$", re.IGNORECASE)
SKIP = re.compile(r"<!-- not compiled: \S.* -->")
IMPORT = re.compile(r"^(?:@\w+ )?(?:public )?import (?:struct |class |enum |func )?(\w+)")
DIAGNOSTIC = re.compile(r"^(?P<place>[^:]+:\d+):\d+: (?:error|warning): ")


class Block:
    """The lines of a block of Swift, without what stands before them in the file."""

    def __init__(self, path, line, lines):
        self.path = path
        self.line = line
        self.lines = lines
        self.imports = [match[1] for match in map(IMPORT.match, lines) if match]
        if "PackageDescription" in self.imports:
            self.kind = "PackageDescription"
        elif any(name.startswith(("MLKit", "Firebase", "UIKit")) for name in self.imports):
            self.kind = "MLKit"
        else:
            self.kind = "Viewfinder"

    def source(self):
        names = [
            f"private var {name}: {type} {{ fatalError() }}"
            for name, type in PRELUDES[self.kind].items()
        ]
        names += [f"private {function}" for function in FUNCTIONS[self.kind]]
        needed = {"Viewfinder": "Viewfinder", "MLKit": "MLKit"}.get(self.kind)
        # A function that awaits nothing is not async, so that both kinds of code are seen.
        is_async = any(re.search(r"\bawait\b", line) for line in self.lines)
        if needed is not None and needed not in self.imports:
            yield f"import {needed}"
        for number, line in enumerate(self.lines, start=self.line):
            if IMPORT.match(line):
                yield f'#sourceLocation(file: "{self.path}", line: {number})'
                yield line
                yield "#sourceLocation()"
        yield from names
        yield f"private func example() {'async ' if is_async else ''}throws {{"
        yield f'#sourceLocation(file: "{self.path}", line: {self.line})'
        yield from ("" if IMPORT.match(line) else line for line in self.lines)
        yield "#sourceLocation()"
        yield "}"


def blocks(path):
    """The blocks of a document or of a Swift file's documentation comments."""
    block, start, indent = None, 0, ""
    before = ""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        match = START.match(line)
        if block is not None:
            text = line.removeprefix(indent.rstrip()) if not line.startswith(indent) else (
                line[len(indent):])
            if text.strip() == "```":
                if not SKIP.search(before):
                    yield Block(path, start, block)
                block = None
            else:
                block.append(text)
        elif match and ("///" in match["indent"] or path.suffix == ".md"):
            block, start, indent = [], number + 1, match["indent"]
        elif line.strip(" /"):
            before = line
    if block is not None:
        sys.exit(f"{path}:{start}: the example has no end")


def public_types(path):
    """The names of the public types that stand on their own in a Swift file."""
    declaration = re.compile(
        r"^\s*(?:@\S+ )*public (?:final |indirect )?(?:class|struct|enum|protocol|actor|typealias) (\w+)")
    depth = 0
    for line in path.read_text("utf-8").splitlines():
        code = re.sub(r'"(?:\\.|[^"\\])*"|//.*', "", line)
        match = declaration.match(code)
        if match and depth == 0:
            yield match[1]
        depth += code.count("{") - code.count("}")
    if depth != 0:
        sys.exit(f"{path}: the braces were not understood, so public types may be missing")


def all_names():
    """A file that imports what a program may import, and names each public type."""
    modules = sorted(
        folder.name for folder in pathlib.Path("Sources").iterdir()
        if folder.is_dir() and not INTERNAL.fullmatch(folder.name))
    products = [
        name for name in modules
        if name == "Viewfinder" or not name.startswith("Viewfinder")]
    yield from (f"import {name}" for name in ["Foundation", "Dispatch", "Synchronization"])
    yield from (f"import {name}" for name in products)
    number = 0
    for module in modules:
        for path in sorted(pathlib.Path("Sources", module).rglob("*.swift")):
            if path.stem.endswith("+Darwin"):
                continue
            for name in set(public_types(path)) - SHARED_NAMES:
                number += 1
                yield f'#sourceLocation(file: "{path}", line: 1)'
                yield f"private typealias Name{number} = {name}"
    yield "#sourceLocation()"


def compile(files, modules, options=()):
    """The messages of the compiler about some files."""
    # The package manager writes them, and keeps those of targets that are gone.
    maps = [
        argument
        for folder in sorted(pathlib.Path("Sources").glob("*/include"))
        for argument in (
            "-Xcc",
            f"-fmodule-map-file={modules.parent}/{folder.parent.name}.build/module.modulemap")
    ]
    command = [
        str(TOOLCHAIN / "swiftc"), "-typecheck", "-continue-building-after-errors",
        "-module-name", "Snippets", "-I", str(modules), *maps,
    ]
    run = subprocess.run(
        [*command, *OPTIONS, *options, *map(str, files)], capture_output=True, text=True, check=False)
    lines = run.stderr.splitlines()
    found = [line for line in lines if DIAGNOSTIC.match(line) and not IGNORED.search(line)]
    if run.returncode != 0 and not found:
        found = lines
    # The compiler says some things twice.
    return list(dict.fromkeys(found))


def manifest_options():
    return [
        "-I", str(TOOLCHAIN.parent / "lib/swift/pm/ManifestAPI"),
        "-package-description-version", "6.2",
    ]


def main():
    modules = pathlib.Path(sys.argv[1])
    listed = subprocess.run(
        ["bash", "-c", "source scripts/common.sh && project_files '*.md' 'Sources/*.swift'"],
        capture_output=True, text=True, check=True).stdout.split("\n")
    paths = [pathlib.Path(name) for name in listed if name]
    found = [block for path in paths for block in blocks(path)]
    shutil.rmtree(OUTPUT, ignore_errors=True)
    OUTPUT.mkdir(parents=True)

    files = {kind: [] for kind in PRELUDES}
    for number, block in enumerate(found):
        file = OUTPUT / f"{number}-{block.kind}.swift"
        file.write_text("\n".join([*block.source(), ""]), "utf-8")
        files[block.kind].append(file)
    names = OUTPUT / "Names.swift"
    names.write_text("\n".join([*all_names(), ""]), "utf-8")

    messages = compile(
        [*files["Viewfinder"], *files["MLKit"], names], modules)
    # Each manifest is a program of its own.
    for file in files["PackageDescription"]:
        messages += compile([file], modules, manifest_options())
    print("\n".join(messages), end="\n" if messages else "", file=sys.stderr)
    print(f"{len(found)} examples compiled, {len(messages)} mistakes", file=sys.stderr)
    return 1 if messages or not found else 0


sys.exit(main())
