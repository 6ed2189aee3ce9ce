"""Even out the channels between two convolutions, so that 8 bits serve them all.

One int8 scale serves all channels of an activation. Where a convolution alone reads another's
output, each channel can be made smaller there and its weights larger here without changing the
result, also through a leaky ReLU. Source: Nagel et al., Data-free quantization through weight
equalization and bias correction, 2019; the ranges here are those of activations on real pictures.
"""

import torch

from network import Chain, Unit


def pairs(model):
    """(first, second): convolutions of which only the second reads the first's output."""
    for module in model.modules():
        if isinstance(module, Unit):
            yield from ((module.right[0], module.right[1]), (module.right[1], module.right[2]))
        elif isinstance(module, Chain) and len(module) == 2 and getattr(module[0], "depthwise", False):
            yield module[0], module[1]


@torch.no_grad()
def equalize(model, inputs):
    """Changes the weights in place; `inputs` yields float pictures [1, h, w, 3]."""
    found = list(pairs(model))
    largest = {}

    def watch(layer):
        def hook(_, __, out):
            most = out.abs().amax((0, 2, 3))
            largest[layer] = torch.maximum(largest[layer], most) if layer in largest else most
        return layer.register_forward_hook(hook)

    hooks = [watch(first) for first, _ in found]
    for x in inputs:
        model(torch.from_numpy(x).permute(0, 3, 1, 2).contiguous())
    for hook in hooks:
        hook.remove()
    for first, second in found:
        factor, inputs_at = largest[first].clamp(min=1e-4), (-1, 1, 1, 1)
        if not second.depthwise:  # its channels share a scale for each output: half of the way to even activations
            weight = second.conv.weight.abs().amax((0, 2, 3)).clamp(min=1e-4)
            factor, inputs_at = (factor / weight).sqrt(), (1, -1, 1, 1)
        factor = (factor / factor.max()).clamp(min=1e-2)
        first.conv.weight /= factor.view(-1, 1, 1, 1)
        first.conv.bias /= factor
        second.conv.weight *= factor.view(inputs_at)
    return model
