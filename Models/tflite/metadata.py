"""Writes TensorFlow Lite model metadata and appends associated files.

The slot numbers are those of `metadata_schema.fbs`, version 1.5.0. Only what an image classifier
needs is here.
"""

import io
import zipfile

import flatbuffers

IMAGE_PROPERTIES = 2
FEATURE_PROPERTIES = 1
NORMALIZATION_OPTIONS = 1
COLOR_SPACE_RGB = 1
TENSOR_AXIS_LABELS = 2


class _Tables:
    """FlatBuffers tables from slot numbers and values."""

    def __init__(self):
        self.builder = flatbuffers.Builder(1024)

    def string(self, text: str):
        return self.builder.CreateString(text)

    def floats(self, values: list[float]):
        self.builder.StartVector(4, len(values), 4)
        for value in reversed(values):
            self.builder.PrependFloat32(value)
        return self.builder.EndVector()

    def list(self, tables: list[int]):
        self.builder.StartVector(4, len(tables), 4)
        for table in reversed(tables):
            self.builder.PrependUOffsetTRelative(table)
        return self.builder.EndVector()

    def table(self, offsets: dict[int, int] | None = None, bytes: dict[int, int] | None = None):
        """A table of offsets to other parts, and of one-byte numbers."""
        offsets, bytes = offsets or {}, bytes or {}
        self.builder.StartObject(max([-1, *offsets, *bytes]) + 1)
        for slot, offset in offsets.items():
            self.builder.PrependUOffsetTRelativeSlot(slot, offset, 0)
        for slot, value in bytes.items():
            self.builder.PrependUint8Slot(slot, value, 0)
        return self.builder.EndObject()


def image_classifier(
    *, name: str, description: str, version: str, author: str, license: str, mean: list[float],
    std: list[float], label_file: str,
) -> bytes:
    """The metadata of a classifier with one RGB input and one tensor of probabilities."""
    make = _Tables()
    content = make.table(
        {1: make.table(bytes={0: COLOR_SPACE_RGB})}, {0: IMAGE_PROPERTIES})
    normalization = make.table(
        {1: make.table({0: make.floats(mean), 1: make.floats(std)})}, {0: NORMALIZATION_OPTIONS})
    pixels = make.table({0: make.floats([255.0]), 1: make.floats([0.0])})
    image = make.table({
        0: make.string("image"), 1: make.string("The picture, RGB, stretched to the size."),
        3: content, 4: make.list([normalization]), 5: pixels,
    })
    labels = make.table(
        {0: make.string(label_file), 1: make.string("One label for each class.")},
        {2: TENSOR_AXIS_LABELS})
    scores = make.table({
        0: make.string("probability"), 1: make.string("The probability of each class."),
        3: make.table({1: make.table()}, {0: FEATURE_PROPERTIES}),
        5: make.table({0: make.floats([1.0]), 1: make.floats([0.0])}), 6: make.list([labels]),
    })
    subgraph = make.table({2: make.list([image]), 3: make.list([scores])})
    root = make.table({
        0: make.string(name), 1: make.string(description), 2: make.string(version),
        3: make.list([subgraph]), 4: make.string(author), 5: make.string(license),
        7: make.string("1.0.0"),
    })
    make.builder.Finish(root, b"M001")
    return bytes(make.builder.Output())


def append_files(model: bytes, files: dict[str, bytes]) -> bytes:
    """The model followed by a ZIP archive with stored entries; offsets count from the start."""
    buffer = io.BytesIO(model)
    with zipfile.ZipFile(buffer, "a", zipfile.ZIP_STORED) as archive:
        for name, content in files.items():
            # A fixed date, so that the same input gives the same bytes.
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content)
    return buffer.getvalue()
