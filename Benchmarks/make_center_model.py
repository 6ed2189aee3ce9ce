"""Writes a classifier that answers with the colour in the middle of its picture: make_center_model.py FILE.

It takes as good as no time, so what a library takes with it is the way from an image to a tensor.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Training"))

import numpy
from tflite_writer import Graph, schema

SIDE = 224


def quantization():
    parameters = schema.QuantizationParametersT()
    parameters.scale, parameters.zeroPoint = [1 / 256], [0]
    return parameters


graph = Graph("the colour in the middle")
image = graph.input("image", [1, SIDE, SIDE, 3], schema.TensorType.UINT8, quantization())
middle = graph.tensor("middle", [1, 1, 1, 3], schema.TensorType.UINT8, quantization=quantization())
scores = graph.tensor("scores", [1, 3], schema.TensorType.UINT8, quantization=quantization())
begin = graph.constant("begin", numpy.array([0, SIDE // 2, SIDE // 2, 0], numpy.int32))
size = graph.constant("size", numpy.array([1, 1, 1, 3], numpy.int32))
graph.operator("SLICE", [image, begin, size], [middle], schema.SliceOptionsT(), "SliceOptions")
shape = graph.constant("shape", numpy.array([1, 3], numpy.int32))
options = schema.ReshapeOptionsT()
options.newShape = [1, 3]
graph.operator("RESHAPE", [middle, shape], [scores], options, "ReshapeOptions")
model = graph.finish({"image": image}, {"scores": scores})
pathlib.Path(sys.argv[1]).write_bytes(model)
