"""Compares the prototypes of C libraries in Sources with the libraries' own headers, and LiteRT's
with the symbols of the library.

Each Sources/C…/prototypes.h holds types, constants and functions as this package calls them. A C
file that includes the real header has to agree with all of them: the same types, the same places of
members, the same values, the same parameters. Then the same file with one thing changed, once for
each kind of thing, must not compile. Exits 1 when something disagrees. (FFmpeg's functions have no
prototypes here: they are compiled from its headers.)
"""

import pathlib
import re
import shutil
import subprocess
import sys

# Wrapper, real headers, packages of pkg-config, and structs of which only some members are in use.
LIBRARIES = [
    ("CViewfinderCurl", ["curl/curl.h"], ["libcurl"], set()),
    ("CViewfinderVips", ["vips/vips.h"], ["vips"], set()),
    (
        "CViewfinderPango",
        ["pango/pangocairo.h", "fontconfig/fontconfig.h"],
        ["pangocairo", "fontconfig"],
        {"FcFontSet"},
    ),
]
LITERT = pathlib.Path(".viewfinder/lib/libLiteRt.so")

TYPEDEF = re.compile(
    r"^typedef ((?:struct \{.*?^\}|[^;{]*?))\s*(\(\*\w+\)\([^;]*\)|\b\w+);", re.M | re.S
)
MEMBER = re.compile(r"^  (?=\S)(?:[^{}\n]*?[ *]|\} )(\w+);", re.M)


def fail(text):
    print(text)
    sys.exit(1)


def typedefs(text):
    """Name, whole declaration and, for structs, the members of each type."""
    for match in TYPEDEF.finditer(text):
        name = re.search(r"\w+", match[2])[0]
        members = MEMBER.findall(match[1]) if match[1].startswith("struct {") else []
        yield name, match[0], members


def check_file(wrapper, headers, partial, text):
    """The C file that compiles where everything agrees."""
    types = list(typedefs(text))
    lines = [f"#include <{header}>" for header in headers] + ["#include <stddef.h>"]
    # Under other names, so that both are there.
    lines += [f"#define {name} ours_{name}" for name, _, _ in types]
    lines += [text]
    lines += [f"#undef {name}" for name, _, _ in types]
    for name, declaration, members in types:
        if "(*" in declaration:
            lines += [re.sub(r"\(\*\w+\)", f"(*alike_{name})", declaration, count=1)]
            lines += [same_type(f"alike_{name}", name)]
        elif members:
            for member in members:
                for what in ("offsetof({0}, {1})", "sizeof((({0} *)0)->{1})"):
                    ours, theirs = what.format(f"ours_{name}", member), what.format(name, member)
                    lines += [f'_Static_assert({ours} == {theirs}, "{name}.{member}");']
                    if name in partial:
                        break
            if name not in partial:
                lines += [f'_Static_assert(sizeof(ours_{name}) == sizeof({name}), "{name}");']
        elif not declaration.startswith("typedef struct"):
            lines += [same_type(f"ours_{name}", name)]
    macro = wrapper.replace("CViewfinder", "CViewfinder_").upper()
    lines += [
        '#define CHECK(name, value, theirs) _Static_assert((name) == (int)(theirs), #name);',
        f"{macro}_CONSTANTS(CHECK)",
        "#define TRY(result, name, theirs, parameters) \\",
        "  result(*const try_##name) parameters = theirs;",
        f"{macro}_FUNCTIONS(TRY)",
    ]
    return "\n".join(lines) + "\n"


def same_type(ours, theirs):
    return f'_Static_assert(__builtin_types_compatible_p({ours}, {theirs}), "{theirs}");'


def compile_check(source, flags):
    command = ["cc", "-std=gnu11", "-fsyntax-only", "-Werror=incompatible-pointer-types"]
    command += [*flags, "-x", "c", "-"]
    return subprocess.run(command, input=source, capture_output=True, text=True)


def planted(text):
    """The prototypes with one thing changed, for each kind of thing."""
    functions = text.index("_FUNCTIONS(FUNCTION)")
    parameter = re.compile(r"\(const char \*\)|\(void\)")
    yield "a parameter", text[:functions] + parameter.sub("(double)", text[functions:], count=1)
    yield "a result", text[:functions] + re.sub(
        r"FUNCTION\((?:int|void|CURLcode),", "FUNCTION(double,", text[functions:], count=1
    )
    yield "a constant", re.sub(r"CONSTANT\((\w+), (\d+),", r"CONSTANT(\1, 7\2,", text, count=1)
    number = re.compile(r"^typedef (?:int|unsigned) (\w+);", re.M)
    yield "a type", number.sub(r"typedef short \1;", text, count=1)
    member = re.compile(r"^  (?:int|CURLMSG) (\w+);", re.M)
    yield "a member", member.sub(r"  char \1[96];", text, count=1)


def check_library(wrapper, headers, packages, partial):
    path = pathlib.Path(f"Sources/{wrapper}/prototypes.h")
    text = path.read_text("utf-8")
    flags = subprocess.run(
        ["pkg-config", "--cflags", *packages], capture_output=True, text=True, check=False
    )
    if flags.returncode != 0:
        fail(
            f"{path}: cannot be checked without the headers of {', '.join(packages)}: "
            "scripts/setup.sh build check installs them"
        )
    flags = flags.stdout.split()
    outcome = compile_check(check_file(wrapper, headers, partial, text), flags)
    if outcome.returncode != 0:
        errors = [line for line in outcome.stderr.splitlines() if "error:" in line]
        fail(f"{path} disagrees with {', '.join(headers)}:\n" + "\n".join(errors))
    for what, changed in planted(text):
        if changed == text:
            fail(f"{path}: there is no {what.split()[-1]} to change")
        if compile_check(check_file(wrapper, headers, partial, changed), flags).returncode == 0:
            fail(f"{path}: {what} that is wrong was not found")


def check_litert():
    header = pathlib.Path("Sources/CViewfinderLiteRT/include/CViewfinderLiteRT.h").read_text("utf-8")
    names = re.findall(r"FUNCTION\(\w[\w ]*, (\w+),", header)
    if len(names) < 20:
        fail("Sources/CViewfinderLiteRT/include/CViewfinderLiteRT.h: the list of functions cannot be read")
    if not LITERT.exists():
        fail(f"{LITERT} is missing: scripts/setup.sh fetches it")
    command = ["nm", "-D", "--defined-only", LITERT]
    table = subprocess.run(command, capture_output=True, text=True, check=True)
    # A version follows some names.
    rows = [line.split() for line in table.stdout.splitlines()]
    exported = {row[2].split("@")[0] for row in rows if row[1] in ("T", "W")}
    missing = [name for name in names if f"LiteRt{name}" not in exported]
    if missing:
        fail(f"{LITERT} lacks " + ", ".join(f"LiteRt{name}" for name in missing))


for tool in ("cc", "pkg-config", "nm"):
    if shutil.which(tool) is None:
        fail(f"{tool} is missing: scripts/setup.sh build check installs it")
for library in LIBRARIES:
    check_library(*library)
check_litert()
