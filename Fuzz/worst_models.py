"""Checks models that ask for as much work as they can, each in a process of its own.

Prints what each takes, and the worst. Exits 1 when that is more than the limits.
"""

import argparse
import pathlib
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser(description=__doc__, prog="make worst-models")
    parser.add_argument("--program", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--folder", required=True, type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--size", type=int, default=4 << 20, help="of a file, in bytes")
    parser.add_argument("--seconds", type=float, default=1, help="of processor time, the most")
    parser.add_argument("--megabytes", type=float, default=300, help="of memory, the most")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)

    def call(*arguments):
        return subprocess.run(
            [options.program, *arguments], check=True, stdout=subprocess.PIPE, text=True
        ).stdout

    worst = (0, 0)
    for name in call().split():
        path = options.folder / f"{name}.tflite"
        call(name, str(options.size), str(path))
        seconds, megabytes, outcome = call(str(path)).split()
        size = path.stat().st_size
        path.unlink()
        worst = (max(worst[0], float(seconds)), max(worst[1], float(megabytes)))
        print(
            f"{name:22} {size:>10} bytes {float(seconds):>6.2f} s {float(megabytes):>5.0f} MB"
            f"  {outcome}",
            flush=True,
        )
    print(f"worst models: {worst[0]:.2f} s, {worst[1]:.0f} MB")
    return 1 if worst[0] > options.seconds or worst[1] > options.megabytes else 0


sys.exit(main())
