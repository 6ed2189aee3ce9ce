"""Let the network in torch round as an int8 file does, to train with it or to compare.

Scales and zero points of activations are the file's, those of weights follow the weights. Source:
Jacob et al., Quantization and training of neural networks for efficient integer-arithmetic-only
inference, 2018.
"""

from ai_edge_litert import schema_py_generated as schema

from export_localizer import float_bytes
from network import Rounding


def scales_of(path):
    """Tensor name -> (scale, zero point) of the activations of an int8 .tflite file."""
    model = schema.ModelT.InitFromObj(schema.Model.GetRootAs(path.read_bytes(), 0))
    known = {}
    for tensor in model.subgraphs[0].tensors:
        q = tensor.quantization
        if tensor.type == schema.TensorType.INT8 and q is not None and q.scale is not None and len(q.scale) == 1:
            known[tensor.name.decode()] = float(q.scale[0]), int(q.zeroPoint[0])
    return known


def imitate(model, path):
    """`model` rounds from now on as the file does, where that is int8; it must be an export of the same network."""
    float_bytes(model)  # names the tensors
    known = scales_of(path)
    for module in model.modules():
        if isinstance(module, Rounding):
            module.scales = [known[name] for name in module.makes] if known.keys() >= set(module.makes) else None
    return model
