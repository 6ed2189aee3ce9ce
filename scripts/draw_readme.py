"""Draws the pictures of README's first screen into Documentation/Images.

By hand, after `make demo`, with the Python that `make bench` sets up, for OpenCV:

  .viewfinder/bench-venv/bin/python scripts/draw_readme.py [TOOL]

An annotated photo and a frame of a tracked video come from the tool (bin/viewfinder) and the samples;
the chart comes from the table in Documentation/Performance.md. With `--check` nothing is drawn: exits 1
when the chart is not that of the table, as `make lint` asks.
"""

import html
import pathlib
import re
import subprocess
import sys
import tempfile

IMAGES = pathlib.Path("Documentation/Images")
PERFORMANCE = pathlib.Path("Documentation/Performance.md")
PHOTO = pathlib.Path(".viewfinder/samples/espresso.png")
VIDEO = pathlib.Path(".viewfinder/videos/bunny.mp4")
FRAME = 64
SIZE = (600, 400)
QUALITY = 86

# Rows of the table, in the words of the chart.
ROWS = {
    "Decoded 640×480 image → labels": "640×480 image → labels",
    "Decoded 12 megapixels image → labels": "12-megapixel image → labels",
    "12-megapixel JPEG file → labels": "12-megapixel JPEG → labels",
    "Decoded 1280×720 image → 5 objects": "1280×720 image → 5 objects",
    "Decoded 1280×720 image → 5 objects, each classified": "1280×720 image → 5 objects, labeled",
    "12-megapixel JPEG file → 5 objects, each classified": "12-megapixel JPEG → 5 objects, labeled",
    "Folder of 200 JPEG files on all cores (2)": "folder of 200 JPEGs → labels",
    "795 frames of vtest.avi: file → tracks as JSON, all cores (2)": "video of 795 frames → tracks",
    "Whole process, from start to labels of one 12-megapixel JPEG": "program start, JPEG → labels",
}


def ratios():
    """Each row of the chart with our time as a part of the fastest peer's."""
    table = {}
    for line in PERFORMANCE.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) == 7 and (match := re.fullmatch(r"\*\*([\d.]+)\*\*", cells[6])):
            table[cells[0]] = float(match[1])
    return [(label, table[title]) for title, label in ROWS.items()]


def chart():
    rows = ratios()
    width, left, bar, top = 800, 340, 30, 58
    scale = (width - left - 70) / max(1.0, *(ratio for _, ratio in rows))
    height = top + len(rows) * bar + 12
    line = left + scale
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="Helvetica, Arial, sans-serif" font-size="15" fill="#24292f">',
        f'<rect width="{width}" height="{height}" rx="8" fill="#fff"/>',
        '<text x="16" y="28" font-size="17" font-weight="bold">Time as a part of MediaPipe’s: shorter is faster</text>',
        f'<text x="{line:.0f}" y="{top - 10}" text-anchor="middle" font-size="13" fill="#57606a">'
        "MediaPipe</text>",
    ]
    for place, (label, ratio) in enumerate(rows):
        y = top + place * bar
        length = ratio * scale
        colour = "#1f6feb" if ratio <= 1 else "#bc4c00"
        # So that no number stands on the line.
        number = (
            f'x="{left + length - 8:.1f}" text-anchor="end" fill="#fff"' if 0.5 < ratio < 1
            else f'x="{left + length + 8:.1f}"')
        parts += [
            f'<text x="{left - 12}" y="{y + 19}" text-anchor="end">{html.escape(label)}</text>',
            f'<rect x="{left}" y="{y + 4}" width="{length:.1f}" height="{bar - 9}" rx="2" '
            f'fill="{colour}"/>',
            f'<text {number} y="{y + 19}" font-weight="bold">{ratio:.2f}</text>',
        ]
    parts.append(
        f'<path d="M{line:.1f} {top - 4}V{height - 10}" stroke="#24292f" stroke-dasharray="4 3"/>')
    return "\n".join([*parts, "</svg>", ""])


def run(tool, *arguments):
    subprocess.run([tool, *arguments], check=True, stdout=subprocess.DEVNULL)


def draw(tool):
    import cv2

    def write(name, image):
        # The left part of what is wider.
        height = image.shape[0]
        image = image[:, : height * SIZE[0] // SIZE[1]]
        image = cv2.resize(image, SIZE, interpolation=cv2.INTER_AREA)
        cv2.imwrite(str(IMAGES / name), image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])

    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        run(tool, "detect", "--multiple", "--classify", "--annotate", folder, str(PHOTO))
        write("detect.jpg", cv2.imread(f"{folder}/{PHOTO.name}"))
        run(tool, "track", str(VIDEO), "--multiple", "--annotate", f"{folder}/tracks.mp4")
        video = cv2.VideoCapture(f"{folder}/tracks.mp4")
        for _ in range(FRAME + 1):
            found, frame = video.read()
            if not found:
                sys.exit(f"the annotated video has no frame {FRAME}")
        write("track.jpg", frame)
    (IMAGES / "speed.svg").write_text(chart(), "utf-8")


arguments = sys.argv[1:]
if arguments == ["--check"]:
    if (IMAGES / "speed.svg").read_text("utf-8") != chart():
        sys.exit(f"{IMAGES}/speed.svg is not drawn from {PERFORMANCE}: run scripts/draw_readme.py")
else:
    draw(arguments[0] if arguments else "bin/viewfinder")
