"""Runs thousands of damaged models through the real loader, in processes of their own.

Each process takes a batch of mutants of one model and says which one it is about to try, so that a
crash, a hang or hoarded memory is put down to the right mutant; that one is kept, and the next
process goes on behind it. The same seed gives the same mutants. Exits 1 when there is a finding.
"""

import argparse
import collections
import os
import pathlib
import resource
import select
import subprocess
import sys

BUILT = ["built:float", "built:int8", "built:signature"]
BUNDLED = [
    "bundled:classifier", "bundled:localizer",
    "Sources/ViewfinderModels/Resources/categories.tflite",
]
BATCH = 250


def limit_memory(gigabytes):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (gigabytes << 30, gigabytes << 30))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    return limit


class Campaign:
    def __init__(self, options):
        self.options = options
        self.outcomes = collections.Counter()
        self.findings = []

    def command(self, model, first, last):
        return [self.options.program, model, str(self.options.seed), str(first), str(last)]

    def batch(self, model, first, last):
        """Tries mutants until one ends the process; returns the number behind the last tried."""
        process = subprocess.Popen(
            self.command(model, first, last), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=dict(os.environ, SWIFT_BACKTRACE="enable=no"),
            preexec_fn=limit_memory(self.options.gigabytes),
        )
        current, pending = None, b""
        hung = False
        errors = b""
        streams = {process.stdout, process.stderr}
        while streams:
            ready = select.select(list(streams), [], [], self.options.seconds)[0]
            if not ready:
                hung = True
                process.kill()
            for stream in ready:
                data = os.read(stream.fileno(), 1 << 16)
                if not data:
                    streams.discard(stream)
                elif stream is process.stderr:
                    errors = (errors + data)[-2000:]
                else:
                    *lines, pending = (pending + data).split(b"\n")
                    for line in lines:
                        words = line.decode().split()
                        if words[:1] == ["begin"]:
                            current = int(words[1])
                        elif words[:1] == ["end"]:
                            self.outcomes[words[2]] += 1
                            current = None
        status = process.wait()
        if current is None:
            if status != 0:
                raise SystemExit(f"{model} from {first}: ended with {status}: {errors.decode()}")
            return last + 1
        self.keep(model, current, "hang" if hung else f"status {status}", errors)
        return current + 1

    def keep(self, model, number, what, errors):
        self.options.folder.mkdir(parents=True, exist_ok=True)
        stem = f"{pathlib.PurePath(model).stem.replace(':', '-')}-{self.options.seed}-{number}"
        path = self.options.folder / f"{stem}.tflite"
        subprocess.run(self.command(model, number, number) + [str(path)], check=True)
        path.with_suffix(".txt").write_bytes(errors)
        self.outcomes["crashed"] += 1
        self.findings.append(path)
        words = errors.decode("utf-8", "replace").strip().splitlines()
        print(f"  {path}: {what}: {words[-1] if words else ''}", flush=True)

    def run(self, models, count):
        for model in models:
            before = collections.Counter(self.outcomes)
            share = -(-count // len(models))
            first, end = self.options.first, self.options.first + share
            while first < end:
                first = self.batch(model, first, min(first + BATCH, end) - 1)
            parts = self.outcomes - before
            print(f"{model}: {self.words(parts)}", flush=True)
        print(f"corrupt models: {self.words(self.outcomes)} of {len(models)} models", flush=True)

    @staticmethod
    def words(outcomes):
        names = [("refused", "refused"), ("failed", "refused by LiteRT"), ("ran", "run"),
                 ("crashed", "crashes")]
        return f"{sum(outcomes.values())} mutants, " + ", ".join(
            f"{outcomes[key]} {name}" for key, name in names
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__, prog="make corrupt-models")
    parser.add_argument("--program", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--folder", required=True, type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--mutants", type=int, default=6000, help="of all models together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first mutant")
    parser.add_argument("--seconds", type=int, default=60, help="the most for a mutant")
    parser.add_argument("--gigabytes", type=int, default=8, help="of memory for a process")
    parser.add_argument("models", nargs="*", help="files; three built and three bundled by default")
    options = parser.parse_args()
    campaign = Campaign(options)
    campaign.run(options.models or BUILT + BUNDLED, options.mutants)
    return 1 if campaign.findings else 0


sys.exit(main())
