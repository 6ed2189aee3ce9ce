"""Write .tflite graphs op by op, and quantize them with ranges of real pictures.

`Graph` emits a float32 graph in NHWC with batch norm folded, of operators that
XNNPACK takes. `quantize` turns such a file into int8: ranges that
`measure_ranges` found, weights per output channel and inside the file, uint8
pixels in, float32 out. Needs numpy, flatbuffers and ai-edge-litert.
"""

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema

SLOPE = 0.1  # of leaky ReLUs below zero
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

    def conv(self, x, weight, bias, stride=1, name="conv", depthwise=False, same=True):
        """`weight` as torch has it: [out, in, kh, kw], depthwise [channels, 1, kh, kw]. Padding SAME or VALID."""
        n, height, width, _ = self.shape(x)
        lost = 0 if same else weight.shape[2] - 1
        out = self.tensor(name, [n, -(-(height - lost) // stride), -(-(width - lost) // stride), weight.shape[0]])
        if depthwise:
            weight = weight[:, 0].transpose(1, 2, 0)[None]
            options, kind = schema.DepthwiseConv2DOptionsT(), "DepthwiseConv2DOptions"
            options.depthMultiplier, code = 1, "DEPTHWISE_CONV_2D"
        else:
            weight = weight.transpose(0, 2, 3, 1)
            options, kind, code = schema.Conv2DOptionsT(), "Conv2DOptions", "CONV_2D"
        options.padding = schema.Padding.SAME if same else schema.Padding.VALID
        options.strideW = options.strideH = stride
        options.dilationWFactor = options.dilationHFactor = 1
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
        """Bilinear upsampling by two, pixels taken at their centres."""
        n, height, width, channels = self.shape(x)
        out = self.tensor(name, [n, 2 * height, 2 * width, channels])
        size = self.constant(name + "/size", np.array([2 * height, 2 * width], np.int32))
        options = schema.ResizeBilinearOptionsT()
        options.halfPixelCenters = True
        self.operator("RESIZE_BILINEAR", [x, size], [out], options, "ResizeBilinearOptions", version=3)
        return out

    def pad(self, x, margin, name="pad"):
        """Zeros around height and width."""
        n, height, width, channels = self.shape(x)
        out = self.tensor(name, [n, height + 2 * margin, width + 2 * margin, channels])
        margins = np.array([[0, 0], [margin, margin], [margin, margin], [0, 0]], np.int32)
        self.operator("PAD", [x, self.constant(name + "/margins", margins)], [out], schema.PadOptionsT(), "PadOptions")
        return out

    def max_pool(self, x, size, strides, name="max_pool"):
        """The largest value of each window that lies inside; sizes and strides are (height, width)."""
        n, height, width, channels = self.shape(x)
        counts = [(room - own) // step + 1 for room, own, step in zip((height, width), size, strides)]
        out = self.tensor(name, [n, *counts, channels])
        options = schema.Pool2DOptionsT()
        options.padding = schema.Padding.VALID
        options.strideH, options.strideW, options.filterHeight, options.filterWidth = *strides, *size
        self.operator("MAX_POOL_2D", [x], [out], options, "Pool2DOptions")
        return out

    def leaky_relu(self, x, name="leaky"):
        out = self.tensor(name, self.shape(x))
        options = schema.LeakyReluOptionsT()
        options.alpha = SLOPE
        self.operator("LEAKY_RELU", [x], [out], options, "LeakyReluOptions")
        return out

    def halves(self, x, name="halves"):
        """The first and the second half of the channels."""
        *shape, channels = self.shape(x)
        outs = [self.tensor(f"{name}/{part}", [*shape, channels // 2]) for part in (0, 1)]
        options = schema.SplitOptionsT()
        options.numSplits = 2
        self.operator("SPLIT", [self.constant(name + "/axis", np.array(3, np.int32)), x], outs, options, "SplitOptions")
        return outs

    def interleave(self, a, b, name="interleave"):
        """Channels of both by turns: a0, b0, a1, b1, ..."""
        n, height, width, channels = self.shape(a)
        x = self.concat([a, b], 3, name + "/concat")
        x = self.reshape(x, [n, height, width, 2, channels], name + "/split")
        turned = self.tensor(name + "/turned", [n, height, width, channels, 2])
        order = self.constant(name + "/order", np.array([0, 1, 2, 4, 3], np.int32))
        self.operator("TRANSPOSE", [x, order], [turned], schema.TransposeOptionsT(), "TransposeOptions")
        return self.reshape(turned, [n, height, width, 2 * channels], name)

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

    def dense(self, x, weight, bias, name="dense"):
        """Over the last axis; all others stay."""
        out = self.tensor(name, [*self.shape(x)[:-1], weight.shape[0]])
        constants = [self.constant(name + "/weight", weight.astype(np.float32)),
                     self.constant(name + "/bias", bias.astype(np.float32))]
        options = schema.FullyConnectedOptionsT()
        options.keepNumDims = True
        self.operator("FULLY_CONNECTED", [x] + constants, [out], options, "FullyConnectedOptions", version=5)
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


# --- quantization -----------------------------------------------------------

def measure_ranges(path, inputs, progress=lambda x: x):
    """Range of every activation, over float inputs [1, h, w, 3].

    It is the one with the least squared error of rounding and clipping together: a few extreme
    values then do not coarsen all others.
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
    counts, ranges = {}, {}
    for name, value in values([d for d in activations if d["name"] in low]):
        found = np.histogram(value, 2048, (low[name], high[name] + 1e-6))[0]
        counts[name] = counts.get(name, 0) + found
    for name, count in counts.items():
        slope = SLOPE if name + "/leaky" in low else 1
        ranges[name] = least_error(count, low[name], high[name], slope)
    return ranges


def least_error(count, low, high, slope=1.0, steps=np.linspace(0, 1, 41)[1:]):
    """The part of [low, high] that 8 bits represent with the least squared error, given a histogram.

    Errors below zero count only as much as a leaky ReLU of that slope lets through.
    """
    at = low + (np.arange(len(count)) + 0.5) * (high - low) / len(count)
    weight = count * np.where(at < 0, slope**2, 1)
    best = None
    for a in (steps if low < 0 else [1.0]):
        for b in steps:
            x, y = low * a, high * b
            outside = np.maximum(x - at, 0) + np.maximum(at - y, 0)
            error = (weight * (outside ** 2 + ((y - x) / 255) ** 2 / 12)).sum()
            if best is None or error < best[0]:
                best = (error, x, y)
    return best[1], best[2]


def _parameters(scale, zero, axis=0):
    q = schema.QuantizationParametersT()
    q.scale = [float(v) for v in np.atleast_1d(scale)]
    q.zeroPoint = [int(v) for v in np.atleast_1d(zero)]
    q.quantizedDimension = axis
    return q


# These only move values about, so what goes in and comes out has one scale.
SAME_SCALE = {"RESIZE_BILINEAR", "RESHAPE", "TRANSPOSE", "PAD", "SPLIT", "MAX_POOL_2D", "CONCATENATION"}
IN_FLOAT = {"LOGISTIC", "MUL", "SOFTMAX"}
NAMES = {v: k for k, v in vars(schema.BuiltinOperator).items() if isinstance(v, int)}
VERSIONS = {"CONV_2D": 3, "DEPTHWISE_CONV_2D": 3, "ADD": 2, "RESIZE_BILINEAR": 3, "FULLY_CONNECTED": 4, "PAD": 2,
            "MAX_POOL_2D": 2, "LEAKY_RELU": 2, "SPLIT": 2, "TRANSPOSE": 2, "CONCATENATION": 2}


def _shared_ranges(operators, floats, ranges, fixed):
    """tensor -> range, one for all tensors that `operators` (code, inputs, outputs) tie together."""
    ranges, parent = dict(ranges), {}
    for code, inputs, outputs in operators:
        if code == "MAX_POOL_2D" and sum(inputs[0] in others for _, others, _ in operators) == 1:
            ranges[inputs[0]] = (ranges[outputs[0]][0], ranges[inputs[0]][1])  # what no maximum shows needs no code

    def root(t):
        while parent.get(t, t) != t:
            t = parent[t]
        return t

    for code, inputs, outputs in operators:
        if code in SAME_SCALE and outputs[0] not in floats:
            tied = [t for t in (*inputs, *outputs) if t in ranges]
            for other in tied[1:]:
                parent[root(other)] = root(tied[0])
    groups = {}
    for t in ranges:
        groups.setdefault(root(t), []).append(t)
    out = {}
    for members in groups.values():
        known = [fixed[t] for t in members if t in fixed]
        span = known[0] if known else (min(0.0, *(ranges[t][0] for t in members)),
                                       max(0.0, *(ranges[t][1] for t in members)))
        out.update((t, span) for t in members)
    return out


def quantize(data, ranges, description=None, kept=()):
    """Float .tflite bytes + ranges -> int8 .tflite bytes (uint8 in, float32 out).

    What writes a tensor whose name begins with one of `kept` stays in float.

    The picture's range is fixed to [-127/128, 1], so that scale and zero point
    are 1/128 and 127 and pixels go in unchanged. LOGISTIC, MUL and SOFTMAX, what
    follows them, and a CONCATENATION that only they or nobody uses stay in float
    behind a DEQUANTIZE: they are tiny at a graph's end.
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
    codes = [source.operatorCodes[op.opcodeIndex] for op in old.operators]
    codes = [NAMES[max(code.builtinCode, code.deprecatedBuiltinCode)] for code in codes]
    operators = [(code, [int(i) for i in op.inputs], [int(o) for o in op.outputs])
                 for code, op in zip(codes, old.operators)]
    in_float = set()
    for code, inputs, outputs in operators:
        users = {c for c, i, _ in operators if outputs[0] in i}
        if code in IN_FLOAT or in_float & set(inputs) or (code == "CONCATENATION" and users <= IN_FLOAT):
            in_float.update(outputs)
    in_float.update(out for _, _, outputs in operators for out in outputs
                    if text(old.tensors[out].name).startswith(tuple(kept)))
    by_tensor = {i: ranges[text(t.name)] for i, t in enumerate(old.tensors)
                 if i not in constants and text(t.name) in ranges}
    shared = _shared_ranges(operators, in_float, by_tensor, {int(old.inputs[0]): (-127 / 128, 1.0)})

    def span(index):
        low, high = shared[index]
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

    def as_int8(index):
        if index not in new:
            t, scales[index] = old.tensors[index], span(index)
            new[index] = graph.tensor(text(t.name) + "_int8", t.shape, schema.TensorType.INT8,
                                      quantization=_parameters(*scales[index]))
            graph.operator("QUANTIZE", [floats[index]], [new[index]], version=1)
        return new[index]

    for (code, ins, outs), op in zip(operators, old.operators):
        options = op.builtinOptions
        kind = next((k for k, v in vars(schema.BuiltinOptions).items() if v == op.builtinOptionsType), "NONE")
        named = lambda t: (text(old.tensors[t].name), old.tensors[t].shape)
        if outs[0] in in_float:
            inputs = [graph.constant(named(i)[0], constants[i]) if i in constants else as_float(i) for i in ins]
            floats.update((out, graph.tensor(*named(out))) for out in outs)
            version = 5 if code == "FULLY_CONNECTED" else 1
            graph.operator(code, inputs, [floats[out] for out in outs], options, kind, version=version)
            continue
        for out in outs:
            scales[out] = span(out)
            new[out] = graph.tensor(*named(out), schema.TensorType.INT8, quantization=_parameters(*scales[out]))
        inputs = []
        for position, i in enumerate(ins):
            if i not in constants:
                inputs.append(as_int8(i))
            elif code in ("CONV_2D", "DEPTHWISE_CONV_2D", "FULLY_CONNECTED"):
                if position == 1:
                    axis = 3 if code == "DEPTHWISE_CONV_2D" else 0
                    w = constants[i]
                    others = tuple(d for d in range(w.ndim) if d != axis)
                    if code == "FULLY_CONNECTED":
                        scale = np.full(w.shape[0], float(np.abs(w).max()) / 127)
                    else:
                        scale = np.abs(w).max(axis=others).astype(np.float64) / 127
                        if len(ins) > 2:  # a dead channel's bias must still fit 32 bits
                            bias = np.abs(constants[ins[2]].astype(np.float64))
                            scale = np.maximum(scale, bias / scales[ins[0]][0] / 2**30)
                        scale = np.maximum(scale, 1e-12)
                    broad = scale.reshape([-1 if d == axis else 1 for d in range(w.ndim)])
                    stored = np.clip(np.round(w / broad), -127, 127).astype(np.int8)
                    parameters = _parameters(scale[:1], 0) if code == "FULLY_CONNECTED" else \
                        _parameters(scale, np.zeros(len(scale)), axis)
                    inputs.append(graph.constant(text(old.tensors[i].name), stored, parameters))
                    weight_scale = scale
                else:
                    scale = scales[ins[0]][0] * weight_scale
                    stored = np.round(constants[i].astype(np.float64) / scale).astype(np.int32)
                    parameters = _parameters(scale[:1], 0) if code == "FULLY_CONNECTED" else \
                        _parameters(scale, np.zeros(len(scale)))
                    inputs.append(graph.constant(text(old.tensors[i].name), stored, parameters))
            else:
                inputs.append(graph.constant(text(old.tensors[i].name), constants[i]))
        graph.operator(code, inputs, [new[out] for out in outs], options, kind, version=VERSIONS.get(code, 1))
    signature = source.signatureDefs[0]
    outputs = {text(m.name): as_float(m.tensorIndex) for m in signature.outputs}
    return graph.finish({text(signature.inputs[0].name): entry}, outputs)
