"""Train the localizer on the samples of make_samples.py.

    python train_localizer.py --samples e0 e1 --start DIR --epochs 3 --out WORK/localizer.pt

Training starts from NanoDet-Plus-m as published (a folder) or from earlier weights (a .pt file); the
stem and the first stage stay as they are, but with --int8, whose rounding they must learn to bear. Every
epoch writes the averaged weights to --out and everything needed to go on to --out.resume; the same command
continues a stopped run. Fixed seed, one learning-rate cosine over all epochs, or over --minutes of a busy
machine; samples that make_samples.py adds meanwhile are taken up with the next epoch.

Two processes with --part 0/2 and --part 1/2 share the work: each takes its part of an
epoch, and they average their weights every few steps.
"""

import argparse
import json
import math
import time
from datetime import timedelta
from pathlib import Path

import numpy as np
import torch
import torch.distributed as distributed
import torch.nn.functional as F
from torch import nn
from tqdm import tqdm

from common import WORK
from network import Localizer, cells
from rounding import imitate

CENTRES, STEPS = (torch.from_numpy(v) for v in cells())


def decode(sides):
    """Distances [..., n, 4] in strides -> boxes."""
    d = sides * STEPS[:, None]
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


class Samples:
    """What `make_samples.py` wrote, one or more parts."""

    def __init__(self, names):
        self.pictures, self.lines, self.index = [], [], []
        for part, name in enumerate(names):
            folder = WORK / "samples" / name
            self.pictures.append(np.load(folder / "pictures.npy", mmap_mode="r"))
            self.lines.append([json.loads(line) for line in open(folder / "boxes.jsonl").read().splitlines()])
            self.index += [(part, i) for i in range(len(self.lines[-1]))]

    def batch(self, which):
        pixels = torch.from_numpy(np.stack([self.pictures[part][i] for part, i in which]))
        x = (pixels.permute(0, 3, 1, 2).float() - 127) / 128  # channels last in memory
        lines = [self.lines[part][i] for part, i in which]
        boxes = lambda key: [torch.tensor(l[key], dtype=torch.float32).reshape(-1, 4) for l in lines]
        return x, boxes("boxes"), boxes("ignore"), [l["weight"] for l in lines]


# Learning rates of the parts: what is nearest to the pixels changes least.
PARTS = dict(head=1.0, pyramid=0.5, backbone=0.2)
AVERAGE_EVERY = 20  # steps


def agreed(value, parts):
    """The smallest of what the processes think."""
    if parts == 1:
        return value
    least = torch.tensor(float(value), dtype=torch.float64)
    distributed.all_reduce(least, distributed.ReduceOp.MIN)
    return type(value)(least.item())


@torch.no_grad()
def average_weights(model, parts):
    tensors = list(model.state_dict().values())
    flat = torch.cat([v.flatten() for v in tensors])
    distributed.all_reduce(flat)
    for tensor, mean in zip(tensors, flat.div_(parts).split([v.numel() for v in tensors])):
        tensor.copy_(mean.view_as(tensor))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", nargs="+", required=True, help="folders under WORK/samples")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--minutes", type=float, help="as many epochs as fit, instead of --epochs")
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--level", type=float, default=0.0, help="share of the run before the rate falls")
    parser.add_argument("--warmup", type=int, default=200, help="steps of rising rate")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--part", default="0/1", help="this process's share, e.g. 1/2")
    parser.add_argument("--start", type=Path, required=True, help="begin from these weights: a .pt file, or the folder "
                        "of nanodet-plus-m_320.param and .bin")
    parser.add_argument("--int8", type=Path, help="round as this export of the same weights does")
    parser.add_argument("--out", type=Path, default=WORK / "localizer.pt")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(0)
    part, parts = map(int, options.part.split("/"))
    if parts > 1:
        distributed.init_process_group("gloo", init_method=f"file://{options.out.resolve()}.meeting", rank=part,
                                       world_size=parts, timeout=timedelta(hours=2))

    model = Localizer().load(options.start).to(memory_format=torch.channels_last)
    if options.int8:
        imitate(model, options.int8)
    else:
        for module in (model.backbone.stem, model.backbone.stages[0]):
            module.requires_grad_(False)
    average = {k: v.clone() for k, v in model.state_dict().items()}
    learning = lambda name: [p for p in getattr(model, name).parameters() if p.requires_grad]
    groups = [dict(params=learning(name), scale=scale) for name, scale in PARTS.items()]
    optimizer = torch.optim.AdamW(groups, options.rate, weight_decay=1e-4)
    step, first, spent = 0, 0, 0.0
    resume = options.out.with_suffix(".resume")
    if resume.exists():
        state = torch.load(resume, map_location="cpu", weights_only=True)
        model.load_state_dict(state["trained"]); average = state["average"]
        optimizer.load_state_dict(state["optimizer"]); first, step, spent = state["epoch"], state["step"], state["spent"]
    print(f"{sum(p.numel() for p in model.parameters())} parameters")
    started = time.time() - spent
    for epoch in range(first, 10_000 if options.minutes else options.epochs):
        data = Samples(options.samples)
        samples = agreed(len(data.index), parts)
        order = np.random.default_rng(epoch).permutation(samples)[part::parts]
        steps = samples // parts // options.batch
        model.train()
        sums, done, begun = np.zeros(2), 0, time.time()
        progress = tqdm(range(steps), desc=f"epoch {epoch}", mininterval=5)
        for s in progress:
            if not options.minutes:
                passed = (epoch + s / steps) / options.epochs
            elif s % AVERAGE_EVERY == 0:
                passed = agreed((time.time() - started) / 60 / options.minutes, parts)
            if passed >= 1:
                break
            falling = max(0.0, passed - options.level) / (1 - options.level)
            which = [data.index[i] for i in order[s * options.batch:(s + 1) * options.batch]]
            rate = options.rate * min(1, (step + 1) / options.warmup) * (0.02 + 0.49 * (1 + math.cos(math.pi * falling)))
            for group in optimizer.param_groups:
                group["lr"] = rate * group["scale"]
            x, truths, ignores, weights = data.batch(which)
            score_loss, box_loss = losses(*model(x), truths, ignores, weights)
            optimizer.zero_grad()
            (score_loss + box_loss).backward()
            nn.utils.clip_grad_norm_(model.parameters(), 10.0)
            optimizer.step()
            step += 1
            if parts > 1 and (s + 1) % AVERAGE_EVERY == 0:
                average_weights(model, parts)
            decay = min(0.998, (1 + step) / (10 + step))
            with torch.no_grad():
                for key, value in model.state_dict().items():
                    average[key].lerp_(value, 1 - decay)
            sums += [score_loss.item(), box_loss.item()]
            done += 1
            progress.set_postfix(score=f"{sums[0] / done:.3f}", box=f"{sums[1] / done:.3f}")
        if not done:
            break
        seconds = round(time.time() - begun)
        if part > 0:
            continue
        line = dict(epoch=epoch, samples=done * options.batch * parts, score=round(sums[0] / done, 4),
                    box=round(sums[1] / done, 4), rate=rate, seconds=seconds)
        print(line, flush=True)
        torch.save(dict(model=average), options.out)
        torch.save(dict(trained=model.state_dict(), average=average, optimizer=optimizer.state_dict(),
                        epoch=epoch + 1, step=step, spent=time.time() - started), resume)
        with open(options.out.with_suffix(".history.jsonl"), "a") as log:
            log.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
