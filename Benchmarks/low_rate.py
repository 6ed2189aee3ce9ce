"""Scores tracks whose detections come only every few frames: the table in Documentation/Tracking.md.

low_rate.py WORKER VIDEO SEQUENCE: WORKER is the built BenchmarkWorker, VIDEO what OpenCV can read,
SEQUENCE its MOTChallenge folder with gt/gt.txt, det/det.txt and seqinfo.ini. Needs an environment
with opencv-python-headless and trackeval==1.3.0.
"""

import configparser
import contextlib
import io
import pathlib
import subprocess
import sys
import tempfile

import cv2
import numpy

worker, video, sequence = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
INTERVALS = (1, 3, 5, 10, 15)
with contextlib.redirect_stdout(io.StringIO()):
    from trackeval.metrics import CLEAR, HOTA

    METRICS = (HOTA(), CLEAR({"THRESHOLD": 0.5, "PRINT_CONFIG": False}))


def frames(path):
    """Writes the video as gray frames; returns their size and number."""
    capture, count, size = cv2.VideoCapture(video), 0, None
    with open(path, "wb") as file:
        while (read := capture.read())[0]:
            gray = cv2.cvtColor(read[1], cv2.COLOR_BGR2GRAY)
            size, count = f"{gray.shape[1]}x{gray.shape[0]}", count + 1
            file.write(gray.tobytes())
    return size, count


def rows(path, keeps_ignored=True):
    table = numpy.loadtxt(path, delimiter=",", ndmin=2)
    return table if keeps_ignored else table[table[:, 6] != 0]


def overlaps(a, b):
    low = numpy.maximum(a[:, None, :2], b[None, :, :2])
    high = numpy.minimum((a[:, :2] + a[:, 2:])[:, None], (b[:, :2] + b[:, 2:])[None])
    shared = numpy.clip(high - low, 0, None).prod(2)
    whole = a[:, 2:].prod(1)[:, None] + b[:, 2:].prod(1)[None] - shared
    return shared / numpy.maximum(whole, 1e-12)


def score(truth, tracks, count):
    """HOTA and MOTA as TrackEval computes them."""
    data = {"num_timesteps": count, "gt_ids": [], "tracker_ids": [], "similarity_scores": []}
    numbers = [{v: i for i, v in enumerate(sorted(set(t[:, 1])))} for t in (truth, tracks)]
    for frame in range(1, count + 1):
        a, b = truth[truth[:, 0] == frame], tracks[tracks[:, 0] == frame]
        data["gt_ids"].append(numpy.array([numbers[0][v] for v in a[:, 1]], int))
        data["tracker_ids"].append(numpy.array([numbers[1][v] for v in b[:, 1]], int))
        data["similarity_scores"].append(overlaps(a[:, 2:6], b[:, 2:6]))
    data.update(
        num_gt_ids=len(numbers[0]), num_tracker_ids=len(numbers[1]), num_gt_dets=len(truth),
        num_tracker_dets=len(tracks))
    hota, clear = (metric.eval_sequence(data) for metric in METRICS)
    return 100 * hota["HOTA"].mean(), 100 * clear["MOTA"], int(clear["IDSW"])


info = configparser.ConfigParser()
info.read(sequence / "seqinfo.ini")
with tempfile.TemporaryDirectory() as folder:
    size, count = frames(f"{folder}/frames.gray")
    truth = rows(sequence / "gt/gt.txt", keeps_ignored=False)
    print("| every | late | motion | HOTA | MOTA | switches |")
    print("| ---: | ---: | --- | ---: | ---: | ---: |")
    for every in INTERVALS:
        # In the frame itself, and when the next one is detected in, as a tracker of videos does.
        for late, motion in ((0, "none"), (0, "flow"), (every, "once"), (every, "flow")):
            subprocess.run(
                [worker, "low-rate", "--frames", f"{folder}/frames.gray", "--size", size,
                 "--rate", info["Sequence"]["frameRate"], "--every", str(every),
                 "--motion", motion, "--detections", sequence / "det/det.txt",
                 "--tracks", f"{folder}/tracks.txt", *(["--late", str(late)] if late else [])],
                check=True)
            found = score(truth, rows(f"{folder}/tracks.txt"), count)
            print(
                "| {} | {} | {} | {:.1f} | {:.1f} | {} |".format(every, late, motion, *found),
                flush=True)
