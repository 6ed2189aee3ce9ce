#!/usr/bin/env python3
"""Makes the photos in this folder. Needs Pillow 11.3 or later (for AVIF) and pillow-heif.

Every photo shows four quadrants, 48 x 32 pixels in all, unless its name says otherwise:

    red    green
    blue   yellow
"""

import pathlib
import struct
import zlib

import pillow_heif
from PIL import Image, ImageCms

HERE = pathlib.Path(__file__).parent
RED, GREEN, BLUE, YELLOW = (220, 30, 30), (30, 200, 40), (40, 60, 210), (230, 210, 40)


def quadrants(width=48, height=32):
    picture = Image.new("RGB", (width, height))
    for index, colour in enumerate((RED, GREEN, BLUE, YELLOW)):
        left, top = index % 2 * width // 2, index // 2 * height // 2
        picture.paste(colour, (left, top, left + width // 2, top + height // 2))
    return picture


def turned(picture, orientation):
    """The stored pixels whose EXIF number `orientation` makes them look like `picture`."""
    inverse = {
        1: None,
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }[orientation]
    return picture if inverse is None else picture.transpose(inverse)


def exif(orientation):
    data = Image.Exif()
    data[0x0112] = orientation
    return data


def png16(path, channels, colour_type, pixels):
    """Pillow writes no 16-bit colour."""

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(
            ">I", zlib.crc32(name + data))

    width, height = 48, 32
    rows = b"".join(
        b"\0" + b"".join(struct.pack(f">{channels}H", *pixels(x, y)) for x in range(width))
        for y in range(height))
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 16, colour_type, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def quadrant16(x, y):
    return tuple(c * 257 for c in (RED, GREEN, BLUE, YELLOW)[(x >= 24) + 2 * (y >= 16)])


def main():
    pillow_heif.register_heif_opener()
    picture = quadrants()
    sharp = {"quality": 92, "subsampling": 0}
    picture.save(HERE / "baseline.jpg", **sharp)
    picture.save(HERE / "progressive.jpg", progressive=True, **sharp)
    picture.convert("CMYK").save(HERE / "cmyk.jpg", quality=92)
    picture.convert("L").save(HERE / "gray.jpg", quality=92)
    quadrants(480, 320).save(HERE / "large-480x320.jpg", quality=80)
    for orientation in range(1, 9):
        turned(picture, orientation).save(
            HERE / f"orientation-{orientation}.jpg", exif=exif(orientation), **sharp)
    picture.save(HERE / "orientation-9.jpg", exif=exif(9), **sharp)
    turned(picture, 6).save(HERE / "orientation-6.webp", exif=exif(6), quality=92)

    picture.save(HERE / "rgb.png", optimize=True)
    picture.convert("L").save(HERE / "gray.png", optimize=True)
    picture.quantize(4).save(HERE / "palette.png", optimize=True)
    png16(HERE / "rgb16.png", 3, 2, quadrant16)
    png16(HERE / "gray-alpha16.png", 2, 4, lambda x, y: (100 * 257, 65535 if x < 24 else 0))
    glass = quadrants().convert("RGBA")
    glass.paste((0, 0, 0, 0), (24, 0, 48, 32))
    glass.paste((0, 0, 0, 128), (24, 16, 48, 32))
    glass.save(HERE / "alpha.png", optimize=True)
    xmp = ('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF '
           'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description '
           'xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="3"/></rdf:RDF>'
           '</x:xmpmeta>')
    from PIL.PngImagePlugin import PngInfo
    info = PngInfo()
    info.add_itxt("XML:com.adobe.xmp", xmp)
    turned(picture, 3).save(HERE / "xmp-orientation-3.png", pnginfo=info)

    # A profile whose primaries are sRGB's in the order blue, red, green: unless it is applied,
    # the colours are wrong.
    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    count = struct.unpack(">I", profile[128:132])[0]
    for tag in range(count):
        place = 132 + 12 * tag
        name = bytes(profile[place:place + 4])
        swapped = {b"rXYZ": b"gXYZ", b"gXYZ": b"bXYZ", b"bXYZ": b"rXYZ"}.get(name, name)
        profile[place:place + 4] = swapped
    profile = profile.replace("sRGB".encode("utf-16-be"), "xxxx".encode("utf-16-be"))
    red, green, blue = picture.split()
    Image.merge("RGB", (blue, red, green)).save(
        HERE / "rotated-primaries.png", icc_profile=bytes(profile), optimize=True)

    picture.save(HERE / "lossless.webp", lossless=True)
    picture.save(HERE / "lossy.webp", quality=92)
    picture.save(HERE / "rgb.heic", quality=90)
    picture.save(HERE / "rgb.avif", quality=90)
    picture.save(HERE / "lzw.tif", compression="tiff_lzw")
    picture.save(
        HERE / "two-pages.tif", save_all=True, append_images=[Image.new("RGB", (8, 8), BLUE)])
    picture.save(
        HERE / "animated.gif", save_all=True, append_images=[Image.new("RGB", (48, 32), BLUE)])


if __name__ == "__main__":
    main()
