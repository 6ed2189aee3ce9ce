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
    found = dict.fromkeys(pairs(model))
    largest = {}

    def watch(layer):
        def hook(_, __, out):
            most = out.abs().amax((0, 2, 3))
            largest[layer] = torch.maximum(largest[layer], most) if layer in largest else most
        return layer.register_forward_hook(hook)

    hooks = [watch(layer) for layer in {first for first, _ in found}]
    for x in inputs:
        model(torch.from_numpy(x).permute(0, 3, 1, 2).contiguous())
    for hook in hooks:
        hook.remove()
    for first, second in found:
        activation = largest[first].clamp(min=1e-4)
        if second.depthwise:  # a scale for each channel of its own: nothing is lost there
            factor = activation / activation.max()
        else:
            weight = second.conv.weight.abs().amax((0, 2, 3)).clamp(min=1e-4)
            factor = (activation / weight).sqrt()
            factor = factor / factor.max()
        factor = factor.clamp(min=1e-2)
        first.conv.weight /= factor[:, None, None, None]
        first.conv.bias /= factor
        if second.depthwise:
            second.conv.weight *= factor[:, None, None, None]
        else:
            second.conv.weight *= factor[None, :, None, None]
    return model
