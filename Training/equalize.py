"""Even out the channels between convolutions, so that 8 bits serve them all.

One int8 scale serves all channels of an activation. Where only convolutions read another's output,
each channel can be made smaller there and its weights larger in the readers without changing the
result, also through a leaky ReLU. Source: Nagel et al., Data-free quantization through weight
equalization and bias correction, 2019; the ranges here are those of activations on real pictures.
Not the shared output of a stage's units: evening that out costs the weights of its many readers more
than it gives.
"""

import torch

from network import Unit

NEGATIVE = 4  # how much an output below zero counts: a leaky ReLU makes a tenth of it, but before that it needs its range


def links(model):
    """(writer, readers): convolutions of which only the readers read the writer's output."""
    for module in model.modules():
        if isinstance(module, Unit):
            yield module.right[0], [module.right[1]]
            yield module.right[1], [module.right[2]]
            if module.left is not None:
                yield module.left[0], [module.left[1]]
    pyramid, head = model.pyramid, model.head
    for chain in (*pyramid.halve, *pyramid.extra, *(merge.short for merge in (*pyramid.finer, *pyramid.coarser))):
        yield chain[0], [chain[1]]
    for (first, second), kinds, sides in zip(head.towers, head.kinds, head.sides):
        yield first[0], [first[1]]
        yield first[1], [second[0]]
        yield second[0], [second[1]]
        yield second[1], [kinds, sides]


@torch.no_grad()
def equalize(model, inputs):
    """Changes the weights in place; `inputs` yields float pictures [1, h, w, 3]."""
    found, largest = list(links(model)), {}

    def watch(layer):
        def hook(_, __, out):
            most = torch.where(out < 0, -out * (NEGATIVE if layer.leaky else 1), out).amax((0, 2, 3))
            largest[layer] = torch.maximum(largest[layer], most) if layer in largest else most
        return layer.register_forward_hook(hook)

    hooks = [watch(writer) for writer, _ in found]
    for x in inputs:
        model(torch.from_numpy(x).permute(0, 3, 1, 2).contiguous())
    for hook in hooks:
        hook.remove()
    for writer, readers in found:
        factor = largest[writer].clamp(min=1e-4)
        shared = [reader.conv.weight.abs().amax((0, 2, 3)) for reader in readers if not reader.depthwise]
        if shared:  # a reader's channels share a scale for each output: half of the way to even activations
            factor = (factor / torch.stack(shared).amax(0).clamp(min=1e-4)).sqrt()
        factor = (factor / factor.max()).clamp(min=1e-2)
        writer.conv.weight /= factor.view(-1, 1, 1, 1)
        writer.conv.bias /= factor
        for reader in readers:
            reader.conv.weight *= factor.view((-1, 1, 1, 1) if reader.depthwise else (1, -1, 1, 1))
    return model
