"""MediaPipe Tasks' ImageClassifier as a worker: mediapipe_worker.py MODEL PHOTO DECODER WHAT.

WHAT is `decoded` (from an image made beforehand, to labels) or `file` (from a file to labels).
"""

import sys

from mediapipe_tasks import DECODERS, answer, make_classifier
from serve import serve

model, photo, decoder, what = sys.argv[1:]
classifier = make_classifier(model)
decode = DECODERS[decoder]
if what == "decoded":
    decoded = decode(photo)
    serve(lambda: answer(classifier.classify(decoded)))
elif what == "file":
    serve(lambda: answer(classifier.classify(decode(photo))))
else:
    sys.exit(f"unknown workload {what!r}")
