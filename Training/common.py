"""Shared pieces: folders, pictures, boxes and a small .tflite runner.

Every script of this folder keeps its working files under one folder, by
default `./work` next to the scripts (`--work` or VIEWFINDER_TRAINING_WORK
changes it). Nothing in there is ever committed.
"""

import os
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent
RESOURCES = REPOSITORY / "Sources" / "ViewfinderModels" / "Resources"
CHECKPOINTS = HERE / "checkpoints"
WORK = Path(os.environ.get("VIEWFINDER_TRAINING_WORK", HERE / "work"))

INPUT_SIZE = int(os.environ.get("VIEWFINDER_TRAINING_SIDE", 320))  # of the network's square
GREY = (127, 127, 127)


# --- pictures ---------------------------------------------------------------

def load_picture(path):
    """An upright RGB picture; transparency becomes white."""
    picture = ImageOps.exif_transpose(Image.open(path))
    if picture.mode in ("RGBA", "LA", "P"):
        picture = picture.convert("RGBA")
        white = Image.new("RGBA", picture.size, (255, 255, 255, 255))
        picture = Image.alpha_composite(white, picture)
    return picture.convert("RGB")


def place(picture, size=INPUT_SIZE, rule="stretch"):
    """Fit a picture into a square. Returns it with (scale x, scale y, left, top).

    `stretch` fills the whole square; `letterbox` keeps the shape and pads with
    grey on both sides.
    """
    width, height = picture.size
    if rule == "stretch":
        return picture.resize((size, size), Image.BILINEAR), (size / width, size / height, 0, 0)
    ratio = min(size / width, size / height)
    new_width, new_height = max(1, round(width * ratio)), max(1, round(height * ratio))
    left, top = (size - new_width) // 2, (size - new_height) // 2
    canvas = Image.new("RGB", (size, size), GREY)
    canvas.paste(picture.resize((new_width, new_height), Image.BILINEAR), (left, top))
    return canvas, (new_width / width, new_height / height, left, top)


def to_input(boxes, placement):
    """Boxes of the picture (x0, y0, x1, y1 in pixels) -> pixels of the placed input."""
    sx, sy, left, top = placement
    return np.asarray(boxes, np.float32).reshape(-1, 4) * [sx, sy, sx, sy] + [left, top, left, top]


def from_input(boxes, placement, picture_size):
    """The inverse of `to_input`, clipped to the picture."""
    sx, sy, left, top = placement
    width, height = picture_size
    out = (np.asarray(boxes, np.float64).reshape(-1, 4) - [left, top, left, top]) / [sx, sy, sx, sy]
    out[:, 0::2] = out[:, 0::2].clip(0, width)
    out[:, 1::2] = out[:, 1::2].clip(0, height)
    return out


# --- boxes ------------------------------------------------------------------

def area(boxes):
    return (boxes[:, 2] - boxes[:, 0]).clip(0) * (boxes[:, 3] - boxes[:, 1]).clip(0)


def intersection(a, b):
    width = np.minimum(a[:, None, 2], b[None, :, 2]) - np.maximum(a[:, None, 0], b[None, :, 0])
    height = np.minimum(a[:, None, 3], b[None, :, 3]) - np.maximum(a[:, None, 1], b[None, :, 1])
    return width.clip(0) * height.clip(0)


def iou(a, b):
    inter = intersection(a, b)
    return inter / (area(a)[:, None] + area(b)[None] - inter + 1e-9)


def nms(boxes, scores, threshold):
    """Indices kept by greedy non-maximum suppression, best first."""
    order, keep = np.argsort(-scores, kind="stable"), []
    while len(order):
        keep.append(order[0])
        rest = order[1:]
        order = rest[iou(boxes[order[:1]], boxes[rest])[0] <= threshold]
    return np.array(keep, int)


def prominent(boxes, width, height):
    """Index of the most prominent box: large and central (area x exp(-2 d^2))."""
    dx = (boxes[:, 0] + boxes[:, 2]) / 2 / width - 0.5
    dy = (boxes[:, 1] + boxes[:, 3]) / 2 / height - 0.5
    return int((area(boxes) * np.exp(-2 * (dx * dx + dy * dy))).argmax())


# --- models -----------------------------------------------------------------

class Model:
    """A .tflite file run with the LiteRT interpreter."""

    def __init__(self, path, threads=1):
        from ai_edge_litert.interpreter import Interpreter
        self.interpreter = Interpreter(model_path=str(path), num_threads=threads)
        self.interpreter.allocate_tensors()
        self.input = self.interpreter.get_input_details()[0]
        self.outputs = self.interpreter.get_output_details()

    @property
    def size(self):
        return int(self.input["shape"][1])

    def raw(self, array):
        """Run on an array of the input's own type; outputs as stored."""
        self.interpreter.set_tensor(self.input["index"], array)
        self.interpreter.invoke()
        return [self.interpreter.get_tensor(o["index"]) for o in self.outputs]

    def __call__(self, picture_bytes):
        """Run on uint8 RGB bytes [h, w, 3] for our own models: (x - 127) / 128."""
        batch = np.asarray(picture_bytes)[None]
        if self.input["dtype"] == np.float32:
            batch = (batch.astype(np.float32) - 127) / 128
        outputs = []
        for detail, value in zip(self.outputs, self.raw(batch)):
            if detail["dtype"] in (np.int8, np.uint8):
                scale, zero = detail["quantization"]
                value = (value.astype(np.float32) - zero) * scale
            outputs.append(value)
        return outputs


def write_atomically(path, data):
    """Write a whole file or nothing (a stopped run leaves the old file)."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + ".part")
    temporary.write_bytes(data)
    temporary.replace(path)
