"""Invoke times of .tflite models, by turns in one process on one thread: the first is 1.

    python time_models.py google=mobile_object_localizer_v1.tflite ours=../Sources/ViewfinderModels/Resources/localizer.tflite
"""

import argparse
import time

import numpy as np

from common import Model


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="+", metavar="NAME=FILE")
    parser.add_argument("--rounds", type=int, default=80)
    options = parser.parse_args()
    models = {name: Model(path) for name, path in (model.split("=", 1) for model in options.models)}
    generator, times = np.random.default_rng(0), {name: [] for name in models}
    for _ in range(options.rounds):
        for name, model in models.items():
            shape = tuple(model.input["shape"])
            model.interpreter.set_tensor(model.input["index"], generator.integers(0, 255, shape).astype(model.input["dtype"]))
            begun = time.perf_counter()
            model.interpreter.invoke()
            times[name].append(1000 * (time.perf_counter() - begun))
    first = np.array(next(iter(times.values())))
    print("| model | median ms | least ms | medians' ratio | least's ratio |\n|" + "---|" * 5)
    for name, values in times.items():
        median, least = np.median(values), np.min(values)
        print(f"| {name} | {median:.2f} | {least:.2f} | {median / np.median(first):.2f} | {least / first.min():.2f} |")


if __name__ == "__main__":
    main()
