"""OpenCV as a worker: the motion between two frames from corners and optical flow.

opencv_flow_worker.py FRAMES HOW: FRAMES holds gray frames of 640 × 480, which are shown to and fro;
HOW is `whole` or `shrunk` (to 320 × 240 first, as Viewfinder does). As many corners are followed, to
and back, as Viewfinder follows at most: 96 in the frame and 16 in each of 5 boxes.
"""

import sys

import cv2
import numpy
from serve import serve

frames = numpy.fromfile(sys.argv[1], numpy.uint8).reshape(-1, 480, 640)
shrinks = sys.argv[2] == "shrunk"
cv2.setNumThreads(1)
order = list(range(len(frames))) + list(range(len(frames) - 2, 0, -1))
settings = {
    "winSize": (11, 11) if shrinks else (21, 21),
    "maxLevel": 3,
    "criteria": (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 10, 0.02),
}


def shrink(frame):
    return cv2.resize(frame, (320, 240), interpolation=cv2.INTER_AREA) if shrinks else frame


earlier, turn = shrink(frames[1]), 0


def run():
    global earlier, turn
    later = shrink(frames[order[turn % len(order)]])
    turn += 1
    corners = cv2.goodFeaturesToTrack(earlier, 176, 0.004, 6 if shrinks else 12)
    moved, found, _ = cv2.calcOpticalFlowPyrLK(earlier, later, corners, None, **settings)
    back, again, _ = cv2.calcOpticalFlowPyrLK(later, earlier, moved, None, **settings)
    miss = numpy.linalg.norm((back - corners).reshape(-1, 2), axis=1)
    good = (found.ravel() == 1) & (again.ravel() == 1) & (miss < (0.5 if shrinks else 1))
    motion, _ = cv2.estimateAffinePartial2D(
        corners[good], moved[good], ransacReprojThreshold=1 if shrinks else 2)
    if motion is None:
        raise RuntimeError("the motion is not found")
    earlier = later
    return []


serve(run)
