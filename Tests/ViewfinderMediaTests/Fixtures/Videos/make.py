#!/usr/bin/env python3
"""Makes the videos in this folder. Needs the tool ffmpeg, 5.1 or later, with libx264 and libvpx.

Every video shows four quadrants, 64 x 48 pixels in all unless its name says otherwise, and a white
bar at the top left that grows by 2 pixels a frame, so that each frame can be told from the others:

    red    green
    blue   yellow
"""

import pathlib
import subprocess
import tempfile

HERE = pathlib.Path(__file__).parent
RED, GREEN, BLUE, YELLOW = (220, 30, 30), (30, 200, 40), (40, 60, 210), (230, 210, 40)


def picture(width, height, index):
    """The bytes of one upright frame, red, green, blue."""
    rows = []
    for y in range(height):
        for x in range(width):
            if y < 4 and x < 2 * (index + 1):
                rows.append((255, 255, 255))
            else:
                rows.append((RED, GREEN, BLUE, YELLOW)[(2 * x >= width) + 2 * (2 * y >= height)])
    return bytes(value for pixel in rows for value in pixel)


def ffmpeg(*arguments, data=None):
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-nostdin" if data is None else "-hide_banner",
         *map(str, arguments)],
        input=data, check=True)


def video(name, *options, width=64, height=48, frames=10, rate=10, prepare=(), clean=True):
    data = b"".join(picture(width, height, index) for index in range(frames))
    ffmpeg(
        "-f", "rawvideo", "-pixel_format", "rgb24", "-video_size", f"{width}x{height}",
        "-framerate", rate, "-i", "-", *prepare, *options,
        *(("-fflags", "+bitexact", "-flags:v", "+bitexact") if clean else ()), HERE / name,
        data=data)


X264 = ("-c:v", "libx264", "-crf", 12, "-x264-params", "keyint=5:threads=1")
TAGS = ("-colorspace", "smpte170m", "-color_range", "tv")
YUV420 = ("-vf", "scale=out_color_matrix=bt601:out_range=tv,format=yuv420p")


def main():
    video("plain.mp4", *YUV420, *X264, *TAGS, "-movflags", "+faststart")
    video("odd-33x17.webm", *YUV420, "-c:v", "libvpx-vp9", "-crf", 20, "-b:v", 0,
          width=33, height=17, frames=4)
    video("deep.mp4", "-vf", "scale=out_color_matrix=bt601:out_range=tv,format=yuv420p10le", *X264,
          *TAGS, frames=3)
    video("tall-chroma.mp4", "-vf", "scale=out_color_matrix=bt601:out_range=tv,format=yuv422p",
          *X264, *TAGS, frames=3)
    video("full-chroma.mp4", "-vf", "scale=out_color_matrix=bt601:out_range=tv,format=yuv444p",
          *X264, *TAGS, frames=3)
    video("gray.mkv", "-vf", "format=gray", "-c:v", "ffv1", frames=3)
    video("gray-video-range.mkv", "-vf", "scale=out_range=tv,format=yuv420p,extractplanes=y",
          "-c:v", "ffv1", "-color_range", "tv", frames=3)
    video("motion-jpeg.avi", "-vf", "scale=out_color_matrix=bt601:out_range=pc,format=yuvj422p",
          "-c:v", "mjpeg", "-q:v", 2, frames=3)
    video("bottom-up.avi", "-c:v", "rawvideo", "-pix_fmt", "bgr24", width=8, height=6, frames=2)
    video("palette.gif", "-vf", "split[a][b];[a]palettegen=max_colors=8[p];[b][p]paletteuse",
          frames=2)
    video("lossless-rgb.mkv", "-c:v", "ffv1", "-pix_fmt", "bgr0", frames=2)
    video("quarter-chroma.mkv", "-vf", "scale=out_color_matrix=bt601:out_range=tv,format=yuv411p",
          "-c:v", "ffv1", *TAGS, frames=2)
    # Frames 0, 1, 3, 6 and 7 at the times they had: steps of one, two and three tenths of a second.
    video("variable-rate.mp4",
          "-vf", "select='eq(n,0)+eq(n,1)+eq(n,3)+eq(n,6)+eq(n,7)'," + YUV420[1],
          "-vsync", "vfr", *X264, *TAGS)
    # The elementary stream alone: no times at all.
    video("bare.h264", *YUV420, *X264, *TAGS, frames=4)
    with tempfile.TemporaryDirectory() as folder:
        for turn, filters in ((90, "transpose=clock"), (180, "hflip,vflip"),
                              (270, "transpose=cclock")):
            sideways = pathlib.Path(folder) / f"{turn}.mp4"
            video(sideways, "-vf", f"{filters},{YUV420[1]}", *X264, *TAGS, frames=3)
            # FFmpeg 5.1 makes a display matrix of this tag: players turn counter-clockwise by it.
            ffmpeg("-i", sideways, "-c", "copy", "-metadata:s:v:0", f"rotate={turn}", "-fflags",
                   "+bitexact", HERE / f"turned-{turn}.mp4")
        sound = pathlib.Path(folder) / "sound.mp4"
        ffmpeg("-f", "lavfi", "-i", "sine=frequency=440:sample_rate=8000:duration=1", "-c:a", "aac",
               "-b:a", "16k", "-fflags", "+bitexact", "-flags:a", "+bitexact", sound)
        (HERE / "sound.mp4").write_bytes(sound.read_bytes())
        ffmpeg("-i", HERE / "plain.mp4", "-i", sound, "-c", "copy", "-fflags", "+bitexact",
               HERE / "with-sound.mp4")


if __name__ == "__main__":
    main()
