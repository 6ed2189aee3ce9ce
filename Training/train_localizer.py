"""Train the localizer's head on cached features of the frozen backbone.

    python train_localizer.py --features a0 a1 --epochs 12 --out WORK/localizer.pt

Every epoch writes the averaged weights to --out and everything needed to go on
to --out.resume; the same command continues a stopped run. Fixed seed, one
learning-rate cosine over all epochs.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from tqdm import tqdm

from common import WORK
from network import Head, cells

CENTRES, STEPS = (torch.from_numpy(v) for v in cells())


def decode(sides):
    """Raw sides [..., n, 4] -> boxes."""
    d = F.softplus(sides) * STEPS[:, None]
    return torch.cat([CENTRES - d[..., :2], CENTRES + d[..., 2:]], -1)


def area(boxes):
    return (boxes[..., 2:] - boxes[..., :2]).clamp(min=0).prod(-1)


def overlaps(boxes, truth):
    """IoU of [b, n, 4] and [b, m, 4] -> [b, m, n]."""
    x0, y0, x1, y1 = (v[:, None] for v in boxes.unbind(-1))
    u0, v0, u1, v1 = (v[..., None] for v in truth.unbind(-1))
    width = (torch.minimum(x1, u1) - torch.maximum(x0, u0)).clamp_(min=0)
    inter = width.mul_((torch.minimum(y1, v1) - torch.maximum(y0, v0)).clamp_(min=0))
    return inter / (area(boxes)[:, None] + area(truth)[:, :, None] - inter + 1e-6)


def giou(a, b):
    """Generalized IoU and IoU of matching rows."""
    inter = (torch.minimum(a[:, 2:], b[:, 2:]) - torch.maximum(a[:, :2], b[:, :2])).clamp(min=0).prod(1)
    hull = (torch.maximum(a[:, 2:], b[:, 2:]) - torch.minimum(a[:, :2], b[:, :2])).prod(1) + 1e-6
    union = area(a) + area(b) - inter + 1e-6
    iou = inter / union
    return iou - (hull - union) / hull, iou


def fitting(truth, largest_last=40.0):
    """Cells [b, m, n] inside an object on a level that suits its size; and those near its centre."""
    x0, y0, x1, y1 = (v[..., None] for v in truth.unbind(-1))
    x, y = CENTRES.unbind(-1)
    inside = (x > x0) & (x < x1) & (y > y0) & (y < y1)
    reach = 1.5 * STEPS
    near = ((x - (x0 + x1) / 2).abs() < reach) & ((y - (y0 + y1) / 2).abs() < reach)
    longest = torch.maximum(x1 - x0, y1 - y0) / STEPS
    suits = (longest > 0.7) & (longest < torch.where(STEPS > 60, largest_last, 8.0))
    return inside & suits, near


def assign(boxes, logits, truth, real, most=10):
    """Which object each cell answers for [b, n] (-1: none), by cost and dynamic k.

    Candidates are cells near an object's centre on levels that suit its size;
    an object takes as many cells as its candidates' overlaps add up to.
    `real` [b, m] tells objects from padding.
    """
    inside, near = fitting(truth)
    fits = inside & near & real[..., None]
    lonely = real & ~fits.any(-1)
    if lonely.any():
        middle = (truth[..., :2] + truth[..., 2:]) / 2
        closest = torch.cdist(middle, CENTRES.expand(len(truth), -1, -1)).argmin(-1)
        image, index = lonely.nonzero(as_tuple=True)
        fits[image, index, closest[image, index]] = True
    iou = overlaps(boxes, truth)
    cost = -3 * torch.log(iou.clamp(min=1e-6)) + F.softplus(-logits)[:, None]
    cost = cost.masked_fill(~fits, 1e6)
    k = torch.topk(iou.masked_fill(~fits, 0), most, -1).values.sum(-1).round().clamp(1, most)
    best, index = torch.topk(cost, most, -1, largest=False)
    best = best.masked_fill(torch.arange(most) >= k[..., None], 1e6)
    taken = torch.full_like(cost, 1e6).scatter_(-1, index, best)
    lowest, owner = taken.min(1)
    return torch.where(lowest < 1e5, owner, torch.full_like(owner, -1))


def padded(lists):
    """Boxes of unequal count -> [b, m, 4] and which rows are real."""
    most = max(1, max(len(v) for v in lists))
    out, real = torch.zeros(len(lists), most, 4), torch.zeros(len(lists), most, dtype=torch.bool)
    for i, v in enumerate(lists):
        out[i, :len(v)], real[i, :len(v)] = v, True
    return out, real


def losses(logits, sides, truths, ignores, weights):
    boxes = decode(sides)
    fixed, guess = boxes.detach(), logits.detach()
    truth, real = padded(truths)
    owner = assign(fixed, guess, truth, real)
    mine = owner >= 0
    image = mine.nonzero(as_tuple=True)[0]
    generalized, iou = giou(boxes[mine], truth[image, owner[mine]])
    target = torch.zeros_like(logits)
    target[mine] = iou.detach().clamp(min=0.1)

    # A box that mostly is (or lies in) an unsure object is neither right nor wrong.
    unsure, real = padded(ignores)
    inside, _ = fitting(unsure, 8.0)
    silent = ((inside | (overlaps(fixed, unsure) > 0.5)) & real[..., None]).any(1) & ~mine
    scale = torch.tensor(weights)[:, None] * ~silent
    weight = torch.where(mine, target, 0.75 * torch.sigmoid(guess) ** 2 * scale)
    score_loss = (F.binary_cross_entropy_with_logits(logits, target, reduction="none") * weight).sum()
    n = max(1, int(mine.sum()))
    return score_loss / n, 2 * (1 - generalized).sum() / n


class Features:
    """Cached samples of one or more parts."""

    def __init__(self, names, keep=None):
        self.scales = json.loads((WORK / "features.json").read_text())["scales"]
        self.arrays, self.lines, self.index = [], [], []
        for part, name in enumerate(names):
            folder = WORK / "features" / name
            self.arrays.append([np.load(folder / f"c{level}.npy", mmap_mode="r") for level in (3, 4, 5)])
            lines = [json.loads(line) for line in open(folder / "boxes.jsonl").read().splitlines()]
            self.lines.append(lines)
            self.index += [(part, i) for i in range(len(lines) - 1)]

    def batch(self, which):
        taps = []
        for level, (scale, zero) in enumerate(self.scales):
            data = np.stack([self.arrays[p][level][i] for p, i in which])
            tensor = torch.from_numpy(data).permute(0, 3, 1, 2).float()  # channels last in memory
            taps.append((tensor - zero) * scale)
        lines = [self.lines[p][i] for p, i in which]
        boxes = lambda key: [torch.tensor(l[key], dtype=torch.float32).reshape(-1, 4) for l in lines]
        return taps, boxes("boxes"), boxes("ignore"), [l["weight"] for l in lines]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--features", nargs="+", required=True, help="folders under WORK/features")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--channels", type=int, default=96)
    parser.add_argument("--depth", type=int, default=2)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--start", type=Path, help="begin from these weights (fp16 checkpoint or earlier result)")
    parser.add_argument("--out", type=Path, default=WORK / "localizer.pt")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(0)

    data = Features(options.features)
    config = dict(channels=options.channels, depth=options.depth)
    head = Head(**config).to(memory_format=torch.channels_last)
    if options.start:
        state = torch.load(options.start, map_location="cpu", weights_only=True)["model"]
        head.load_state_dict({k.removeprefix("head."): v.float() if v.is_floating_point() else v
                              for k, v in state.items() if k.startswith("head.")})
    average = {k: v.clone() for k, v in head.state_dict().items()}
    optimizer = torch.optim.AdamW(head.parameters(), options.rate, weight_decay=0.02)
    steps_an_epoch = len(data.index) // options.batch
    total, step, first = options.epochs * steps_an_epoch, 0, 0
    resume = options.out.with_suffix(".resume")
    if resume.exists():
        state = torch.load(resume, map_location="cpu", weights_only=True)
        head.load_state_dict(state["head"]); average = state["average"]
        optimizer.load_state_dict(state["optimizer"]); first, step = state["epoch"], state["step"]
    print(f"{len(data.index)} samples, {sum(p.numel() for p in head.parameters())} parameters")
    history = []
    for epoch in range(first, options.epochs):
        order = np.random.default_rng(epoch).permutation(len(data.index))
        head.train()
        sums, begun = np.zeros(2), time.time()
        progress = tqdm(range(steps_an_epoch), desc=f"epoch {epoch}", mininterval=5)
        for s in progress:
            which = [data.index[i] for i in order[s * options.batch:(s + 1) * options.batch]]
            rate = options.rate * min(1, (step + 1) / 200) * (0.02 + 0.49 * (1 + np.cos(np.pi * step / total)))
            for group in optimizer.param_groups:
                group["lr"] = rate
            taps, truths, ignores, weights = data.batch(which)
            score_loss, box_loss = losses(*head(taps), truths, ignores, weights)
            optimizer.zero_grad()
            (score_loss + box_loss).backward()
            nn.utils.clip_grad_norm_(head.parameters(), 10.0)
            optimizer.step()
            step += 1
            decay = min(0.998, (1 + step) / (10 + step))
            with torch.no_grad():
                for key, value in head.state_dict().items():
                    if value.is_floating_point():
                        average[key].lerp_(value, 1 - decay)
                    else:
                        average[key].copy_(value)
            sums += [float(score_loss), float(box_loss)]
            progress.set_postfix(score=f"{sums[0] / (s + 1):.3f}", box=f"{sums[1] / (s + 1):.3f}")
        history.append([epoch, *(sums / steps_an_epoch).round(4).tolist(), round(time.time() - begun)])
        print("epoch %d: score %.3f box %.3f, %d s" % tuple(history[-1]), flush=True)
        torch.save(dict(model={"head." + k: v for k, v in average.items()}, config=config), options.out)
        torch.save(dict(head=head.state_dict(), average=average, optimizer=optimizer.state_dict(),
                        epoch=epoch + 1, step=step), resume)
        with open(options.out.with_suffix(".history.jsonl"), "a") as log:
            log.write(json.dumps(history[-1]) + "\n")


if __name__ == "__main__":
    main()
