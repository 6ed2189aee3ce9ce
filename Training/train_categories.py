"""Train the coarse categories: Fashion good, Home good, Food, Place, Plant, or none.

The classifier is one small layer on the image labeler's 1000 ImageNet
probabilities, so it costs nothing beside the labeler, which runs anyway when a
picture or a box is classified. It starts from a table of which ImageNet class
belongs to which category (training adds corrections, held back by a penalty and
by made-up answers for each class) and is calibrated on photos it was not fitted to.

    python train_categories.py --collect --labeler FILE.tflite --nanodet DIR
    python train_categories.py --fit --table imagenet1k_categories.csv
"""

import argparse
import csv
import json
import random
import re
from collections import Counter
from pathlib import Path

import numpy as np
import torch
from PIL import Image
from tqdm import tqdm

from common import CHECKPOINTS, RESOURCES, WORK, Model, area, iou, load_picture, write_atomically
from samples import labelled_photos, read_lines
from teachers import NanoDet
from tflite_writer import Graph

NAMES = ["Fashion good", "Home good", "Food", "Place", "Plant", "none"]
FASHION, HOME, FOOD, PLACE, PLANT, NONE = range(6)
# COCO's 80 classes; the rest is none.
COCO = {**{i: FOOD for i in range(46, 56)}, 58: PLANT, **{i: FASHION for i in range(24, 29)},
        **{i: HOME for i in [*range(39, 46), 56, 57, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73,
                             74, 75, 76, 77, 78, 79]}}
ABSENT = (12, 26, 29, 30, 45, 66, 68, 69, 71, 83)  # numbers that COCO's 1...90 leave out
SMALLEST = 1e-7  # probabilities are clipped here before the logarithm


def photo_category(photo):
    """Category of a whole photo, from the set it comes from."""
    source, path = photo["source"], photo["path"].lower()
    if source == "clothing":
        return FASHION
    if source in ("grocery", "grocery_iconic"):
        return FOOD
    if source == "flowers":
        return PLANT
    if source == "rooms":
        return PLACE
    if source == "bottles":
        return HOME
    if source == "azure":
        if "hemlock" in path or "cherry" in path:
            return PLANT
        if "fork" in path or "scissors" in path:
            return HOME
        if "storage-lab" in path:
            return PLACE
        if "face/" in path:
            return NONE
    return None


def wanted(most, seed=5):
    """(photo, box or None, category or None) for everything to be looked at."""
    r, photos = random.Random(seed), list(read_lines("photos.jsonl"))
    labelled = labelled_photos()
    by_source = {}
    for photo in photos:
        by_source.setdefault(photo["source"], []).append(photo)
    jobs = []
    for source, own in by_source.items():
        r.shuffle(own)
        for photo in own if source == "coco" else own[:most]:
            category = photo_category(photo)
            if category is not None:
                jobs.append((photo, None, category))
            if source == "fod":
                jobs.append((photo, labelled[photo["file"]]["boxes"][0], HOME if photo.get("tool") else NONE))
            if source in ("coco", "azure") and category is None and photo["file"] in labelled:
                jobs.append((photo, "all", None))
    return jobs, labelled


# Category of a rendered thing by its name, else by its kind; None: left out.
THINGS = (
    (FOOD, r"butter|bread$|cup ?cake|hamburger|hot dog|^milk|yogh?urt|cake|roasted|apples|sushi|with (fruits|salad)|steak|fries"),
    (PLANT, r"plant(?! box)|\btree\b|ficus|bamboo|bonsai|cactus|orchid|tulip|lily|yucca|spathiphyllum|flowers|acacia|cypress|beech"
            r"|pine\b|palm|bush|maple|poplar|blossom"),
    (FASHION, r"handbag|umbrella|suitcase|backpack|briefcase|glasses$|slippers|bootie|sneakers|shoes|mocassin|^dress$|^cap$"
              r"|^hat$|helmet|^short|trousers|jacket|skirt|watch|^ring$|^glove|^suit$|clothes$"),
    (NONE, r"deer|biplane|^horse$|chicken|bulldog|\bcat$|\bdog$|rabbit|hydrant|motor ?bike|^bike$|bicycle|scooter|bus$|truck"
           r"|sedan|beetle|focus|renault|peugeot|seat leon|chevrolet|\bvan$|suv|smart car|yamaha|fork lift|rowboat|wheelchair"
           r"|basketball|soccer|football|tennis|skateboard|treadmill|bench press|abdominal|fitness|punching|snowman|male$|boy$"
           r"|girl$|mannequin|street (light|lamp)|cone$|barnum|tent$|rock$|wheelbarrow"),
    (HOME, r"bench|chair|table|trash ?can|dustbin|mailbox|spray|shovel|rake|faucet|hose|mower|broom|ladder|basket|barrel"
           r"|saw|drill|hammer|screwdriver|pliers|grinder|tape|tool|doll|toy|teddy|candle|vase|gift|clock"),
)
INDOORS = ("Bathroom", "Bedroom", "Kitchen", "Living room", "Lights", "Office", "Miscellaneous")


def thing_category(thing):
    for category, names in THINGS:
        if re.search(names, thing["name"], re.I):
            return category
    if thing["kind"] in ("Characters", "Vehicles"):
        return NONE
    return HOME if thing["kind"] in INDOORS else None


def shown(thing, grounds, r):
    """The rendered thing in front of a photo or on a plain ground, filling most of the picture."""
    cut = Image.open(WORK / "cutouts" / thing["cutout"]).convert("RGBA")
    margin = [int(r.uniform(0, 0.15) * side) for side in (cut.width, cut.height) for _ in range(2)]
    size = cut.width + margin[0] + margin[1], cut.height + margin[2] + margin[3]
    if r.random() < 0.4:
        ground = Image.new("RGB", size, tuple([r.randint(200, 255)] * 3 if r.random() < 0.7 else r.choices(range(256), k=3)))
    else:
        photo = load_picture(WORK / "photos" / r.choice(grounds))
        w, h = (int(side * r.uniform(0.3, 0.8)) for side in photo.size)
        x, y = r.randint(0, photo.width - w), r.randint(0, photo.height - h)
        ground = photo.crop((x, y, x + w, y + h)).resize(size, Image.BICUBIC)
    ground.paste(cut, (margin[0], margin[2]), cut)
    return ground


def collect_things(options):
    """Rendered things -> categories.things.npz."""
    labeler, r = Model(options.labeler), random.Random(2)
    grounds = [p["file"] for p in read_lines("photos.jsonl") if p["source"] in ("rooms", "fod")]
    probabilities, categories = [], []
    for thing in tqdm(list(read_lines("cutouts.things.*.jsonl")), mininterval=5):
        category = thing_category(thing)
        if category is not None:
            probabilities.append(look(labeler, shown(thing, grounds, r)))
            categories.append(category)
    np.savez_compressed(WORK / "categories.things.npz", p=np.array(probabilities, np.float32), y=np.array(categories),
                        g=np.array(["things render"] * len(categories)))
    print("things", {NAMES[c]: categories.count(c) for c in range(6)})


def padded(box, picture, r):
    """The box with up to 15 % more on each side, as a crop."""
    w, h = box[2] - box[0], box[3] - box[1]
    grow = [r.uniform(-0.02, 0.15) for _ in range(4)]
    left, top = max(0, box[0] - grow[0] * w), max(0, box[1] - grow[1] * h)
    right, bottom = min(picture.width, box[2] + grow[2] * w), min(picture.height, box[3] + grow[3] * h)
    return picture.crop((int(left), int(top), max(int(left) + 8, int(right)), max(int(top) + 8, int(bottom))))


def known_objects():
    """file -> [(box, class 0...79)] where COCO's own annotation is complete."""
    known = {}
    for line in read_lines("boxes.coco*.jsonl"):
        classes = line.get("classes") or [c - 1 - sum(c > gap for gap in ABSENT) for c in line.get("categories", [])]
        known[line["file"]] = list(zip(line["boxes"], classes))
    return known


def look(labeler, picture):
    square = picture.resize((labeler.size, labeler.size), Image.BICUBIC)
    return labeler(np.asarray(square))[0][0]


def collect(options):
    labeler = Model(options.labeler)
    folder = Path(options.nanodet)
    teacher = NanoDet(folder / "nanodet_m.param", folder / "nanodet_m.bin", 416)
    jobs, labelled = wanted(options.most)
    known = known_objects() if options.known else {}
    if options.sources:
        jobs = [job for job in jobs if job[0]["source"] in options.sources]
    r, probabilities, categories, groups = random.Random(1), [], [], []

    def keep(picture, category, group):
        probabilities.append(look(labeler, picture))
        categories.append(category)
        groups.append(group)

    for photo, box, category in tqdm(jobs, mininterval=5):
        picture, source = load_picture(WORK / "photos" / photo["file"]), photo["source"]
        if box is None:
            keep(picture, category, f"{source} photo")
            if source not in ("rooms", "coco") and r.random() < 0.3:  # a part of it
                w, h = picture.width * r.uniform(0.5, 0.9), picture.height * r.uniform(0.5, 0.9)
                x, y = r.uniform(0, picture.width - w), r.uniform(0, picture.height - h)
                keep(picture.crop((int(x), int(y), int(x + w), int(y + h))), category, f"{source} part")
        elif box == "all":
            entry = labelled[photo["file"]]
            boxes = np.array(entry["boxes"], np.float64).reshape(-1, 4)
            seen = Counter()
            for b, name in known.get(photo["file"], ()):
                category = COCO.get(name, NONE)
                if min(b[2] - b[0], b[3] - b[1]) >= 40 and seen[name] < (1 if category == NONE else 3):
                    seen[name] += 1
                    keep(padded(b, picture, r), category, f"{source} crop")
            found, classes = (None, None) if photo["file"] in known else teacher.raw(picture)
            for b in boxes:
                if found is None or min(b[2] - b[0], b[3] - b[1]) < 48:
                    continue
                near = iou(b[None], found)[0]
                candidates = near > 0.5
                if candidates.any():
                    score = classes[candidates].max(0)
                    if score.max() >= 0.4:
                        keep(padded(b, picture, r), COCO.get(int(score.argmax()), NONE), f"{source} crop")
            covered = area(boxes).sum() / (picture.width * picture.height)
            if covered < 0.08:
                keep(picture, PLACE, f"{source} photo")
            elif covered > 0.3 and len(boxes) <= 4:
                pass  # the photo shows its objects; the crops speak for them
        else:
            keep(padded(box, picture, r), category, f"{source} crop")
    name = "categories." + ".".join(options.sources) + ".npz" if options.sources else "categories.npz"
    np.savez_compressed(WORK / name, p=np.array(probabilities, np.float32), y=np.array(categories),
                        g=np.array(groups))
    for name in sorted(set(groups)):
        mine = np.array(categories)[np.array(groups) == name]
        print(f"{name:22s}", {NAMES[c]: int((mine == c).sum()) for c in sorted(set(mine))})


def table(path):
    """[1000, 6] zeros and ones: which class belongs to which category."""
    members = np.zeros((1000, 6), np.float32)
    for row in csv.DictReader(open(path)):
        members[int(row["index"]), NAMES.index(row["category"])] = 1
    return members


def made_up(p, y, members, shares=(0.3, 0.6), seed=3):
    """Answers that give a class of ImageNet these shares, the rest as for a picture of its category: what the
    training pictures lack keeps the category that the table names."""
    r, made = np.random.default_rng(seed), []
    for c, category in enumerate(members.argmax(1)):
        own = np.flatnonzero(y == category)
        for share in shares:
            answer = (1 - share) * p[r.choice(own) if len(own) else r.integers(len(p))]
            answer[c] += share
            made.append(answer)
    return np.array(made, np.float32), np.repeat(members.argmax(1), len(shares))


def features(p, members):
    logs = np.log(np.maximum(p, SMALLEST))
    return logs, np.log(p @ members + 1e-4)


def fit(logs, masses, y, weights, penalty, steps=60):
    """Logistic regression on [log p, log mass], near the table."""
    x, m = torch.from_numpy(logs), torch.from_numpy(masses)
    centre = x.mean(0)
    w = torch.zeros(1000, 6, requires_grad=True)
    a = torch.eye(6, requires_grad=True)
    b = torch.zeros(6, requires_grad=True)
    target, weight = torch.from_numpy(y), torch.from_numpy(weights.astype(np.float32))
    optimizer = torch.optim.LBFGS([w, a, b], max_iter=steps, line_search_fn="strong_wolfe")

    def closure():
        optimizer.zero_grad()
        z = (x - centre) @ w + m @ a + b
        loss = (torch.nn.functional.cross_entropy(z, target, reduction="none") * weight).sum() / weight.sum()
        loss = loss + penalty * (w ** 2).sum() + 1e-3 * ((a - torch.eye(6)) ** 2).sum()
        loss.backward()
        return loss

    optimizer.step(closure)
    with torch.no_grad():
        return w.numpy().copy(), a.detach().numpy().copy(), (b - centre @ w).numpy().copy()


EMPHASIS = np.array([1.0, 1.6, 1.0, 1.0, 1.0, 0.8])  # home goods are the most varied, "none" may be missed a little


def balance(y, groups):
    """Weights by category (EMPHASIS); within one, sources by the square root of their size."""
    weights = np.zeros(len(y))
    for c in range(6):
        names = {g: ((y == c) & (groups == g)) for g in set(groups[y == c])}
        total = sum(np.sqrt(m.sum()) for m in names.values())
        for m in names.values():
            weights[m] = np.sqrt(m.sum()) / m.sum() / total
    return weights * EMPHASIS[y] * len(y) / EMPHASIS.sum()


def scores(model, logs, masses):
    w, a, b = model
    return logs @ w + masses @ a + b


def softmax(z):
    e = np.exp(z - z.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def export(model, temperature, members):
    w, a, b = (v / temperature for v in model)
    graph = Graph("Viewfinder categories: six coarse categories from the labeler's 1000 probabilities")
    p = graph.input("probabilities", [1, 1000])
    floor = graph.constant("smallest", np.full((1, 1), SMALLEST, np.float32))
    clipped = graph.tensor("clipped", [1, 1000])
    graph.operator("MAXIMUM", [p, floor], [clipped])
    logs = graph.tensor("logs", [1, 1000])
    graph.operator("LOG", [clipped], [logs])
    mass = graph.dense(p, members.T, np.full(6, 1e-4, np.float32), "mass")
    log_mass = graph.tensor("log_mass", [1, 6])
    graph.operator("LOG", [mass], [log_mass])
    z = graph.add(graph.dense(logs, w.T, b, "corrections"), graph.dense(log_mass, a.T, np.zeros(6), "table"), "sum")
    out = graph.softmax(z, "categories")
    return graph.finish({"probabilities": p}, {"categories": out})


def train(options):
    p, y, g = (np.load(WORK / "categories.npz")[k] for k in "pyg")
    for path in sorted(WORK.glob("categories.*.npz")):  # sources collected again replace their first pictures
        more = np.load(path)
        again = {name.split()[0] for name in more["g"]}
        keep = np.array([name.split()[0] not in again for name in g])
        p, y, g = (np.concatenate([old[keep], more[k]]) for old, k in ((p, "p"), (y, "y"), (g, "g")))
    members = table(options.table)
    count = len(y)
    more, kinds = made_up(p, y, members)
    p, y, g = np.concatenate([p, more]), np.concatenate([y, kinds]), np.concatenate([g, ["table class"] * len(kinds)])
    logs, masses = features(p, members)
    r = np.random.default_rng(0)
    fold = r.integers(0, 5, len(y))
    weights = balance(y, g)
    best = None
    for penalty in options.penalties:
        within, across = np.zeros((len(y), 6)), np.zeros((len(y), 6))
        for f in range(2):  # two of five folds are enough to choose
            model = fit(logs[fold != f], masses[fold != f], y[fold != f], weights[fold != f], penalty)
            within[fold == f] = scores(model, logs[fold == f], masses[fold == f])
        tested = fold < 2
        inside = np.average((within.argmax(1) == y)[tested], weights=weights[tested])
        sources = np.array([name.split()[0] for name in g])
        unseen = ("clothing", "grocery", "coco", "flowers") if len(options.penalties) > 1 else ()
        for s in unseen:  # a source that was never seen
            model = fit(logs[sources != s], masses[sources != s], y[sources != s], weights[sources != s], penalty)
            across[sources == s] = scores(model, logs[sources == s], masses[sources == s])
        seen = np.isin(sources, ("clothing", "grocery", "coco", "flowers"))
        outside = np.average((across.argmax(1) == y)[seen], weights=weights[seen]) if unseen else float("nan")
        print(f"penalty {penalty:g}: held-out photos {inside:.3f}, held-out sources {outside:.3f}", flush=True)
        quality = inside + np.nan_to_num(outside)
        if best is None or quality > best[0]:
            best = (quality, penalty, within)
    _, penalty, within = best
    tested = (fold < 2) & (g != "table class")
    temperatures = np.geomspace(0.5, 6, 60)
    losses = [np.average(-np.log(softmax(within[tested] / t)[np.arange(tested.sum()), y[tested]] + 1e-12),
                         weights=weights[tested]) for t in temperatures]
    temperature = float(temperatures[int(np.argmin(losses))])
    p_held, y_held = softmax(within[tested] / temperature), y[tested]
    for threshold in (0.35, 0.4, 0.45, 0.5, 0.55, 0.6):
        top, guess = p_held[:, :5].max(1), p_held[:, :5].argmax(1)
        said = (top >= threshold) & (top >= p_held[:, NONE])
        recalls = [((guess == c) & said)[y_held == c].mean() for c in range(5)]
        print(f"held out, threshold {threshold}: false category on none {said[y_held == NONE].mean():.3f}, recall "
              + ", ".join(f"{NAMES[c]} {v:.3f}" for c, v in enumerate(recalls)))
    model = fit(logs, masses, y, weights, penalty)
    data = export(model, temperature, members)
    write_atomically(options.out / "categories.tflite", data)
    description = {
        "name": "categories", "version": 1, "file": "categories.tflite",
        "input": {"name": "probabilities", "shape": [1, 1000], "type": "float32",
                  "meaning": "softmax output of the bundled labeler for the picture or box, squashed to 224 x 224"},
        "output": {"name": "categories", "shape": [1, 6], "type": "float32", "sum": 1},
        "categories": NAMES,
        "rule": "the best of the first five if its probability reaches the threshold and that of none; otherwise none",
        "threshold": options.threshold,
    }
    (options.out / "categories.json").write_text(json.dumps(description, indent=2) + "\n")
    CHECKPOINTS.mkdir(exist_ok=True)
    np.savez_compressed(CHECKPOINTS / "categories.npz", w=model[0].astype(np.float16), a=model[1], b=model[2],
                        temperature=temperature, penalty=penalty)
    print(f"penalty {penalty:g}, temperature {temperature:.2f}, {len(data)} bytes, {count} pictures")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--collect", action="store_true", help="run the labeler over the photos")
    parser.add_argument("--things", action="store_true", help="run the labeler over the things of render_things.py")
    parser.add_argument("--fit", action="store_true", help="fit, calibrate and export")
    parser.add_argument("--labeler", help="EfficientNet-Lite0 uint8 .tflite with softmax output")
    parser.add_argument("--nanodet", help="folder with nanodet_m.param and nanodet_m.bin")
    parser.add_argument("--most", type=int, default=400, help="photos of a source; COCO's are all taken")
    parser.add_argument("--known", action="store_true", help="COCO's own boxes and classes, not NanoDet's (was worse)")
    parser.add_argument("--sources", nargs="*", help="collect these sources only, into a file of their own")
    parser.add_argument("--table", help="CSV: index, wnid, label, category")
    parser.add_argument("--penalties", type=float, nargs="+", default=[1e-4, 1e-3, 1e-2, 1e-1])
    parser.add_argument("--threshold", type=float, default=0.4)
    parser.add_argument("--out", type=Path, default=RESOURCES)
    options = parser.parse_args()
    torch.manual_seed(0)
    if options.collect:
        collect(options)
    if options.things:
        collect_things(options)
    if options.fit:
        train(options)


if __name__ == "__main__":
    main()
