"""Decodes pictures to 224 × 224 pixels the ways a classifier sees them."""

from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

from efficientnet_lite0.network import SIZE


def load(path: Path) -> Image.Image:
    """A picture, upright, over white where it is transparent."""
    with Image.open(path) as file:
        image = ImageOps.exif_transpose(file)
        if image.mode in ("RGBA", "LA", "PA", "P"):
            image = image.convert("RGBA")
            white = Image.new("RGBA", image.size, (255, 255, 255, 255))
            image = Image.alpha_composite(white, image)
        return image.convert("RGB")


def stretched(image: Image.Image) -> np.ndarray:
    """The whole picture stretched to the square, which is ML Kit's rule."""
    return np.asarray(image.resize((SIZE, SIZE), Image.Resampling.BILINEAR))


def cropped(image: Image.Image) -> np.ndarray:
    """The middle of the picture, as EfficientNet is evaluated."""
    width, height = image.size
    side = max(1, round(SIZE / (SIZE + 32) * min(width, height)))
    left, top = (width - side) // 2, (height - side) // 2
    box = (left, top, left + side, top + side)
    return np.asarray(image.resize((SIZE, SIZE), Image.Resampling.BICUBIC, box))
