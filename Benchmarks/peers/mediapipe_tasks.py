"""What the MediaPipe peers share: a classifier, and three ways to decode a file for it."""

import cv2
import mediapipe
import numpy
import PIL.Image
from mediapipe.tasks.python import BaseOptions, vision

# One thread for decoding too, as on our side; the folder peer gets its speed from processes.
cv2.setNumThreads(1)


def make_classifier(model):
    options = vision.ImageClassifierOptions(
        base_options=BaseOptions(model_asset_path=model), max_results=5
    )
    return vision.ImageClassifier.create_from_options(options)


def make_detector(model):
    """All boxes count, so that each side has five objects to classify."""
    options = vision.ObjectDetectorOptions(
        base_options=BaseOptions(model_asset_path=model), max_results=5, score_threshold=0.0
    )
    return vision.ObjectDetector.create_from_options(options)


def image(pixels):
    return mediapipe.Image(image_format=mediapipe.ImageFormat.SRGB, data=pixels)


def decode_with_opencv(path):
    return image(cv2.cvtColor(cv2.imread(path), cv2.COLOR_BGR2RGB))


def decode_with_pillow_draft(path):
    """Lets libjpeg decode at a reduced size, as someone who knows Pillow well would."""
    photo = PIL.Image.open(path)
    photo.draft("RGB", (224, 224))
    return image(numpy.asarray(photo.convert("RGB")))


DECODERS = {
    "mediapipe": mediapipe.Image.create_from_file,
    "opencv": decode_with_opencv,
    "pillow-draft": decode_with_pillow_draft,
}


def answer(result):
    return [
        {"index": label.index, "text": label.category_name, "confidence": label.score}
        for label in result.classifications[0].categories
    ]
