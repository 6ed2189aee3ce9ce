"""The localizer's network, defined once for training (torch) and for export (tflite).

* `Backbone`: ShuffleNetV2 1.0x, tapped at strides 8, 16 and 32.
* `Pyramid`: Ghost-PAN, 96 channels at strides 8, 16, 32 and 64.
* `Head`: for each cell 80 kinds of object, the surest of which counts, and four side distances,
  each the mean of a distribution over 0 to 7 strides.
* `Localizer`: all three.

This is NanoDet-Plus-m (RangiLyu/nanodet, Apache-2.0), whose published weights training starts
from; the kinds learn to stand for objects of any kind. Batch norm is folded into the published
weights, so there is none. Every module has `emit(graph, x, name)`, which writes the same
computation into a `tflite_writer.Graph`.
"""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from common import INPUT_SIZE
from tflite_writer import SLOPE

STRIDES = (8, 16, 32, 64)
STAGES = ((4, 116), (8, 232), (4, 464))  # units and channels at strides 8, 16 and 32
CHANNELS = 96
KINDS = 80
BINS = 8  # of a distance: 0 to 7 strides


class Rounding(nn.Module):
    """A module that makes tensors with a scale of their own. Once it knows these of an int8 file
    (rounding.py), it rounds as that does, and gradients pass as if it did not.
    """

    def __init__(self):
        super().__init__()
        self.makes, self.scales = [], None  # tensors' names, set by emit; (scale, zero point) of each

    def rounded(self, x, which=0):
        if self.scales is None:
            return x
        return torch.fake_quantize_per_tensor_affine(x, *self.scales[which], -128, 127)


class Conv(Rounding):
    """Convolution that keeps the size, or halves it; leaky ReLU if asked."""

    def __init__(self, inputs, outputs, kernel=1, stride=1, depthwise=False, leaky=False):
        super().__init__()
        self.kernel, self.stride, self.depthwise, self.leaky = kernel, stride, depthwise, leaky
        self.conv = nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=inputs if depthwise else 1)

    def forward(self, x):
        weight = self.conv.weight
        if self.scales is not None:
            scales = weight.detach().abs().amax((1, 2, 3)) / 127
            weight = torch.fake_quantize_per_channel_affine(weight, scales, torch.zeros_like(scales, dtype=torch.int32),
                                                            0, -127, 127)
        x = self.rounded(F.conv2d(x, weight, self.conv.bias, self.stride, self.kernel // 2, 1, self.conv.groups))
        return self.rounded(F.leaky_relu(x, SLOPE, inplace=True), 1) if self.leaky else x

    def emit(self, graph, x, name):
        """TensorFlow's SAME padding is not torch's when the size is halved, so that is padded by hand."""
        self.makes = [name, name + "/leaky"][:1 + self.leaky]
        if self.stride > 1:
            x = graph.pad(x, self.kernel // 2, name + "/pad")
        weight, bias = self.conv.weight.detach().numpy(), self.conv.bias.detach().numpy()
        x = graph.conv(x, weight, bias, self.stride, name, self.depthwise, same=self.stride == 1)
        return graph.leaky_relu(x, name + "/leaky") if self.leaky else x


class Chain(nn.Sequential):
    def emit(self, graph, x, name):
        for i, layer in enumerate(self):
            x = layer.emit(graph, x, f"{name}{i}")
        return x


class Sum(Rounding):
    def forward(self, a, b):
        return self.rounded(a + b)

    def emit(self, graph, a, b, name):
        self.makes = [name]
        return graph.add(a, b, name)


class Double(Rounding):
    """Bilinear upsampling by two."""

    def forward(self, x):
        return self.rounded(F.interpolate(x, scale_factor=2.0, mode="bilinear"))

    def emit(self, graph, x, name):
        self.makes = [name]
        return graph.double(x, name)


def separable(channels, stride=1):
    return Chain(Conv(channels, channels, 5, stride, depthwise=True, leaky=True), Conv(channels, channels, leaky=True))


class Unit(nn.Module):
    """ShuffleNetV2's unit: one half of the channels passes, then both are interleaved."""

    def __init__(self, inputs, outputs, stride):
        super().__init__()
        half = outputs // 2
        self.left = None
        if stride > 1:
            self.left = Chain(Conv(inputs, inputs, 3, stride, depthwise=True), Conv(inputs, half, leaky=True))
        self.right = Chain(Conv(inputs if stride > 1 else half, half, leaky=True),
                           Conv(half, half, 3, stride, depthwise=True), Conv(half, half, leaky=True))

    def forward(self, x):
        left, right = (self.left(x), x) if self.left is not None else x.chunk(2, 1)
        x = torch.stack([left, self.right(right)], 2)
        return x.flatten(1, 2)

    def emit(self, graph, x, name):
        if self.left is not None:
            left, right = self.left.emit(graph, x, name + "/left"), x
        else:
            left, right = graph.halves(x, name + "/halves")
        return graph.interleave(left, self.right.emit(graph, right, name + "/right"), name + "/interleave")


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = Conv(3, 24, 3, 2, leaky=True)
        stages, inputs = [], 24
        for units, outputs in STAGES:
            stages.append(Chain(Unit(inputs, outputs, 2), *(Unit(outputs, outputs, 1) for _ in range(units - 1))))
            inputs = outputs
        self.stages = nn.ModuleList(stages)

    def forward(self, x):
        x, taps = F.max_pool2d(F.pad(self.stem(x), (1, 1, 1, 1)), 3, 2), []
        for stage in self.stages:
            x = stage(x)
            taps.append(x)
        return taps

    def emit(self, graph, x, name="backbone"):
        x = graph.pad(self.stem.emit(graph, x, name + "/stem"), 1, name + "/pool/pad")
        x, taps = graph.max_pool(x, (3, 3), (2, 2), name + "/pool"), []
        for i, stage in enumerate(self.stages):
            x = stage.emit(graph, x, f"{name}/stage{i}/")
            taps.append(x)
        return taps


class Ghost(nn.Module):
    """Half of the channels from a 1x1 convolution, the other half from these by a cheap 3x3 one."""

    def __init__(self, inputs, outputs, leaky):
        super().__init__()
        self.primary = Conv(inputs, outputs // 2, leaky=leaky)
        self.cheap = Conv(outputs // 2, outputs // 2, 3, depthwise=True, leaky=leaky)

    def forward(self, x):
        x = self.primary(x)
        return torch.cat([x, self.cheap(x)], 1)

    def emit(self, graph, x, name):
        x = self.primary.emit(graph, x, name + "/primary")
        return graph.concat([x, self.cheap.emit(graph, x, name + "/cheap")], 3, name + "/concat")


class Merge(nn.Module):
    """Two levels side by side -> one, by two ghost modules and a short cut."""

    def __init__(self, channels):
        super().__init__()
        self.ghosts = Chain(Ghost(2 * channels, channels, True), Ghost(channels, channels, False))
        self.short = Chain(Conv(2 * channels, 2 * channels, 5, depthwise=True), Conv(2 * channels, channels))
        self.sum = Sum()

    def forward(self, a, b):
        x = torch.cat([a, b], 1)
        return self.sum(self.ghosts(x), self.short(x))

    def emit(self, graph, a, b, name):
        x = graph.concat([a, b], 3, name + "/concat")
        return self.sum.emit(graph, self.ghosts.emit(graph, x, name + "/ghost"), self.short.emit(graph, x, name + "/short"),
                             name + "/add")


class Pyramid(nn.Module):
    """Down the levels and up again; stride 64 from both ends of stride 32."""

    def __init__(self):
        super().__init__()
        c = CHANNELS
        self.reduce = nn.ModuleList(Conv(outputs, c, leaky=True) for _, outputs in STAGES)
        self.finer = nn.ModuleList(Merge(c) for _ in range(2))     # to stride 16, to 8
        self.halve = nn.ModuleList(separable(c, 2) for _ in range(2))
        self.coarser = nn.ModuleList(Merge(c) for _ in range(2))   # to stride 16, to 32
        self.extra = nn.ModuleList(separable(c, 2) for _ in range(2))
        self.up, self.sum = nn.ModuleList(Double() for _ in range(2)), Sum()

    def forward(self, taps):
        r3, r4, r5 = (layer(x) for layer, x in zip(self.reduce, taps))
        p4 = self.finer[0](self.up[0](r5), r4)
        p3 = self.finer[1](self.up[1](p4), r3)
        p4 = self.coarser[0](self.halve[0](p3), p4)
        p5 = self.coarser[1](self.halve[1](p4), r5)
        return p3, p4, p5, self.sum(self.extra[0](r5), self.extra[1](p5))

    def emit(self, graph, taps, name="pyramid"):
        at = lambda part: f"{name}/{part}"
        r3, r4, r5 = (layer.emit(graph, x, at(f"reduce{i}")) for i, (layer, x) in enumerate(zip(self.reduce, taps)))
        p4 = self.finer[0].emit(graph, self.up[0].emit(graph, r5, at("up5")), r4, at("finer4"))
        p3 = self.finer[1].emit(graph, self.up[1].emit(graph, p4, at("up4")), r3, at("finer3"))
        p4 = self.coarser[0].emit(graph, self.halve[0].emit(graph, p3, at("halve3")), p4, at("coarser4"))
        p5 = self.coarser[1].emit(graph, self.halve[1].emit(graph, p4, at("halve4")), r5, at("coarser5"))
        ends = self.extra[0].emit(graph, r5, at("extra5")), self.extra[1].emit(graph, p5, at("extra6"))
        return p3, p4, p5, self.sum.emit(graph, *ends, at("p6"))


class Head(nn.Module):
    # From the published corner of a cell to its centre, in strides.
    SHIFT = (0.5, 0.5, -0.5, -0.5)

    def __init__(self):
        super().__init__()
        self.towers = nn.ModuleList(Chain(separable(CHANNELS), separable(CHANNELS)) for _ in STRIDES)
        self.kinds = nn.ModuleList(Conv(CHANNELS, KINDS) for _ in STRIDES)
        self.sides = nn.ModuleList(Conv(CHANNELS, 4 * BINS) for _ in STRIDES)

    def forward(self, levels):
        """Logits [b, cells] and distances from the cell's centre [b, cells, 4] in strides."""
        logits, sides = [], []
        for tower, kinds, side, x in zip(self.towers, self.kinds, self.sides, levels):
            x = tower(x)
            logits.append(kinds(x).amax(1).flatten(1))
            sides.append(side(x).flatten(2).transpose(1, 2).unflatten(2, (4, BINS)))
        steps = torch.arange(BINS, dtype=torch.float32)
        distances = torch.cat(sides, 1).softmax(3) @ steps
        return torch.cat(logits, 1), distances + torch.tensor(self.SHIFT)

    def emit(self, graph, levels, name="head"):
        logits, sides = [], []
        for i, (tower, kinds, side, x) in enumerate(zip(self.towers, self.kinds, self.sides, levels)):
            x = tower.emit(graph, x, f"{name}/tower{i}/")
            cells = graph.shape(x)[1] * graph.shape(x)[2]
            y = graph.reshape(kinds.emit(graph, x, f"{name}/kinds{i}"), [1, cells, KINDS, 1], f"{name}/kinds{i}/flat")
            y = graph.max_pool(y, (1, KINDS), (1, KINDS), f"{name}/surest{i}")
            logits.append(graph.reshape(y, [1, cells, 1], f"{name}/surest{i}/flat"))
            y = side.emit(graph, x, f"{name}/sides{i}")
            sides.append(graph.reshape(y, [1, 4 * cells, BINS], f"{name}/sides{i}/flat"))
        # Squared: ranks as before, but a sure small box no longer loses to an unsure large one
        # when scores are weighed against size (chosen on training photos).
        quality = graph.logistic(graph.concat(logits, 1, "score_logits"), "quality")
        shares = graph.softmax(graph.concat(sides, 1, "side_logits"), "shares")
        steps = np.arange(BINS, dtype=np.float32)[None]
        means = graph.dense(shares, steps, np.zeros(1, np.float32), "means")
        means = graph.reshape(means, [1, graph.shape(means)[1] // 4, 4], "corner_distances")
        shift = graph.constant("to_centre", np.array(self.SHIFT, np.float32))
        return graph.multiply(quality, quality, "scores"), graph.add(means, shift, "boxes")


class Localizer(nn.Module):
    # The published network takes BGR pixels with COCO's means and deviations; ours (x - 127) / 128, RGB.
    MEANS, DEVIATIONS = (123.675, 116.28, 103.53), (58.395, 57.12, 57.375)

    def __init__(self):
        super().__init__()
        self.backbone, self.pyramid, self.head = Backbone(), Pyramid(), Head()

    def forward(self, x):
        return self.head(self.pyramid(self.backbone(x)))

    def emit(self, graph, x):
        return self.head.emit(graph, self.pyramid.emit(graph, self.backbone.emit(graph, x)))

    def convolutions(self):
        """All convolutions in the order of the published file; the head's last two are one there."""
        for module in self.backbone.modules():
            if isinstance(module, Unit):
                left, right = [m.conv for m in module.left or ()], [m.conv for m in module.right]
                yield from left[:1] + right[:2] + left[1:] + right[2:]
            elif module is self.backbone.stem:
                yield module.conv
        p = self.pyramid
        flat = lambda *modules: [m for module in modules for m in module.modules() if isinstance(m, nn.Conv2d)]
        yield from flat(p.reduce[2], p.reduce[1], p.finer[0], p.reduce[0], p.finer[1], p.halve[0], p.coarser[0],
                        p.halve[1], p.coarser[1], p.extra[0], p.extra[1])
        towers = [flat(tower) for tower in self.head.towers]
        for tower in towers[:3]:
            yield from tower[:2]
        yield from towers[3]
        yield self.head.kinds[3].conv, self.head.sides[3].conv
        for level in (2, 1, 0):
            yield from towers[level][2:]
            yield self.head.kinds[level].conv, self.head.sides[level].conv

    def load(self, path):
        """Weights of a .pt file, or the published ones of a folder."""
        if path.is_dir():
            return self.load_published(path)
        weights = torch.load(path, map_location="cpu", weights_only=True)["model"]
        self.load_state_dict({name: value.float() for name, value in weights.items()})
        return self

    @torch.no_grad()
    def load_published(self, folder):
        """Weights from nanodet-plus-m_320.param and .bin."""
        published = iter(read_ncnn(folder / "nanodet-plus-m_320.param", folder / "nanodet-plus-m_320.bin"))
        for target in self.convolutions():
            weight, bias = map(torch.from_numpy, next(published))
            if isinstance(target, tuple):
                for part, w, b in zip(target, weight.split((KINDS, 4 * BINS)), bias.split((KINDS, 4 * BINS))):
                    part.weight.copy_(w.view_as(part.weight)), part.bias.copy_(b)
                continue
            weight = weight.view_as(target.weight)
            if target is self.backbone.stem.conv:
                means, deviations = torch.tensor(self.MEANS), torch.tensor(self.DEVIATIONS)
                weight = weight.flip(1)
                bias = bias + (weight * ((127 - means) / deviations)[:, None, None]).sum((1, 2, 3))
                weight = weight * (128 / deviations)[:, None, None]
            target.weight.copy_(weight), target.bias.copy_(bias)
        assert next(published, None) is None, "the published file has more layers"
        return self


def read_ncnn(param, binary):
    """(weight, bias) of every convolution of an ncnn model in half precision, a row for each output."""
    data, at = binary.read_bytes(), 0

    def take(kind, count):
        nonlocal at
        out = np.frombuffer(data, kind, count, at)
        at += -(-out.nbytes // 4) * 4  # in whole words
        return out.astype(np.float32)

    for line in param.read_text().splitlines()[2:]:
        name, _, inputs, outputs, *rest = line.split()
        if not name.startswith("Convolution"):
            continue
        values = dict(item.split("=", 1) for item in rest[int(inputs) + int(outputs):])
        assert int.from_bytes(data[at:at + 4], "little") == 0x01306B47, "weights are not in half precision"
        at += 4
        outputs = int(values["0"])
        yield take("<f2", int(values["6"])).reshape(outputs, -1), take("<f4", outputs)
    assert at == len(data), "bytes are left over"


def cells(size=INPUT_SIZE):
    """Centres [n, 2] and strides [n] of all cells, in output order."""
    centres, strides = [], []
    for stride in STRIDES:
        steps = (np.arange(size // stride) + 0.5) * stride
        x, y = np.tile(steps, len(steps)), np.repeat(steps, len(steps))
        centres.append(np.stack([x, y], 1))
        strides.append(np.full(len(x), stride))
    return np.concatenate(centres).astype(np.float32), np.concatenate(strides).astype(np.float32)


def decode(distances, size=INPUT_SIZE):
    """Side distances [n, 4] in strides -> boxes in pixels of the input."""
    centres, strides = cells(size)
    sides = distances * strides[:, None]
    return np.concatenate([centres - sides[:, :2], centres + sides[:, 2:]], 1)
