#!/usr/bin/env python3
"""Makes golden.json: how far OpenCV's pyramidal Lucas-Kanade moves corners of drawn pictures.

    python3 -m venv venv && venv/bin/pip install numpy==2.4.6 opencv-python-headless==5.0.0.93
    venv/bin/python make_golden.py

The pictures are drawn as FlowScene.swift draws them, bit by bit, so that only numbers are kept. The
tests themselves need no Python.
"""

import json
import pathlib

import cv2
import numpy as np

WIDTH, HEIGHT = 240, 180
# Row by row: where a place of the first picture is in the second.
MOTIONS = {
    "half a pixel": [1, 0, 0.5, 0, 1, -0.25],
    "a shift": [1, 0, -4.3, 0, 1, 2.6],
    "far": [1, 0, 11.4, 0, 1, 7.2],
    "a turn": [0.9992, -0.04, 4.5, 0.04, 0.9992, -4],
    "growth": [1.03, 0, -3.2, 0, 1.03, -2.1],
}


def lattice(i, j, seed, number):
    u32 = np.uint32
    with np.errstate(over="ignore"):
        hash = (
            i.astype(np.int32).view(u32) * u32(0x8DA6B343)
            ^ j.astype(np.int32).view(u32) * u32(0xD8163841)
            ^ u32(seed * 31 + number) * u32(0xCB1AB31F)
        )
        hash = (hash ^ (hash >> u32(15))) * u32(0x2C1B3C6D)
        hash = (hash ^ (hash >> u32(12))) * u32(0x297A2D39)
        hash ^= hash >> u32(15)
    return hash.astype(np.float64) / 2147483648 - 1


def octave(x, y, cell, size, seed, number):
    u, v = x / cell, y / cell
    left, top = np.floor(u), np.floor(v)
    fx, fy = u - left, v - top
    fx, fy = fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)
    i, j = left.astype(np.int32), top.astype(np.int32)
    above = lattice(i, j, seed, number) * (1 - fx) + lattice(i + 1, j, seed, number) * fx
    below = lattice(i, j + 1, seed, number) * (1 - fx) + lattice(i + 1, j + 1, seed, number) * fx
    return size * (above * (1 - fy) + below * fy)


def draw(motion, seed=1):
    xx, xy, dx, yx, yy, dy = motion
    determinant = xx * yy - xy * yx
    a, b, c, d = yy / determinant, -xy / determinant, -yx / determinant, xx / determinant
    px, py = np.meshgrid(np.arange(WIDTH) + 0.5, np.arange(HEIGHT) + 0.5)
    x = a * px + b * py + -(a * dx + b * dy)
    y = c * px + d * py + -(c * dx + d * dy)
    value = 128 + (octave(x, y, 17, 70, seed, 1) + octave(x, y, 7, 50, seed, 2))
    return (np.clip(value, 0, 255) + 0.5).astype(np.uint8)


def main():
    first = draw([1, 0, 0, 0, 1, 0])
    corners = cv2.goodFeaturesToTrack(first[24:-24, 24:-24], 60, 0.02, 12)
    corners = (corners.reshape(-1, 2) + 24).astype(np.float32)
    pairs = []
    for name, motion in MOTIONS.items():
        second = draw(motion)
        moved, status, _ = cv2.calcOpticalFlowPyrLK(
            first, second, corners.reshape(-1, 1, 2), None, winSize=(11, 11), maxLevel=3,
            criteria=(cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 20, 0.01))
        pairs.append({
            "name": name, "motion": motion, "sum": int(second.sum(dtype=np.int64)),
            "shifts": [
                [round(float(v), 4) for v in after - before] if found else None
                for before, after, found in zip(corners, moved.reshape(-1, 2), status.ravel())]})
    golden = {
        "origin": f"calcOpticalFlowPyrLK of OpenCV {cv2.__version__}, window 11, 3 more levels",
        "corners": [[int(x), int(y)] for x, y in corners], "pairs": pairs}
    text = json.dumps(golden, separators=(",", ":")).replace('{"name', '\n{"name')
    pathlib.Path(__file__).with_name("golden.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
