"""MediaPipe Tasks' ObjectDetector as a worker, with an ImageClassifier on each of five objects.

mediapipe_detect.py DETECTOR CLASSIFIER PHOTO DECODER WHAT: CLASSIFIER may be `none`; WHAT is
`decoded` (from an image made beforehand) or `file` (from a file).
"""

import sys

from mediapipe.tasks.python.components.containers.rect import RectF
from mediapipe.tasks.python.vision.core.image_processing_options import ImageProcessingOptions
from mediapipe_tasks import DECODERS, answer, make_classifier, make_detector
from serve import serve

detector_model, classifier_model, photo, decoder, what = sys.argv[1:]
detector = make_detector(detector_model)
classifier = None if classifier_model == "none" else make_classifier(classifier_model)
decode = DECODERS[decoder]


def region(box, image):
    """The classifier's region of interest: the box with the margin that Viewfinder gives it."""
    dx, dy = box.width * 0.05, box.height * 0.05
    left, top = max(0, box.origin_x - dx), max(0, box.origin_y - dy)
    right = min(image.width, box.origin_x + box.width + dx)
    bottom = min(image.height, box.origin_y + box.height + dy)
    return RectF(
        left=left / image.width, top=top / image.height,
        right=right / image.width, bottom=bottom / image.height,
    )


def detect(image):
    detections = detector.detect(image).detections
    if len(detections) != 5:
        raise RuntimeError(f"{len(detections)} objects instead of five")
    if classifier is None:
        return [
            {"index": label.index, "text": label.category_name, "confidence": label.score}
            for label in (detection.categories[0] for detection in detections)
        ]
    found = []
    for detection in detections:
        where = ImageProcessingOptions(region_of_interest=region(detection.bounding_box, image))
        found += answer(classifier.classify(image, where))[:1]
    return found


if what == "decoded":
    decoded = decode(photo)
    serve(lambda: detect(decoded))
elif what == "file":
    serve(lambda: detect(decode(photo)))
else:
    sys.exit(f"unknown workload {what!r}")
