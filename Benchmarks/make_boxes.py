"""Makes the boxes that the benchmarks track: make_boxes.py OUT.

People who walk to and fro for 600 frames, as a detector would see them: jittered, one in ten missed,
now and then one that is not there. Twenty of them have a frame of 1920 × 1080 pixels; more have a
larger one, so that the crowd is as dense. The same each time.
"""

import pathlib
import random
import sys

FRAMES = 600


class Walker:
    def __init__(self, source, width, height):
        self.height = source.uniform(90, 320)
        self.width = self.height * source.uniform(0.35, 0.5)
        self.most = width - self.width, height - self.height
        self.x, self.y = (source.uniform(0, most) for most in self.most)
        self.dx, self.dy = source.uniform(-5, 5), source.uniform(-1, 1)

    def move(self):
        """Turns round at the edges."""
        self.x, self.y = self.x + self.dx, self.y + self.dy
        if not 0 <= self.x <= self.most[0]:
            self.dx = -self.dx
        if not 0 <= self.y <= self.most[1]:
            self.dy = -self.dy


def lines(count):
    source = random.Random(count)
    scale = max(1, count / 20) ** 0.5
    width, height = 1920 * scale, 1080 * scale
    walkers = [Walker(source, width, height) for _ in range(count)]
    for number in range(1, FRAMES + 1):
        for walker in walkers:
            walker.move()
            if source.random() < 0.1:
                continue
            jitter = [source.gauss(0, walker.height * 0.01) for _ in range(4)]
            box = [walker.x, walker.y, walker.width, walker.height]
            values = ",".join(f"{value + off:.1f}" for value, off in zip(box, jitter))
            yield f"{number},-1,{values},{source.uniform(0.6, 0.95):.2f},-1,-1,-1"
        if source.random() < 0.02 * count:
            false = [source.uniform(0, width - 60), source.uniform(0, height - 120), 60, 120]
            values = ",".join(f"{value:.1f}" for value in false)
            yield f"{number},-1,{values},{source.uniform(0.1, 0.65):.2f},-1,-1,-1"


out = pathlib.Path(sys.argv[1])
for count in (5, 10, 20, 40, 80):
    (out / f"boxes-{count}.txt").write_text("\n".join(lines(count)) + "\n", "utf-8")
