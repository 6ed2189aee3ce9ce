"""Write .tflite graphs op by op, and quantize them with true ranges.

`Graph` emits a float32 graph in NHWC with batch norm folded and activations
fused, so that no stray TRANSPOSE or PAD is left and XNNPACK takes the whole
graph. `quantize` turns such a file into int8 with ranges measured on real
pictures: plain minima and maxima (a moving average clips confident outputs),
weights per output channel and inside the file, uint8 pixels in, float32 out.
Needs numpy, flatbuffers and ai-edge-litert (for the schema only).
"""

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema

ACTIVATION = {None: schema.ActivationFunctionType.NONE, "relu6": schema.ActivationFunctionType.RELU6}
TYPE = {np.dtype("float32"): schema.TensorType.FLOAT32, np.dtype("int32"): schema.TensorType.INT32,
        np.dtype("int8"): schema.TensorType.INT8, np.dtype("uint8"): schema.TensorType.UINT8}


class Graph:
    def __init__(self, description):
        self.model = schema.ModelT()
        self.model.version, self.model.description = 3, description
        self.model.buffers, self.model.operatorCodes, self.model.metadata = [schema.BufferT()], [], []
        self.subgraph = schema.SubGraphT()
        self.subgraph.name = "main"
        self.subgraph.tensors, self.subgraph.operators = [], []
        self.subgraph.inputs, self.subgraph.outputs = [], []
        self.model.subgraphs = [self.subgraph]
        self.codes, self.names = {}, set()

    # tensors
    def tensor(self, name, shape, kind=schema.TensorType.FLOAT32, buffer=0, quantization=None):
        base, count = name, 1
        while name in self.names:
            name, count = f"{base}_{count}", count + 1
        self.names.add(name)
        t = schema.TensorT()
        t.name, t.shape, t.type, t.buffer = name, [int(v) for v in shape], kind, buffer
        t.quantization = quantization
        self.subgraph.tensors.append(t)
        return len(self.subgraph.tensors) - 1

    def constant(self, name, array, quantization=None):
        array = np.ascontiguousarray(array)
        buffer = schema.BufferT()
        buffer.data = np.frombuffer(array.tobytes(), np.uint8)
        self.model.buffers.append(buffer)
        return self.tensor(name, array.shape, TYPE[array.dtype], len(self.model.buffers) - 1, quantization)

    def shape(self, index):
        return list(self.subgraph.tensors[index].shape)

    def input(self, name, shape, kind=schema.TensorType.FLOAT32, quantization=None):
        index = self.tensor(name, shape, kind, quantization=quantization)
        self.subgraph.inputs.append(index)
        return index

    def finish(self, inputs, outputs):
        """Declare outputs (name -> tensor) and the signature; return the file's bytes."""
        self.subgraph.outputs = list(outputs.values())
        signature = schema.SignatureDefT()
        signature.signatureKey, signature.subgraphIndex = "serving_default", 0
        for field, names in (("inputs", inputs), ("outputs", outputs)):
            maps = []
            for name, index in names.items():
                entry = schema.TensorMapT()
                entry.name, entry.tensorIndex = name, index
                maps.append(entry)
            setattr(signature, field, maps)
        self.model.signatureDefs = [signature]
        builder = flatbuffers.Builder(1 << 20)
        builder.Finish(self.model.Pack(builder), b"TFL3")
        return bytes(builder.Output())

    # operators
    def operator(self, code, inputs, outputs, options=None, options_type=None, version=1):
        number = getattr(schema.BuiltinOperator, code)
        if number not in self.codes:
            entry = schema.OperatorCodeT()
            entry.builtinCode, entry.deprecatedBuiltinCode, entry.version = number, min(number, 127), version
            self.model.operatorCodes.append(entry)
            self.codes[number] = len(self.model.operatorCodes) - 1
        entry = self.model.operatorCodes[self.codes[number]]
        entry.version = max(entry.version, version)
        op = schema.OperatorT()
        op.opcodeIndex = self.codes[number]
        op.inputs, op.outputs = [int(v) for v in inputs], [int(v) for v in outputs]
        if options is not None:
            op.builtinOptions, op.builtinOptionsType = options, getattr(schema.BuiltinOptions, options_type)
        self.subgraph.operators.append(op)

    def conv(self, x, weight, bias, stride=1, activation=None, name="conv", depthwise=False):
        """`weight` as torch has it: [out, in, kh, kw], depthwise [channels, 1, kh, kw]. SAME padding."""
        n, height, width, _ = self.shape(x)
        out = self.tensor(name, [n, -(-height // stride), -(-width // stride), weight.shape[0]])
        if depthwise:
            weight = weight[:, 0].transpose(1, 2, 0)[None]
            options, kind = schema.DepthwiseConv2DOptionsT(), "DepthwiseConv2DOptions"
            options.depthMultiplier, code = 1, "DEPTHWISE_CONV_2D"
        else:
            weight = weight.transpose(0, 2, 3, 1)
            options, kind, code = schema.Conv2DOptionsT(), "Conv2DOptions", "CONV_2D"
        options.padding = schema.Padding.SAME
        options.strideW = options.strideH = stride
        options.dilationWFactor = options.dilationHFactor = 1
        options.fusedActivationFunction = ACTIVATION[activation]
        constants = [self.constant(name + "/weight", weight.astype(np.float32)),
                     self.constant(name + "/bias", bias.astype(np.float32))]
        self.operator(code, [x] + constants, [out], options, kind)
        return out

    def add(self, a, b, name="add"):
        out = self.tensor(name, self.shape(a))
        options = schema.AddOptionsT()
        options.potScaleInt16 = True
        self.operator("ADD", [a, b], [out], options, "AddOptions")
        return out

    def multiply(self, a, b, name="multiply"):
        out = self.tensor(name, self.shape(a))
        self.operator("MUL", [a, b], [out], schema.MulOptionsT(), "MulOptions")
        return out

    def double(self, x, name="double"):
        """Nearest-neighbour upsampling by two."""
        n, height, width, channels = self.shape(x)
        out = self.tensor(name, [n, 2 * height, 2 * width, channels])
        size = self.constant(name + "/size", np.array([2 * height, 2 * width], np.int32))
        self.operator("RESIZE_NEAREST_NEIGHBOR", [x, size], [out],
                      schema.ResizeNearestNeighborOptionsT(), "ResizeNearestNeighborOptions")
        return out

    def reshape(self, x, shape, name="reshape"):
        out = self.tensor(name, shape)
        options = schema.ReshapeOptionsT()
        options.newShape = list(shape)
        self.operator("RESHAPE", [x, self.constant(name + "/shape", np.array(shape, np.int32))], [out],
                      options, "ReshapeOptions")
        return out

    def concat(self, xs, axis, name="concat"):
        shape = self.shape(xs[0])
        shape[axis] = sum(self.shape(x)[axis] for x in xs)
        out = self.tensor(name, shape)
        options = schema.ConcatenationOptionsT()
        options.axis = axis
        self.operator("CONCATENATION", xs, [out], options, "ConcatenationOptions")
        return out

    def mean(self, x, name="mean"):
        """Average over height and width."""
        n, _, _, channels = self.shape(x)
        out = self.tensor(name, [n, channels])
        options = schema.ReducerOptionsT()
        options.keepDims = False
        self.operator("MEAN", [x, self.constant(name + "/axes", np.array([1, 2], np.int32))], [out],
                      options, "ReducerOptions")
        return out

    def dense(self, x, weight, bias, name="dense"):
        out = self.tensor(name, [self.shape(x)[0], weight.shape[0]])
        constants = [self.constant(name + "/weight", weight.astype(np.float32)),
                     self.constant(name + "/bias", bias.astype(np.float32))]
        self.operator("FULLY_CONNECTED", [x] + constants, [out], schema.FullyConnectedOptionsT(),
                      "FullyConnectedOptions")
        return out

    def logistic(self, x, name="logistic"):
        out = self.tensor(name, self.shape(x))
        self.operator("LOGISTIC", [x], [out])
        return out

    def softmax(self, x, name="softmax"):
        out = self.tensor(name, self.shape(x))
        options = schema.SoftmaxOptionsT()
        options.beta = 1.0
        self.operator("SOFTMAX", [x], [out], options, "SoftmaxOptions")
        return out


def fold(weight, gamma, beta, mean, variance, epsilon):
    """A convolution's weight and bias with the batch norm after it folded in."""
    scale = gamma.astype(np.float64) / np.sqrt(variance.astype(np.float64) + epsilon)
    return ((weight.astype(np.float64) * scale[:, None, None, None]).astype(np.float32),
            (beta - mean * scale).astype(np.float32))


# --- quantization -----------------------------------------------------------

def measure_ranges(path, inputs, progress=lambda x: x, clip=lambda name: False):
    """Range of every activation, over float inputs [1, h, w, 3]: from the smallest to the largest value.

    Where `clip(name)` says so, the range is the one with the least squared error of rounding
    and clipping together; a few extreme values then do not coarsen all others.
    """
    from ai_edge_litert.interpreter import Interpreter, OpResolverType
    interpreter = Interpreter(model_path=str(path), experimental_preserve_all_tensors=True, num_threads=1,
                              experimental_op_resolver_type=OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES)
    interpreter.allocate_tensors()
    first = interpreter.get_input_details()[0]["index"]
    activations = [d for d in interpreter.get_tensor_details() if d["dtype"] == np.float32 and d["name"]
                   and not d["name"].endswith(("/weight", "/bias"))]

    def values(details):
        for x in progress(inputs):
            interpreter.set_tensor(first, x)
            interpreter.invoke()
            for d in details:
                try:
                    yield d["name"], interpreter.get_tensor(d["index"])
                except ValueError:
                    continue  # a scratch tensor of the interpreter

    low, high = {}, {}
    for name, value in values(activations):
        low[name] = min(low.get(name, 0.0), float(value.min()))
        high[name] = max(high.get(name, 0.0), float(value.max()))
    counts = {}
    chosen = [d for d in activations if d["name"] in low and clip(d["name"])]
    if chosen:
        for name, value in values(chosen):
            found = np.histogram(value, 2048, (low[name], high[name] + 1e-6))[0]
            counts[name] = counts.get(name, 0) + found
    ranges = {name: (low[name], high[name]) for name in low}
    for name, count in counts.items():
        ranges[name] = least_error(count, low[name], high[name])
    return ranges


def least_error(count, low, high, steps=np.linspace(0.3, 1, 29)):
    """The part of [low, high] that 8 bits represent with the least squared error, given a histogram."""
    at = low + (np.arange(len(count)) + 0.5) * (high - low) / len(count)
    best = None
    for a in (steps if low < 0 else [1.0]):
        for b in steps:
            x, y = low * a, high * b
            outside = np.maximum(x - at, 0) + np.maximum(at - y, 0)
            error = (count * (outside ** 2 + ((y - x) / 255) ** 2 / 12)).sum()
            if best is None or error < best[0]:
                best = (error, x, y)
    return best[1], best[2]


def _parameters(scale, zero, axis=0):
    q = schema.QuantizationParametersT()
    q.scale = [float(v) for v in np.atleast_1d(scale)]
    q.zeroPoint = [int(v) for v in np.atleast_1d(zero)]
    q.quantizedDimension = axis
    return q


SAME_SCALE = {"RESIZE_NEAREST_NEIGHBOR", "RESHAPE"}
NAMES = {v: k for k, v in vars(schema.BuiltinOperator).items() if isinstance(v, int)}


def quantize(data, ranges, description=None):
    """Float .tflite bytes + ranges -> int8 .tflite bytes (uint8 in, float32 out).

    The picture's range is fixed to [-127/128, 1], so that scale and zero point
    are 1/128 and 127 and pixels go in unchanged. CONCATENATION, LOGISTIC, MUL
    and SOFTMAX stay in float behind a DEQUANTIZE: they are tiny at a graph's end.
    """
    source = schema.ModelT.InitFromObj(schema.Model.GetRootAs(data, 0))
    old = source.subgraphs[0]
    text = lambda s: s if isinstance(s, str) else s.decode()
    graph = Graph(description or text(source.description))
    constants = {}
    for i, t in enumerate(old.tensors):
        raw = source.buffers[t.buffer].data
        if raw is not None and len(raw):
            kind = np.float32 if t.type == schema.TensorType.FLOAT32 else np.int32
            constants[i] = np.frombuffer(np.asarray(raw, np.uint8).tobytes(), kind).reshape(t.shape)

    def span(index):
        low, high = ranges[text(old.tensors[index].name)]
        low, high = min(low, 0.0), max(high, 0.0)
        scale = max((high - low) / 255, 1e-8)
        return scale, int(np.clip(round(-128 - low / scale), -128, 127))

    pixels = old.inputs[0]
    shape = old.tensors[pixels].shape
    entry = graph.input(text(old.tensors[pixels].name), shape, schema.TensorType.UINT8, _parameters(1 / 128, 127))
    new = {pixels: graph.tensor("pixels_int8", shape, schema.TensorType.INT8, quantization=_parameters(1 / 128, -1))}
    scales = {pixels: (1 / 128, -1)}
    graph.operator("QUANTIZE", [entry], [new[pixels]], version=2)
    floats = {}

    def as_float(index):
        if index not in floats:
            t = old.tensors[index]
            floats[index] = graph.tensor(text(t.name) + "_float", t.shape)
            graph.operator("DEQUANTIZE", [new[index]], [floats[index]], version=2)
        return floats[index]

    versions = {"CONV_2D": 3, "DEPTHWISE_CONV_2D": 3, "ADD": 2, "RESIZE_NEAREST_NEIGHBOR": 2, "MEAN": 2,
                "FULLY_CONNECTED": 4, "RESHAPE": 1}
    for op in old.operators:
        code = source.operatorCodes[op.opcodeIndex]
        code = NAMES[max(code.builtinCode, code.deprecatedBuiltinCode)]
        out = op.outputs[0]
        name, shape = text(old.tensors[out].name), old.tensors[out].shape
        options = dict(options=op.builtinOptions)
        in_float = code in ("CONCATENATION", "LOGISTIC", "MUL", "SOFTMAX")
        kind = next((k for k, v in vars(schema.BuiltinOptions).items() if v == op.builtinOptionsType), "NONE")
        if in_float or op.inputs[0] not in new:
            floats[out] = graph.tensor(name, shape)
            inputs = [graph.constant(text(old.tensors[i].name), constants[i]) if i in constants else as_float(i)
                      for i in op.inputs]
            graph.operator(code, inputs, [floats[out]], options["options"], kind)
            continue
        scales[out] = scales[op.inputs[0]] if code in SAME_SCALE else span(out)
        new[out] = graph.tensor(name, shape, schema.TensorType.INT8, quantization=_parameters(*scales[out]))
        inputs = []
        for position, i in enumerate(op.inputs):
            if i not in constants:
                inputs.append(new[i])
            elif code in ("CONV_2D", "DEPTHWISE_CONV_2D", "FULLY_CONNECTED"):
                if position == 1:
                    axis = 3 if code == "DEPTHWISE_CONV_2D" else 0
                    w = constants[i]
                    others = tuple(d for d in range(w.ndim) if d != axis)
                    if code == "FULLY_CONNECTED":
                        scale = np.full(w.shape[0], float(np.abs(w).max()) / 127)
                    else:
                        scale = np.abs(w).max(axis=others).astype(np.float64) / 127
                        if len(op.inputs) > 2:  # a dead channel's bias must still fit 32 bits
                            bias = np.abs(constants[op.inputs[2]].astype(np.float64))
                            scale = np.maximum(scale, bias / scales[op.inputs[0]][0] / 2**30)
                        scale = np.maximum(scale, 1e-12)
                    broad = scale.reshape([-1 if d == axis else 1 for d in range(w.ndim)])
                    stored = np.clip(np.round(w / broad), -127, 127).astype(np.int8)
                    parameters = _parameters(scale[:1], 0) if code == "FULLY_CONNECTED" else \
                        _parameters(scale, np.zeros(len(scale)), axis)
                    inputs.append(graph.constant(text(old.tensors[i].name), stored, parameters))
                    weight_scale = scale
                else:
                    scale = scales[op.inputs[0]][0] * weight_scale
                    stored = np.round(constants[i].astype(np.float64) / scale).astype(np.int32)
                    parameters = _parameters(scale[:1], 0) if code == "FULLY_CONNECTED" else \
                        _parameters(scale, np.zeros(len(scale)))
                    inputs.append(graph.constant(text(old.tensors[i].name), stored, parameters))
            else:
                inputs.append(graph.constant(text(old.tensors[i].name), constants[i]))
        graph.operator(code, inputs, [new[out]], options["options"], kind if kind != "NONE" else None,
                       version=versions.get(code, 1))
    signature = source.signatureDefs[0]
    outputs = {text(m.name): as_float(m.tensorIndex) for m in signature.outputs}
    return graph.finish({text(signature.inputs[0].name): entry}, outputs)
