"""Checks the imports of the Swift files named as arguments against the layers.

A module may import only modules of the layers below it, as listed here; a C module may be
imported by its wrapper alone, and not publicly, nor by tests and tools; below the facades Foundation
is FoundationEssentials where there is one, and the lowest modules do without; and the C library is
imported in one file. Exits 1 when a rule is broken. Documentation/Architecture.md says why.
"""

import pathlib
import re
import sys

# Each module with the modules of this package that it may import.
SYSTEM = {"ViewfinderSystem"}
VALUES = {"ViewfinderCore"} | SYSTEM
BASE = VALUES | {"ViewfinderPixels", "ViewfinderInference"}
MEDIA = {"ViewfinderPhotos", "ViewfinderDrawing", "ViewfinderVideo"}
LIBRARIES = BASE | MEDIA | {"ViewfinderModels", "ViewfinderTracking"}
BELOW = LIBRARIES | {"ViewfinderVision", "ViewfinderHub", "ViewfinderEvaluation", "Viewfinder"}
APPLE = BELOW | {"ViewfinderAppleTypes"}
FACADE = APPLE | {"MLKitCommon", "MLImage", "MLKitVision"}
MAY_IMPORT = {
    "ViewfinderSystem": set(),
    "ViewfinderCore": SYSTEM,
    "ViewfinderPixels": VALUES,
    "ViewfinderInference": VALUES,
    "ViewfinderModels": BASE,
    "ViewfinderPhotos": VALUES | {"ViewfinderPixels"},
    "ViewfinderDrawing": VALUES | {"ViewfinderPixels"},
    "ViewfinderVideo": VALUES | {"ViewfinderPixels", "ViewfinderDrawing"},
    "ViewfinderEvaluation": VALUES,
    "ViewfinderTracking": VALUES | {"ViewfinderPixels"},
    "ViewfinderHub": VALUES | {"ViewfinderInference"},
    "ViewfinderVision": LIBRARIES - {"ViewfinderDrawing"},
    "Viewfinder": BELOW - {"Viewfinder"},
    "ViewfinderAppleTypes": BELOW,
    "ViewfinderApps": BELOW,
    "AVFoundation": {"ViewfinderAppleTypes"},
    "CoreGraphics": {"ViewfinderAppleTypes"},
    "CoreMedia": {"ViewfinderAppleTypes"},
    "CoreVideo": {"ViewfinderAppleTypes"},
    "UIKit": {"ViewfinderAppleTypes"},
    "_Testing_CoreGraphics": set(),
    "_Testing_UIKit": set(),
    "MLImage": APPLE,
    "MLKitCommon": BELOW,
    "MLKitVision": FACADE - {"MLKitVision"},
    "MLKitImageLabelingCommon": FACADE,
    "MLKitImageLabeling": FACADE | {"MLKitImageLabelingCommon"},
    "MLKitImageLabelingCustom": FACADE | {"MLKitImageLabelingCommon"},
    "MLKitObjectDetectionCommon": FACADE,
    "MLKitObjectDetection": FACADE | {"MLKitObjectDetectionCommon"},
    "MLKitObjectDetectionCustom": FACADE | {"MLKitObjectDetectionCommon"},
    "FirebaseCore": BELOW | {"ViewfinderApps"},
    "FirebaseStorage": BELOW | {"FirebaseCore"},
    "FirebaseRemoteConfig": BELOW | {"FirebaseCore"},
    "FirebaseMLModelDownloader": BELOW | {"FirebaseCore"},
    "Firebase": {"FirebaseCore", "FirebaseStorage"},
    "MLKitLinkFirebase": FACADE | {"ViewfinderApps"},
    "ViewfinderCommandLine": BELOW,
    "ViewfinderTool": {"ViewfinderCommandLine"},
}
MAY_IMPORT["MLKit"] = {name for name in MAY_IMPORT if name.startswith("MLKit")}

# Stand-ins on Linux for Apple's modules.
APPLE_NAMES = {"AVFoundation", "CoreGraphics", "CoreMedia", "CoreVideo", "UIKit"}

# Each C module with the one module that wraps it.
WRAPPERS = {
    "CViewfinderSystem": "ViewfinderSystem",
    "CViewfinderLiteRT": "ViewfinderInference",
    "CViewfinderVips": "ViewfinderPhotos",
    "CViewfinderCurl": "ViewfinderHub",
    "CViewfinderFFmpeg": "ViewfinderVideo",
    "CViewfinderPango": "ViewfinderDrawing",
}

WITHOUT_FOUNDATION = {"ViewfinderSystem", "ViewfinderCore", "ViewfinderPixels", "ViewfinderTracking"}

# Foundation brings 40 MB of tables for languages and calendars into every program that links it.
ESSENTIALS_ONLY = BELOW | {"ViewfinderEvaluation", "ViewfinderCommandLine", "ViewfinderTool"}

C_LIBRARIES = {"Glibc", "Musl", "Darwin", "Bionic"}
C_LIBRARY_FILE = "Sources/ViewfinderSystem/Platform/CLibrary.swift"

IMPORT = re.compile(
    r"^\s*(?P<attributes>(?:@\w+(?:\([^)]*\))?\s+)*)"
    r"(?P<access>(?:public|package|internal|fileprivate|private)\s+)?"
    r"import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(?P<module>\w+)"
)


def problems(path):
    parts = pathlib.PurePath(path).parts
    # Tests, examples and nested packages may import what they like, C modules excepted.
    module = parts[1] if len(parts) > 2 and parts[0] == "Sources" else None
    if module is not None and module not in MAY_IMPORT:
        yield f"{path}: scripts/check_architecture.py does not list the module {module}"
        return
    lines = pathlib.Path(path).read_text("utf-8").splitlines()
    for number, line in enumerate(lines, start=1):
        match = IMPORT.match(line)
        if match is None:
            continue
        imported = match["module"]
        if imported in WRAPPERS:
            if WRAPPERS[imported] != module:
                yield f"{path}:{number}: only {WRAPPERS[imported]} may import {imported}"
            elif (match["access"] or "").strip() in ("public", "package"):
                yield f"{path}:{number}: {imported} must be imported internally"
        elif module is None:
            continue
        elif imported in APPLE_NAMES:
            # On Apple's systems the real one, under #if; ours is for the packages of others.
            continue
        elif imported in MAY_IMPORT and imported not in MAY_IMPORT[module]:
            yield f"{path}:{number}: {module} may not import {imported}, which is not below it"
        elif imported.startswith("Foundation") and module in WITHOUT_FOUNDATION:
            yield f"{path}:{number}: {module} does without Foundation"
        elif imported == "Foundation" and module in ESSENTIALS_ONLY:
            # Apple's systems have Foundation anyway.
            before = [text.strip() for text in lines[max(0, number - 4) : number - 1 : 2]]
            is_fallback = before == ["#if canImport(FoundationEssentials)", "#else"]
            if not is_fallback and not is_darwin(path):
                yield f"{path}:{number}: {module} may import FoundationEssentials, not Foundation"
        elif imported in C_LIBRARIES and path != C_LIBRARY_FILE and not is_darwin(path):
            yield f"{path}:{number}: only {C_LIBRARY_FILE} imports the C library"


def is_darwin(path):
    return path.endswith("+Darwin.swift")


def unlisted():
    for folder in sorted(pathlib.Path("Sources").glob("*/include")):
        if folder.parent.name not in WRAPPERS:
            yield f"scripts/check_architecture.py does not say who wraps {folder.parent.name}"


found = [*unlisted(), *(problem for name in sys.argv[1:] for problem in problems(name))]
print("\n".join(found), end="\n" if found else "")
sys.exit(1 if found else 0)
