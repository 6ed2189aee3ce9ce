"""Permissively licensed COCO detectors used as teachers and as peers.

* Google's mobile_object_localizer_v1 (TensorFlow Hub, Apache-2.0): objects of any kind
* COCO SSD MobileNet v1 (tensorflow/tflite-support test data, Apache-2.0)
* NanoDet-m (RangiLyu/nanodet, Apache-2.0; weights as in nihui/ncnn-assets)
* PicoDet-S 416 (PaddleDetection, Apache-2.0; weights as in JiweiMaster/PP-PicoDet-Android-Demo)
* YOLOX-nano 416 (Megvii YOLOX, Apache-2.0; as in Kazuhito00/YOLOX-ONNX-TFLite-Sample)

plus YOLOv3-tiny as a peer for the tables. All return class-agnostic boxes:
(boxes [n, 4] in pixels of the picture, scores [n]).
"""

import os
import sys
from contextlib import contextmanager

import numpy as np
from PIL import Image

from common import Model, from_input, nms, place


class SSD:
    """Any model that ends with TFLite_Detection_PostProcess: COCO SSD, Google's localizer."""

    def __init__(self, path, threads=1, overlap=0.5):
        self.model, self.overlap = Model(path, threads), overlap

    def raw(self, picture):
        data = np.asarray(picture.resize((self.model.size,) * 2, Image.BILINEAR), np.uint8)[None]
        boxes, classes, scores, _ = self.model.raw(data)
        boxes = boxes[0][:, [1, 0, 3, 2]].clip(0, 1) * (picture.size * 2)
        return boxes, scores[0], classes[0].astype(int)

    def __call__(self, picture):
        boxes, scores, _ = self.raw(picture)
        keep = nms(boxes, scores, self.overlap)
        return boxes[keep], scores[keep]


class NanoDet:
    HEADS = ((8, "792", "795"), (16, "814", "817"), (32, "836", "839"))
    MEAN, SCALE = [103.53, 116.28, 123.675], [0.017429, 0.017507, 0.017125]

    def __init__(self, param, binary, size=320, threads=1):
        import ncnn
        self.ncnn, self.size = ncnn, size
        self.net = ncnn.Net()
        self.net.opt.num_threads = threads
        self.net.load_param(str(param))
        self.net.load_model(str(binary))

    def raw(self, picture, size=None):
        """(boxes, scores of the 80 classes) before suppression."""
        size = size or self.size
        square, placement = place(picture, size, "letterbox")
        bgr = np.ascontiguousarray(np.asarray(square)[..., ::-1])
        data = self.ncnn.Mat.from_pixels(bgr, self.ncnn.Mat.PixelType.PIXEL_BGR, size, size)
        data.substract_mean_normalize(self.MEAN, self.SCALE)
        extractor = self.net.create_extractor()
        extractor.input("input.1", data)
        boxes, scores = [], []
        for stride, class_name, distance_name in self.HEADS:
            classes = np.array(extractor.extract(class_name)[1]).reshape(-1, 80)
            distances = np.array(extractor.extract(distance_name)[1]).reshape(-1, 4, 8)
            distances = integral(distances) * stride
            cells = (np.arange(size // stride) + 0.5) * stride
            x, y = np.tile(cells, len(cells)), np.repeat(cells, len(cells))
            boxes.append(np.stack([x - distances[:, 0], y - distances[:, 1],
                                   x + distances[:, 2], y + distances[:, 3]], 1))
            scores.append(classes)
        return from_input(np.concatenate(boxes), placement, picture.size), np.concatenate(scores)

    def __call__(self, picture, size=None, floor=0.02):
        return best_boxes(*self.raw(picture, size), floor)


@contextmanager
def silence():
    """ncnn remarks on this model's format at every run, on the error stream."""
    sys.stderr.flush()
    saved, nothing = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 2)
    try:
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved), os.close(nothing)


def integral(distances, bins=8):
    """Distances from the centre as the mean of a distribution over whole strides [n, 4, bins]."""
    weights = np.exp(distances - distances.max(2, keepdims=True))
    return (weights / weights.sum(2, keepdims=True) * np.arange(bins)).sum(2)


class PicoDet:
    """Stretches the picture to its square input; red comes first."""
    STRIDES = (8, 16, 32, 64)
    MEAN, SCALE = [123.675, 116.28, 103.53], [0.017125, 0.017507, 0.017429]

    def __init__(self, param, binary, size=416, threads=1):
        import ncnn
        self.ncnn, self.size = ncnn, size
        self.net = ncnn.Net()
        self.net.opt.num_threads = threads
        self.net.load_param(str(param))
        self.net.load_model(str(binary))

    def extract(self, extractor):
        name = "save_infer_model/scale_%d.tmp_1"
        return [(np.array(extractor.extract(name % level)[1]).reshape(-1, 80),
                 np.array(extractor.extract(name % (level + 4))[1]).reshape(-1, 4, 8)) for level in range(4)]

    def raw(self, picture):
        size = self.size
        rgb = np.ascontiguousarray(np.asarray(picture.resize((size, size), Image.BILINEAR)))
        data = self.ncnn.Mat.from_pixels(rgb, self.ncnn.Mat.PixelType.PIXEL_RGB, size, size)
        data.substract_mean_normalize(self.MEAN, self.SCALE)
        extractor = self.net.create_extractor()
        extractor.input("image", data)
        boxes, scores = [], []
        with silence():
            raw = self.extract(extractor)
        for (classes, distances), stride in zip(raw, self.STRIDES):
            side = -(-size // stride)
            distances = integral(distances) * stride
            cells = (np.arange(side) + 0.5) * stride
            x, y = np.tile(cells, side), np.repeat(cells, side)
            boxes.append(np.stack([x - distances[:, 0], y - distances[:, 1],
                                   x + distances[:, 2], y + distances[:, 3]], 1))
            scores.append(classes)
        placement = (size / picture.width, size / picture.height, 0, 0)
        return from_input(np.concatenate(boxes), placement, picture.size), np.concatenate(scores)

    def __call__(self, picture, floor=0.05):
        return best_boxes(*self.raw(picture), floor)


class YOLOX:
    """Letterboxes into the upper left corner."""
    STRIDES = (8, 16, 32)

    def __init__(self, path, size=416, threads=1):
        import onnxruntime
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self.name, self.size = self.session.get_inputs()[0].name, size

    def raw(self, picture):
        size = self.size
        ratio = min(size / picture.width, size / picture.height)
        canvas = Image.new("RGB", (size, size), (114, 114, 114))
        canvas.paste(picture.resize((int(picture.width * ratio), int(picture.height * ratio)), Image.BILINEAR), (0, 0))
        data = np.asarray(canvas, np.float32)[..., ::-1].transpose(2, 0, 1)[None]
        out = self.session.run(None, {self.name: np.ascontiguousarray(data)})[0][0]
        grid, steps = [], []
        for stride in self.STRIDES:
            side = np.arange(size // stride)
            grid.append(np.stack([np.tile(side, len(side)), np.repeat(side, len(side))], 1))
            steps.append(np.full((len(side) ** 2, 1), stride))
        grid, steps = np.concatenate(grid), np.concatenate(steps)
        centre, extent = (out[:, :2] + grid) * steps, np.exp(np.minimum(out[:, 2:4], 8)) * steps
        boxes = np.concatenate([centre - extent / 2, centre + extent / 2], 1)
        return from_input(boxes, (ratio, ratio, 0, 0), picture.size), out[:, 4:5] * out[:, 5:]

    def __call__(self, picture, floor=0.05):
        return best_boxes(*self.raw(picture), floor)


def best_boxes(boxes, classes, floor):
    """Class-agnostic boxes after suppression, best first."""
    scores = classes.max(1)
    boxes, scores = boxes[scores > floor], scores[scores > floor]
    keep = nms(boxes, scores, 0.5)
    return boxes[keep], scores[keep]


class YOLOv3Tiny:
    """Objectness only, as a class-agnostic proposal generator."""
    ANCHORS = np.array([[10, 14], [23, 27], [37, 58], [81, 82], [135, 169], [344, 319]], np.float32)
    MASK = {32: [3, 4, 5], 16: [0, 1, 2]}

    def __init__(self, path, threads=1):
        self.model = Model(path, threads)

    def __call__(self, picture, floor=0.01):
        size = self.model.size
        square, placement = place(picture, size, "letterbox")
        data = np.asarray(square)[None]
        if self.model.input["dtype"] != np.uint8:
            data = data.astype(np.float32) / 255
        boxes, scores = [], []
        for head in self.model.raw(data):
            cells = head.shape[1]
            stride = size // cells
            head = head.reshape(cells, cells, 3, 85)
            score = 1 / (1 + np.exp(-head[..., 4]))
            y, x, a = np.nonzero(score > floor)
            v, anchor = head[y, x, a], self.ANCHORS[self.MASK[stride]][a]
            centre = np.stack([(1 / (1 + np.exp(-v[:, 0])) + x) * stride, (1 / (1 + np.exp(-v[:, 1])) + y) * stride], 1)
            half = np.exp(np.minimum(v[:, 2:4], 8)) * anchor / 2
            boxes.append(np.concatenate([centre - half, centre + half], 1))
            scores.append(score[y, x, a])
        boxes, scores = from_input(np.concatenate(boxes), placement, picture.size), np.concatenate(scores)
        keep = nms(boxes, scores, 0.5)
        return boxes[keep], scores[keep]
