"""Writes int8 TensorFlow Lite graphs operator by operator, in NHWC.

No TensorFlow is needed: weights come in as numpy arrays. Activations are int8 with one scale per
tensor, weights int8 with one scale per output channel, biases int32.
"""

from dataclasses import dataclass

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema

FUSED = {
    None: schema.ActivationFunctionType.NONE,
    "relu6": schema.ActivationFunctionType.RELU6,
}


@dataclass(frozen=True)
class Quantization:
    """real = scale * (integer - zero_point)"""

    scale: float
    zero_point: int

    @staticmethod
    def covering(low: float, high: float) -> "Quantization":
        """The int8 quantisation whose 256 steps reach from `low` to `high`, and hit 0 exactly."""
        low, high = min(low, 0.0), max(high, 0.0)
        scale = (high - low) / 255
        return Quantization(scale, int(np.clip(round(-128 - low / scale), -128, 127)))


class GraphWriter:
    """Collects tensors and operators of one subgraph."""

    def __init__(self, name: str, description: str):
        self.model = schema.ModelT()
        self.model.version = 3
        self.model.description = description
        self.model.buffers = [schema.BufferT()]
        self.model.operatorCodes = []
        self.model.metadata = []
        self.graph = schema.SubGraphT()
        self.graph.name = name
        self.graph.tensors, self.graph.operators = [], []
        self.graph.inputs, self.graph.outputs = [], []
        self.model.subgraphs = [self.graph]

    # Tensors

    def _tensor(self, name, shape, kind, buffer=0, scales=None, zero_points=None, axis=0) -> int:
        tensor = schema.TensorT()
        tensor.name, tensor.type, tensor.buffer = name, kind, buffer
        tensor.shape = [int(size) for size in shape]
        if scales is not None:
            tensor.quantization = schema.QuantizationParametersT()
            tensor.quantization.scale = [float(scale) for scale in scales]
            tensor.quantization.zeroPoint = [int(point) for point in zero_points]
            tensor.quantization.quantizedDimension = axis
        self.graph.tensors.append(tensor)
        return len(self.graph.tensors) - 1

    def activation(self, name, shape, quantization: Quantization, kind="INT8") -> int:
        return self._tensor(
            name, shape, getattr(schema.TensorType, kind),
            scales=[quantization.scale], zero_points=[quantization.zero_point])

    def floats(self, name, shape) -> int:
        return self._tensor(name, shape, schema.TensorType.FLOAT32)

    def _constant(self, name, array, kind, scales=None, axis=0) -> int:
        buffer = schema.BufferT()
        buffer.data = np.frombuffer(np.ascontiguousarray(array).tobytes(), np.uint8)
        self.model.buffers.append(buffer)
        zeros = None if scales is None else np.zeros(len(scales))
        return self._tensor(
            name, array.shape, kind, len(self.model.buffers) - 1, scales, zeros, axis)

    def _weights(self, name, weights, bias, source: int, axis: int) -> list[int]:
        """The quantised weights and bias of an operator that reads the tensor `source`."""
        others = tuple(i for i in range(weights.ndim) if i != axis)
        step = self.quantization(source).scale
        # Channels whose weights are all but 0 get steps that their bias can be counted in.
        scales = np.maximum(np.abs(weights).max(axis=others) / 127, np.abs(bias) / step / 2**30)
        scales = np.maximum(scales, 1e-12)
        shape = [-1 if i == axis else 1 for i in range(weights.ndim)]
        quantized = np.clip(np.rint(weights / scales.reshape(shape)), -127, 127).astype(np.int8)
        bias_scales = scales * step
        quantized_bias = np.rint(bias / bias_scales).astype(np.int32)
        return [
            self._constant(f"{name}/weights", quantized, schema.TensorType.INT8, scales, axis),
            self._constant(f"{name}/bias", quantized_bias, schema.TensorType.INT32, bias_scales),
        ]

    def shape(self, tensor: int) -> list[int]:
        return list(self.graph.tensors[tensor].shape)

    def quantization(self, tensor: int) -> Quantization:
        parameters = self.graph.tensors[tensor].quantization
        return Quantization(parameters.scale[0], parameters.zeroPoint[0])

    # Operators; `version` is the lowest schema version that knows the types used

    def _operator(self, name, version, inputs, outputs, options=None):
        code = getattr(schema.BuiltinOperator, name)
        for index, known in enumerate(self.model.operatorCodes):
            if known.builtinCode == code:
                break
        else:
            index = len(self.model.operatorCodes)
            known = schema.OperatorCodeT()
            known.builtinCode, known.deprecatedBuiltinCode = code, min(code, 127)
            known.version = version
            self.model.operatorCodes.append(known)
        operator = schema.OperatorT()
        operator.opcodeIndex = index
        operator.inputs, operator.outputs = list(inputs), list(outputs)
        if options is not None:
            operator.builtinOptions = options
            kind = type(options).__name__.removesuffix("T")
            operator.builtinOptionsType = getattr(schema.BuiltinOptions, kind)
        self.graph.operators.append(operator)
        return outputs[0]

    def quantize(self, source, name, quantization: Quantization) -> int:
        """From one integer type to another."""
        output = self.activation(name, self.shape(source), quantization)
        return self._operator("QUANTIZE", 2, [source], [output], schema.QuantizeOptionsT())

    def dequantize(self, source, name) -> int:
        output = self.floats(name, self.shape(source))
        return self._operator("DEQUANTIZE", 2, [source], [output], schema.DequantizeOptionsT())

    def conv(self, source, name, weights, bias, output_quantization, stride=1, fused=None,
             depthwise=False) -> int:
        """A convolution with "SAME" padding; weights are O×H×W×I, or 1×H×W×C when depthwise."""
        axis = 3 if depthwise else 0
        constants = self._weights(name, weights, bias, source, axis)
        batch, height, width, _ = self.shape(source)
        output = self.activation(
            name, [batch, -(-height // stride), -(-width // stride), weights.shape[axis]],
            output_quantization)
        options = schema.DepthwiseConv2DOptionsT() if depthwise else schema.Conv2DOptionsT()
        options.padding = schema.Padding.SAME
        options.strideH = options.strideW = stride
        options.dilationHFactor = options.dilationWFactor = 1
        options.fusedActivationFunction = FUSED[fused]
        if depthwise:
            options.depthMultiplier = 1
        return self._operator(
            "DEPTHWISE_CONV_2D" if depthwise else "CONV_2D", 3, [source, *constants], [output],
            options)

    def add(self, left, right, name, output_quantization) -> int:
        output = self.activation(name, self.shape(left), output_quantization)
        return self._operator("ADD", 2, [left, right], [output], schema.AddOptionsT())

    def mean(self, source, name, output_quantization) -> int:
        """The mean over height and width."""
        batch, _, _, channels = self.shape(source)
        axes = self._constant(
            f"{name}/axes", np.array([1, 2], np.int32), schema.TensorType.INT32)
        output = self.activation(name, [batch, channels], output_quantization)
        return self._operator("MEAN", 2, [source, axes], [output], schema.ReducerOptionsT())

    def fully_connected(self, source, name, weights, bias, output_quantization) -> int:
        constants = self._weights(name, weights, bias, source, 0)
        output = self.activation(name, [1, weights.shape[0]], output_quantization)
        return self._operator(
            "FULLY_CONNECTED", 5, [source, *constants], [output],
            schema.FullyConnectedOptionsT())

    def softmax(self, source, name) -> int:
        output = self.floats(name, self.shape(source))
        options = schema.SoftmaxOptionsT()
        options.beta = 1.0
        return self._operator("SOFTMAX", 1, [source], [output], options)

    # The file

    def signature(self, inputs: dict[str, int], outputs: dict[str, int]):
        """Names inputs and outputs, and makes them those of the graph."""
        signature = schema.SignatureDefT()
        signature.signatureKey, signature.subgraphIndex = "serving_default", 0
        signature.inputs, signature.outputs = [], []
        for bindings, names in ((signature.inputs, inputs), (signature.outputs, outputs)):
            for name, tensor in names.items():
                binding = schema.TensorMapT()
                binding.name, binding.tensorIndex = name, tensor
                bindings.append(binding)
        self.graph.inputs, self.graph.outputs = list(inputs.values()), list(outputs.values())
        self.model.signatureDefs = [signature]

    def bytes(self, metadata: bytes) -> bytes:
        """The model file with a metadata buffer in it."""
        buffer = schema.BufferT()
        buffer.data = np.frombuffer(metadata, np.uint8)
        self.model.buffers.append(buffer)
        entry = schema.MetadataT()
        entry.name, entry.buffer = "TFLITE_METADATA", len(self.model.buffers) - 1
        self.model.metadata = [entry]
        builder = flatbuffers.Builder(1 << 23)
        builder.Finish(self.model.Pack(builder), b"TFL3")
        return bytes(builder.Output())
