"""EfficientNet-Lite0: its layers from the PyTorch weights, in float and as an int8 graph."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F

from tflite.writer import GraphWriter, Quantization

SIZE = 224
CLASS_COUNT = 1000
# Pixels become (x - 127) / 128.
MEAN, STD = 127.0, 128.0

# repeats, kernel, stride, expansion, output channels
BLOCKS = [
    (1, 3, 1, 1, 16), (2, 3, 2, 6, 24), (2, 5, 2, 6, 40), (3, 3, 2, 6, 80),
    (3, 5, 1, 6, 112), (4, 5, 2, 6, 192), (1, 3, 1, 6, 320),
]
BATCH_NORM_EPSILON = 1e-3


@dataclass
class Conv:
    """A convolution with its batch normalisation folded in; weights are O×I×H×W."""

    name: str
    weights: torch.Tensor
    bias: torch.Tensor
    stride: int
    depthwise: bool
    fused: str | None


class Network:
    """The layers, walked by `run` (float) and by `write` (int8) in the same order."""

    def __init__(self, state: dict[str, torch.Tensor]):
        self.state = state
        self.stem = self._conv("stem", "_conv_stem", "_bn0", stride=2)
        self.blocks: list[tuple[list[Conv], bool]] = []
        index = 0
        for repeats, _, stride, expansion, _ in BLOCKS:
            for repeat in range(repeats):
                prefix, name = f"_blocks.{index}.", f"block{index}"
                convs = []
                if expansion != 1:
                    convs.append(self._conv(
                        f"{name}/expand", prefix + "_expand_conv", prefix + "_bn0"))
                convs.append(self._conv(
                    f"{name}/depthwise", prefix + "_depthwise_conv", prefix + "_bn1",
                    stride=stride if repeat == 0 else 1, depthwise=True))
                convs.append(self._conv(
                    f"{name}/project", prefix + "_project_conv", prefix + "_bn2", fused=None))
                self.blocks.append((convs, repeat > 0))
                index += 1
        self.head = self._conv("head", "_conv_head", "_bn1")
        self.weights, self.bias = state["_fc.weight"], state["_fc.bias"]

    def _conv(self, name, conv, norm, stride=1, depthwise=False, fused="relu6") -> Conv:
        def value(key):
            return self.state[key].double()

        factor = value(norm + ".weight") / torch.sqrt(
            value(norm + ".running_var") + BATCH_NORM_EPSILON)
        weights = value(conv + ".weight") * factor[:, None, None, None]
        bias = value(norm + ".bias") - value(norm + ".running_mean") * factor
        return Conv(name, weights.float(), bias.float(), stride, depthwise, fused)

    def run(
        self, images: torch.Tensor, observe: Callable[[str, torch.Tensor], None] | None = None,
    ) -> torch.Tensor:
        """The logits of normalised N×3×224×224 images; `observe` sees every activation."""
        def seen(name, x):
            if observe:
                observe(name, x)
            return x

        def conv(x, layer: Conv):
            x = _padded_conv(x, layer.weights, layer)
            return seen(layer.name, x.clamp(0, 6) if layer.fused else x)

        x = conv(images, self.stem)
        for convs, is_residual in self.blocks:
            start = x
            for layer in convs:
                x = conv(x, layer)
            if is_residual:
                x = seen(convs[-1].name.replace("project", "add"), start + x)
        x = seen("pool", conv(x, self.head).mean(dim=(2, 3)))
        return seen("logits", F.linear(x, self.weights, self.bias))

    def correct_biases(self, ranges: dict[str, tuple[float, float]], images: torch.Tensor):
        """Moves the biases so that quantisation leaves the mean of every channel where it was.

        Walks the float and the quantised network side by side over some normalised images.
        """
        def rounded(x, quantization: Quantization):
            steps = torch.round(x / quantization.scale) + quantization.zero_point
            return (steps.clamp(-128, 127) - quantization.zero_point) * quantization.scale

        def activation(x, name):
            return rounded(x, Quantization.covering(*ranges[name]))

        def weights(x):
            scale = x.abs().amax(dim=tuple(range(1, x.ndim)), keepdim=True).clamp(min=1e-12) / 127
            return torch.round(x / scale) * scale

        def conv(exact, quantized, layer: Conv):
            exact = _padded_conv(exact, layer.weights, layer)
            quantized = _padded_conv(quantized, weights(layer.weights), layer)
            shift = (exact - quantized).mean(dim=(0, 2, 3))
            quantized = quantized + shift[:, None, None]
            layer.bias = layer.bias + shift
            if layer.fused:
                exact, quantized = exact.clamp(0, 6), quantized.clamp(0, 6)
            return exact, activation(quantized, layer.name)

        pair = conv(images, rounded(images, Quantization(1 / STD, int(MEAN) - 128)), self.stem)
        for convs, is_residual in self.blocks:
            start = pair
            for layer in convs:
                pair = conv(*pair, layer)
            if is_residual:
                name = convs[-1].name.replace("project", "add")
                pair = (start[0] + pair[0], activation(start[1] + pair[1], name))
        exact, quantized = (x.mean(dim=(2, 3)) for x in conv(*pair, self.head))
        shift = F.linear(exact, self.weights) - F.linear(
            activation(quantized, "pool"), weights(self.weights))
        self.bias = self.bias + shift.mean(dim=0)

    def write(
        self, ranges: dict[str, tuple[float, float]], description: str, metadata: bytes,
    ) -> bytes:
        """An int8 model with uint8 pixels as input and float32 probabilities as output."""
        writer = GraphWriter("efficientnet_lite0", description)
        # With this step a pixel's byte, less 128, is the int8 that the first layer reads.
        pixels = Quantization(1 / STD, int(MEAN))
        image = writer.activation("image", [1, SIZE, SIZE, 3], pixels, kind="UINT8")
        x = writer.quantize(
            image, "image/int8", Quantization(pixels.scale, pixels.zero_point - 128))

        def covering(name):
            return Quantization.covering(*ranges[name])

        def conv(x, layer: Conv):
            order = (1, 2, 3, 0) if layer.depthwise else (0, 2, 3, 1)
            return writer.conv(
                x, layer.name, layer.weights.numpy().transpose(order), layer.bias.numpy(),
                covering(layer.name), layer.stride, layer.fused, layer.depthwise)

        x = conv(x, self.stem)
        for convs, is_residual in self.blocks:
            start = x
            for layer in convs:
                x = conv(x, layer)
            if is_residual:
                name = convs[-1].name.replace("project", "add")
                x = writer.add(start, x, name, covering(name))
        x = writer.mean(conv(x, self.head), "pool", covering("pool"))
        x = writer.fully_connected(
            x, "logits/int8", self.weights.numpy(), self.bias.numpy(), covering("logits"))
        scores = writer.softmax(writer.dequantize(x, "logits"), "probability")
        writer.signature({"image": image}, {"probability": scores})
        return writer.bytes(metadata)


def _padded_conv(x: torch.Tensor, weights: torch.Tensor, layer: Conv) -> torch.Tensor:
    """A convolution with TensorFlow's "SAME" padding: odd excess goes to the bottom and right."""
    kernel = weights.shape[-1]
    total = max((math.ceil(x.shape[-1] / layer.stride) - 1) * layer.stride + kernel
                - x.shape[-1], 0)
    x = F.pad(x, [total // 2, total - total // 2] * 2)
    groups = x.shape[1] if layer.depthwise else 1
    return F.conv2d(x, weights, layer.bias, layer.stride, groups=groups)


def normalized(pixels: np.ndarray) -> torch.Tensor:
    """N×224×224×3 bytes as N×3×224×224 numbers."""
    values = (pixels.astype(np.float32) - MEAN) / STD
    return torch.from_numpy(np.ascontiguousarray(values.transpose(0, 3, 1, 2)))
