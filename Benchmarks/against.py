"""Compares this version of Viewfinder with an earlier one: is anything slower?

Workers of both versions take turns in one run. Two more, one of each version, run the bare model: what
they differ by is noise, since nothing of ours is in it. A row counts as slower only when it is so in
each of three runs, by more than 3 % and by more than the model ever differs. Where the processor is all
that matters, instructions are counted too, with callgrind: these are the same in every run, and may
rise by 2 %. `make bench ARGS='--against COMMIT'` starts this; it ends with status 1 when a row is
slower.
"""

import argparse
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

from harness import Worker, interleave

RUNS = 3
LIMIT = 1.03
INSTRUCTION_LIMIT = 1.02


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--worker", required=True, help="the BenchmarkWorker of this version")
    parser.add_argument("--earlier", required=True, help="the one of the earlier version")
    parser.add_argument("--model", required=True, help="a classifier with metadata")
    parser.add_argument("--localizer", required=True, help="the bundled localizer")
    parser.add_argument("--inputs", required=True, help="the folder make_inputs.py filled")
    parser.add_argument("--only", default="", help="rows to run, by the start of their names")
    parser.add_argument("--quick", action="store_true", help="few runs, to see that it works")
    return parser.parse_args()


def rows(arguments):
    """Names, tasks and options; and whether instructions say it all."""
    inputs = pathlib.Path(arguments.inputs)
    model = {"model": arguments.model}
    detect = {**model, "detector": arguments.localizer}
    for name, photo in (("vga", "photo-vga.png"), ("12mp", "photo-12mp.jpg")):
        yield f"label-decoded-{name}", "label-decoded", {**model, "photo": inputs / photo}, False
    yield "label-file-12mp", "label-file", {**model, "photo": inputs / "photo-12mp.jpg"}, False
    for name, classify in (("detect", "no"), ("detect-classify", "yes")):
        options = {**detect, "photo": inputs / "photo-720p.png", "classify": classify}
        yield f"{name}-decoded", "detect-decoded", options, False
    yield "decode-12mp", "decode", {"photo": inputs / "photo-12mp.jpg", "target": 224}, True
    for form in ("rgb", "bgra", "nv12VideoRange"):
        for size in ("640x480", "3840x2160"):
            options = {"format": form, "size": size, "target": 224, "element": "uint8"}
            yield f"sample-{form}-{size}", "sample", options, True
    for count in (5, 20):
        yield f"associate-{count}", "associate", {"boxes": inputs / f"boxes-{count}.txt"}, True
    yield "flow", "flow", {"frames": inputs / "pan-vga.gray"}, True
    yield "load", "load", model, True
    yield "stream", "stream", {"frames": inputs / "pan-vga.gray", "queued": "yes"}, False


def command(worker, task, options):
    words = [worker, task]
    for option, value in options.items():
        words += [f"--{option}", str(value)]
    return words


def ratios(arguments, task, options):
    """How much longer than the earlier version this one takes, for the row and for the model."""
    bare = {"model": arguments.model}
    sides = interleave(
        [
            Worker("now", command(arguments.worker, task, options)),
            Worker("earlier", command(arguments.earlier, task, options)),
            Worker("model now", command(arguments.worker, "invoke", bare)),
            Worker("model earlier", command(arguments.earlier, "invoke", bare)),
        ],
        2 if arguments.quick else 12,
        2 if arguments.quick else 8,
    )
    times = [side["median_ms"] for side in sides]
    return times[0] / times[1], times[2] / times[3], times[1]


def instructions(words):
    """The instructions of one run, as the difference between many and few."""
    counts = []
    for count in (2, 12):
        with tempfile.TemporaryDirectory() as folder:
            # Valgrind does not read the debug information of this compiler, and gives up at it.
            program = pathlib.Path(folder) / "worker"
            subprocess.run(["strip", "--strip-debug", "-o", program, words[0]], check=True)
            run = subprocess.run(
                ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/counts",
                 program, *words[1:]],
                input=f"run {count}\n", text=True, capture_output=True)
        found = re.search(r"Collected : (\d+)", run.stderr)
        if run.returncode != 0 or not found:
            raise RuntimeError(f"callgrind failed:\n{run.stderr[-2000:]}")
        counts.append(int(found[1]))
    return (counts[1] - counts[0]) / 10


def knows(worker, task, options):
    """Whether a version has a task: the earlier one may not."""
    run = subprocess.run(
        command(worker, task, options), input="", text=True, capture_output=True)
    return run.returncode == 0


def main():
    arguments = parse_arguments()
    wanted = tuple(arguments.only.split(","))
    slower = []
    print(f"{'row':<28} {'earlier':>11}  {'ratio in each run':<24} {'model':>6}  instructions")
    for name, task, options, is_processor in rows(arguments):
        if not name.startswith(wanted):
            continue
        if not knows(arguments.earlier, task, options):
            print(f"{name:<28} {'new':>11}")
            continue
        measured = [ratios(arguments, task, options) for _ in range(RUNS)]
        row = [ratio for ratio, _, _ in measured]
        spread = max(max(control, 1 / control) for _, control, _ in measured)
        median = statistics.median(time for _, _, time in measured)
        is_slower = min(row) > max(LIMIT, spread)
        text = ""
        if is_processor:
            growth = instructions(command(arguments.worker, task, options)) / instructions(
                command(arguments.earlier, task, options))
            text = f"{growth:.3f}"
            is_slower = is_slower or growth > INSTRUCTION_LIMIT
        verdict = "  SLOWER" if is_slower else ""
        runs = " ".join(f"{ratio:.3f}" for ratio in row)
        print(f"{name:<28} {median:8.3f} ms  {runs:<24} {spread:6.3f}  {text}{verdict}", flush=True)
        if is_slower:
            slower.append(name)
    if slower:
        sys.exit(f"slower than before: {', '.join(slower)}")


if __name__ == "__main__":
    main()
