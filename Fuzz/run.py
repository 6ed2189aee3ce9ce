"""Fuzzes the targets one after the other and prints a line for each.

Inputs that led somewhere new are kept in the folder "corpus" below --folder, so that the next run
goes on from there; what ended or held up the program is kept in "findings". Exits 1 when there is
a finding.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import time

ENVIRONMENT = dict(
    os.environ,
    # The crash reporter may hang under a sanitizer, whose own report says more.
    SWIFT_BACKTRACE="enable=no",
    # GLib's own allocator hides from the sanitizer who owns what.
    G_SLICE="always-malloc",
    G_DEBUG="gc-friendly",
)


def fuzzer(program, target, sanitizer="", **others):
    environment = dict(ENVIRONMENT, ASAN_OPTIONS=sanitizer, **others)
    if target:
        environment["VIEWFINDER_FUZZ_TARGET"] = target
    return environment


def targets(program):
    listed = subprocess.run(
        [program], env=fuzzer(program, None), check=True, stdout=subprocess.PIPE, text=True
    )
    pairs = (line.split() for line in listed.stdout.splitlines())
    return {name: int(length) for name, length in pairs}


def fuzz(program, target, length, seconds, folder, suppressions):
    corpus, seeds, findings = (folder / kind / target for kind in ("corpus", "seeds", "findings"))
    for path in (corpus, findings):
        path.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        [program],
        env=fuzzer(program, target, "detect_leaks=0", VIEWFINDER_FUZZ_SEEDS=str(seeds)),
        check=True,
    )
    before = set(findings.iterdir())
    # With the sanitizer, and beside other work, a step takes some twenty times as long.
    patience = 90 if length > 1 << 20 else 20
    log = folder / f"{target}.log"
    start = time.monotonic()
    with log.open("wb") as output:
        status = subprocess.run(
            [
                program, str(corpus), str(seeds), f"-max_total_time={seconds}",
                f"-max_len={length}", f"-timeout={patience}", f"-report_slow_units={patience}",
                "-rss_limit_mb=3072", "-malloc_limit_mb=1024",
                # Large inputs from the start, where they are the point.
                f"-len_control={0 if length > 1 << 20 else 100}",
                "-print_final_stats=1", "-reload=0", f"-artifact_prefix={findings}/",
            ],
            env=fuzzer(
                program, target,
                LSAN_OPTIONS=f"suppressions={suppressions}:print_suppressions=0",
            ),
            stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
        ).returncode
    elapsed = time.monotonic() - start
    text = log.read_text("utf-8", "replace")
    runs = int((re.findall(r"number_of_executed_units:\s*(\d+)", text) or ["0"])[-1])
    coverage = (re.findall(r"cov: (\d+)", text) or ["0"])[-1]
    found = sorted(set(findings.iterdir()) - before)
    print(
        f"{target:14} {runs:>10} runs {runs / elapsed:>8.0f} a second {coverage:>6} edges"
        f" {len(list(corpus.iterdir())):>6} inputs {len(found)} findings",
        flush=True,
    )
    for path in found:
        print(f"  {path}", flush=True)
    if status != 0 and not found:
        print(f"  ended with status {status}: see {log}", flush=True)
    return status == 0 and not found


def main():
    parser = argparse.ArgumentParser(description=__doc__, prog="make fuzz")
    parser.add_argument("--program", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--folder", required=True, type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--suppressions", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--seconds", type=int, default=60, help="for each target")
    parser.add_argument("targets", nargs="*", help="all by default")
    options = parser.parse_args()
    known = targets(options.program)
    for name in options.targets:
        if name not in known:
            parser.error(f"there is no target '{name}'; there are {', '.join(known)}")
    results = [
        fuzz(
            options.program, name, known[name], options.seconds, options.folder,
            options.suppressions,
        )
        for name in options.targets or known
    ]
    return 0 if all(results) else 1


sys.exit(main())
