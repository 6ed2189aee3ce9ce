"""Labels one photo with MediaPipe Tasks and exits: mediapipe_once.py MODEL PHOTO DECODER.

Imports no more than it must, as a script made to start fast would.
"""

import json
import sys

from mediapipe.tasks.python import BaseOptions, vision

model, photo, decoder = sys.argv[1:]
options = vision.ImageClassifierOptions(
    base_options=BaseOptions(model_asset_path=model), max_results=5
)
classifier = vision.ImageClassifier.create_from_options(options)
if decoder == "mediapipe":
    from mediapipe import Image

    image = Image.create_from_file(photo)
else:
    from mediapipe_tasks import DECODERS

    image = DECODERS[decoder](photo)
labels = classifier.classify(image).classifications[0].categories
print(json.dumps([{"text": label.category_name, "confidence": label.score} for label in labels]))
