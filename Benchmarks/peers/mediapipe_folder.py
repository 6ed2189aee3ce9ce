"""Labels the photos of a folder with MediaPipe Tasks on all cores.

mediapipe_folder.py MODEL FOLDER DECODER HOW JOBS, where HOW is `processes` or `threads`. Prints a
line for each photo, in order.
"""

import concurrent.futures
import json
import multiprocessing
import pathlib
import sys
import threading

local = threading.local()


def label(path):
    from mediapipe_tasks import DECODERS, answer, make_classifier

    if not hasattr(local, "classifier"):
        local.classifier = make_classifier(model)
    return answer(local.classifier.classify(DECODERS[decoder](path)))


def start(*arguments):
    global model, decoder
    model, decoder = arguments


if __name__ == "__main__":
    model, folder, decoder, how, jobs = sys.argv[1:]
    photos = sorted(str(path) for path in pathlib.Path(folder).iterdir())
    if how == "threads":
        pool = concurrent.futures.ThreadPoolExecutor(int(jobs))
    else:
        # MediaPipe has threads of its own, so processes start afresh instead of being forked.
        pool = concurrent.futures.ProcessPoolExecutor(
            int(jobs), multiprocessing.get_context("spawn"), start, (model, decoder)
        )
    with pool:
        for path, labels in zip(photos, pool.map(label, photos)):
            print(json.dumps({"source": path, "labels": labels}))
