"""How time and memory grow with what there is to do.

A series runs the same work at rising sizes. Its exponent is that of the last step: n to the power of
1 is linear, 0 is no growth at all. Smaller sizes are shown, but what is always there (a model's own
time) hides growth in them.
"""

import math

from harness import Program, take_turns

# One step between two sizes is measured with some noise.
LINEAR = 1.1


class Growth:
    def __init__(self, bench):
        self.bench = bench
        self.rounds = 1 if bench.arguments.quick else 5

    def series(self):
        """Names, titles, units, and how to measure at each size."""
        inputs, tool = self.bench.inputs, self.bench.arguments.tool
        model = self.bench.arguments.model
        photos = sorted(str(path) for path in (inputs / "folder").iterdir())
        label = [tool, "label", "--json", "--quiet", "--model", model]
        track = [tool, "track", "--json", "--quiet", "--multiple", "--detect-every", "10"]
        yield (
            "growth-decoded", "Decoded image → labels", "megapixels", (1, 4, 16, 64),
            lambda size: self.worker(
                "label-decoded", model=model, photo=inputs / f"growth-{size}mp.jpg"),
        )
        yield (
            "growth-file", "JPEG file → labels", "megapixels", (1, 4, 16, 64),
            lambda size: self.worker(
                "label-file", model=model, photo=inputs / f"growth-{size}mp.jpg"),
        )
        yield (
            "growth-folder", "Files → labels on all cores", "files", (25, 50, 100, 200),
            lambda size: self.program([*label, *photos[:size]]),
        )
        yield (
            "growth-objects", "Decoded image → objects, each classified", "objects", (1, 2, 4, 8),
            lambda size: self.worker(
                "detect-decoded", model=model, detector=self.bench.arguments.localizer,
                photo=inputs / "photo-720p.png", classify="yes", objects=size),
        )
        yield (
            "growth-boxes", "Tracker alone, 600 frames, equally dense", "boxes", (5, 10, 20, 40, 80),
            lambda size: self.worker("associate", boxes=inputs / f"boxes-{size}.txt"),
        )
        yield (
            "growth-frames", "Video → tracks", "frames", (250, 500, 1000, 2000),
            lambda size: self.program([*track, str(inputs / f"growth-{size}.avi")]),
        )

    def worker(self, task, **options):
        worker = self.bench.ours(task, task, **options)
        try:
            worker.run(1)
            for _ in range(self.rounds):
                worker.take_turn(2)
            return worker.summary()
        finally:
            worker.close()

    def program(self, command):
        program = Program("Viewfinder", command)
        take_turns([program], self.rounds)
        return program.summary()

    def run(self):
        for name, title, unit, sizes, measure in self.series():
            if not self.bench.wanted(name):
                continue
            sides = [measure(size) for size in sizes]
            row = {
                "name": name,
                "title": title,
                "unit": unit,
                "sizes": sizes,
                "median_ms": [side["median_ms"] for side in sides],
                "peak_mib": [side["peak_mib"] for side in sides],
            }
            for what in ("median_ms", "peak_mib"):
                row[f"{what}_exponent"] = exponent(sizes, row[what])
            row["met"] = max(row["median_ms_exponent"], row["peak_mib_exponent"]) <= LINEAR
            yield row


def exponent(sizes, values):
    """The power with which the last step grows."""
    return math.log(values[-1] / values[-2]) / math.log(sizes[-1] / sizes[-2])
