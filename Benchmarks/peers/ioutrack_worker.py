"""ioutrack's trackers, written in Rust, as a worker: ioutrack_worker.py BOXES TRACKER.

BOXES is MOTChallenge text; TRACKER is `Sort` or `ByteTrack`. A run is the whole text, frame by frame.
"""

import sys

import ioutrack
import numpy
from serve import serve

path, name = sys.argv[1:]
table = numpy.loadtxt(path, delimiter=",", ndmin=2)
boxes = numpy.column_stack([table[:, 2:4], table[:, 2:4] + table[:, 4:6], table[:, 6]])
numbers = table[:, 0].astype(int)
frames = [
    numpy.ascontiguousarray(boxes[numbers == number], numpy.float32)
    for number in range(1, numbers.max() + 1)
]


def run():
    tracker = getattr(ioutrack, name)()
    for frame in frames:
        tracker.update(frame, False)
    return []


serve(run)
