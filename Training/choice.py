"""Which of a detector's boxes an image is about: a small learned ranking over their geometry, as the library has it.

`features` looks at each box among the twenty surest; `Choice` is a network of one hidden layer over them that says how
likely the box is right (overlaps an object by half). learn_choice.py fits it; choice.json holds it here and
Sources/ViewfinderVision/Detection/BoxChoice+Table.swift in the library. `prominence` weighs that against size and place.
"""

import json

import numpy as np

from common import HERE, area, intersection

MOST, FLOOR = 20, 0.05  # boxes looked at, and the least score of one
NAMES = ("score", "score / surest", "root of share", "log width / height", "distance from the centre", "height of the centre",
         "edges touched", "surest inside / score", "how many inside", "surest around / score", "largest inside / area",
         "support", "largest overlap", "boxes", "second / surest")


def features(boxes, scores, width, height):
    """boxes [n, 4] in pixels, scores [n]: n x 15."""
    b, c = np.asarray(boxes, float), np.asarray(scores, float)
    size = area(b).clip(1e-6)
    both = intersection(b, b)
    np.fill_diagonal(both, 0)
    holds = (both > 0.85 * size[None]) & (size[None] < 0.8 * size[:, None])  # [i, j]: i holds j
    overlap = both / (size[:, None] + size[None] - both)
    x, y = (b[:, 0] + b[:, 2]) / 2 / width - 0.5, (b[:, 1] + b[:, 3]) / 2 / height - 0.5
    w, h = (b[:, 2] - b[:, 0]).clip(1e-3), (b[:, 3] - b[:, 1]).clip(1e-3)
    edges = ((b[:, 0] < 0.01 * width) + 0.0 + (b[:, 1] < 0.01 * height) + (b[:, 2] > 0.99 * width) + (b[:, 3] > 0.99 * height))
    surest, second = c.max(), np.sort(c)[::-1][min(1, len(c) - 1)]
    ones = np.ones(len(b))
    return np.stack([
        c, c / surest, np.sqrt(size / (width * height)), np.log(w / h), np.hypot(x, y), y, edges,
        np.where(holds, c[None], 0).max(1) / c, (holds & (c[None] > 0.3 * c[:, None])).sum(1),
        np.where(holds.T, c[None], 0).max(1) / c, np.where(holds, size[None] / size[:, None], 0).max(1),
        (overlap * c[None]).sum(1), overlap.max(1), ones * len(b), ones * second / surest], 1)


class Choice:
    LIMIT = 4.0  # of a standardized feature

    def __init__(self, table):
        self.mean, self.scale, self.hidden, self.bias, self.out, self.last = (
            np.array(table[k], float) for k in ("mean", "scale", "hidden", "bias", "out", "last"))

    @classmethod
    def load(cls, path=HERE / "choice.json"):
        return cls(json.loads(path.read_text()))

    def __call__(self, boxes, scores, width, height):
        """How likely each box is right, 0 to 1."""
        x = ((features(boxes, scores, width, height) - self.mean) / self.scale).clip(-self.LIMIT, self.LIMIT)
        return 1 / (1 + np.exp(-(np.maximum(x @ self.hidden.T + self.bias, 0) @ self.out + self.last)))


# As in the library: Sources/ViewfinderVision/Detection/Prominence.swift
EXPONENT, CENTRALITY, SURENESS_SHARE = 0.65, 2.0, 0.8


def prominence(sureness, boxes, width, height, constants=(EXPONENT, CENTRALITY, SURENESS_SHARE)):
    """Of boxes as likely right as this."""
    exponent, centrality, least = constants
    share = area(boxes) / (width * height)
    x, y = (boxes[:, 0] + boxes[:, 2]) / 2 / width - 0.5, (boxes[:, 1] + boxes[:, 3]) / 2 / height - 0.5
    behind = np.where(sureness < least * sureness.max(initial=0), 1e-6, 1)
    return sureness * share ** exponent * np.exp(-centrality * (x * x + y * y)) * behind


def looked_at(scores):
    """Indices of the boxes that the choice is among, surest first."""
    return np.argsort(-scores, kind="stable")[:max(1, min(MOST, int((scores >= FLOOR).sum())))]


_choices = {}


def order_of(boxes, scores, width, height, ranking="choice"):
    """Indices of the boxes in the library's order ("choice"): the best of the judged first, the others by score, size and place."""
    by_score = np.argsort(-scores, kind="stable")
    if ranking == "score" or not len(boxes):
        return by_score
    from evaluate_localizer import by_prominence
    if ranking == "formula":
        return by_prominence(boxes, scores, width, height)
    choice = _choices.setdefault(ranking, None) or Choice.load()
    _choices[ranking] = choice
    first = looked_at(scores)
    best = first[prominence(choice(boxes[first], scores[first], width, height), boxes[first], width, height).argmax()]
    others = by_prominence(boxes, scores, width, height)
    return np.concatenate([[best], others[others != best]])


def main():
    """Prints what the library's test expects."""
    boxes = np.array([[0, 120, 640, 480], [260, 180, 380, 330], [300, 200, 340, 260], [30, 20, 90, 220]], float)
    scores = np.array([0.82, 0.78, 0.3, 0.12], np.float32).astype(float)
    print(", ".join(f"{v:.9f}" for v in Choice.load()(boxes, scores, 640, 480)))


if __name__ == "__main__":
    main()
