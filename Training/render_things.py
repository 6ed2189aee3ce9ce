"""Render cut-outs of household and other things from Sweet Home 3D's model libraries, for compositions.

    python render_things.py --libraries DIR [--views 6] [--part 0/2]

DIR holds the .sh3f files of the Debian package sweethome3d-furniture (CC0, CC BY 3.0). Each model is
seen from a few sides under its own light: WORK/cutouts/*.png and WORK/cutouts.things.<part>.jsonl.
Needs the Debian packages libosmesa6 and libgl1-mesa-dri; a stopped run continues where it was.
"""

import argparse
import io
import json
import os
import random
import re
import tempfile
import zipfile
import zlib
from pathlib import Path

os.environ.setdefault("PYOPENGL_PLATFORM", "osmesa")

import numpy as np

np.infty = np.inf  # pyrender 0.1.45 still calls it so

import pyrender
import trimesh
from PIL import Image
from tqdm import tqdm

from common import WORK

SIDE, FINER = 400, 2  # pixels of a view, and how much finer it is drawn first
FIELD = np.radians(30)
# Holes in walls, marks on the ground, and what has no outline of its own.
NOT_THINGS = re.compile(r"window|door\b|doors|staircase|escalator|parking|crossing|arrow|rails|railing|carpet|rug|pool|hedge|"
                        r"sidewalk|mirror|curtain|light source|socket|plug|switch|sandpit|living room|doormat|bathmat|fence|"
                        r"elevator|tatami|puzzle|bill", re.I)


def catalogue(path):
    """dict(name, category, creator, model) of a library's entries."""
    entries = {}
    with zipfile.ZipFile(path) as library:
        text = library.read("PluginFurnitureCatalog.properties").decode("latin-1")
    for line in text.splitlines():
        key, separator, value = line.partition("=")
        kind, _, number = key.strip().partition("#")
        if separator and kind in ("name", "category", "creator", "model"):
            entries.setdefault(number, {})[kind] = value.strip()
    return [e for e in entries.values() if e.get("model", "").endswith(".obj") and e.get("category") != "Doors and windows"
            and not NOT_THINGS.search(e["name"])]


def load(library, model, folder):
    """The model's triangles, centred, two units across."""
    inside = str(Path(model.lstrip("/")).parent) + "/"
    library.extractall(folder, [n for n in library.namelist() if n.startswith(inside)])
    scene = trimesh.load(Path(folder) / model.lstrip("/"), force="scene", process=False)
    meshes = [m for m in scene.dump() if isinstance(m, trimesh.Trimesh) and len(m.faces)]
    low, high = (np.array(v) for v in (np.min([m.bounds[0] for m in meshes], 0), np.max([m.bounds[1] for m in meshes], 0)))
    scale = 2 / np.linalg.norm(high - low)
    for mesh in meshes:
        mesh.apply_translation(-(low + high) / 2).apply_scale(scale)
    return [pyrender.Mesh.from_trimesh(m, smooth=len(m.faces) < 100_000) for m in meshes], (high - low) * scale


def turned(azimuth, elevation, roll=0.0, distance=0.0):
    """A pose that looks at the origin from there."""
    about_y = trimesh.transformations.rotation_matrix(azimuth, (0, 1, 0))
    about_x = trimesh.transformations.rotation_matrix(-elevation, (1, 0, 0))
    about_z = trimesh.transformations.rotation_matrix(roll, (0, 0, 1))
    return about_y @ about_x @ about_z @ trimesh.transformations.translation_matrix((0, 0, distance))


def view(meshes, extents, renderer, r):
    """One picture with soft edges, cropped to the thing."""
    warm = np.array([1.0, r.uniform(0.9, 1), r.uniform(0.8, 1)])
    scene = pyrender.Scene(bg_color=(0.5, 0.5, 0.5, 0), ambient_light=r.uniform(0.25, 0.5) * np.ones(3))
    for mesh in meshes:
        scene.add(mesh)
    flat = extents[1] < 0.35 * max(extents[0], extents[2])
    azimuth = r.uniform(0, 2 * np.pi) if flat or r.random() < 0.4 else r.uniform(-1.1, 1.1)  # fronts face +z
    elevation = np.radians(r.uniform(25, 85) if flat else r.uniform(0, 40))
    camera = pyrender.PerspectiveCamera(yfov=FIELD, znear=0.1)
    scene.add(camera, pose=turned(azimuth, elevation, distance=1.05 / np.sin(FIELD / 2)))
    scene.add(pyrender.DirectionalLight(warm, r.uniform(2, 5)),
              pose=turned(azimuth + r.uniform(-1.3, 1.3), np.radians(r.uniform(20, 75))))
    scene.add(pyrender.DirectionalLight(np.ones(3), r.uniform(0.5, 2)),
              pose=turned(azimuth + r.uniform(-2.5, 2.5), np.radians(r.uniform(0, 50))))
    colour, depth = renderer.render(scene, flags=pyrender.RenderFlags.SKIP_CULL_FACES)
    colour = np.concatenate([colour[..., :3], (255 * (depth > 0))[..., None].astype(np.uint8)], 2)
    small = np.asarray(premultiplied(colour).resize((SIDE, SIDE), Image.BOX)).astype(np.float32)
    alpha = small[..., 3:]
    small[..., :3] = small[..., :3] * 255 / np.maximum(alpha, 1)
    picture = Image.fromarray(small.clip(0, 255).astype(np.uint8))
    box = picture.getchannel("A").point(lambda v: 255 * (v > 60)).getbbox()
    return picture.crop(box) if box else None


def premultiplied(colour):
    out = colour.copy()
    out[..., :3] = colour[..., :3].astype(np.uint16) * colour[..., 3:] // 255
    return Image.fromarray(out)


def worth(picture):
    """Not a sliver, not too dim or bright to be seen, not a plain one-coloured block."""
    if picture is None or min(picture.size) < 24 or min(picture.size) < 0.08 * max(picture.size):
        return False
    values = np.asarray(picture).astype(np.float32)
    shown = values[values[..., 3] > 200][:, :3]
    return len(shown) > 400 and 18 < shown.mean() < 243 and shown.mean(1).std() > 6


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--libraries", type=Path, required=True)
    parser.add_argument("--views", type=int, default=6)
    parser.add_argument("--part", default="0/1", help="this process's share, e.g. 1/2")
    options = parser.parse_args()
    part, parts = map(int, options.part.split("/"))
    things = [(path, e) for path in sorted(options.libraries.glob("*.sh3f")) for e in catalogue(path)][part::parts]
    log, folder = WORK / f"cutouts.things.{part}.jsonl", WORK / "cutouts"
    folder.mkdir(parents=True, exist_ok=True)
    done = {json.loads(line)["file"] for line in open(log)} if log.exists() else set()
    count = 0
    with open(log, "a", buffering=1) as out:
        for path, thing in tqdm(things, mininterval=5):
            file = path.stem + thing["model"]
            if file in done:
                continue
            r = random.Random(zlib.crc32(file.encode()))
            with tempfile.TemporaryDirectory() as room, zipfile.ZipFile(path) as library:
                renderer = pyrender.OffscreenRenderer(SIDE * FINER, SIDE * FINER)  # keeps what it has seen
                try:
                    meshes, extents = load(library, thing["model"], room)
                    pictures = [view(meshes, extents, renderer, r) for _ in range(options.views)]
                except Exception as error:  # a model that trimesh or OpenGL does not take is left out
                    tqdm.write(f"{file}: {error!r}"[:200])
                    continue
                finally:
                    renderer.delete()
            for i, picture in enumerate(p for p in pictures if worth(p)):
                name = re.sub(r"\W+", "_", file) + f"_{i}.png"
                picture.save(folder / name)
                count += 1
                out.write(json.dumps(dict(file=file, source="things", box=None, cutout=name, name=thing["name"],
                                          kind=thing["category"], creator=thing.get("creator"))) + "\n")
    print(f"{count} cut-outs")


if __name__ == "__main__":
    main()
