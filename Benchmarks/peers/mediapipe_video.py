"""Finds objects in each frame of a video with MediaPipe Tasks, as JSON lines.

mediapipe_video.py DETECTOR VIDEO
"""

import json
import sys

import cv2
from mediapipe.tasks.python import BaseOptions, vision
from mediapipe_tasks import image

model, path = sys.argv[1:]
# Decoding has all cores here, as on our side.
cv2.setNumThreads(-1)
options = vision.ObjectDetectorOptions(
    base_options=BaseOptions(model_asset_path=model),
    running_mode=vision.RunningMode.VIDEO,
    max_results=5,
)
detector = vision.ObjectDetector.create_from_options(options)
video = cv2.VideoCapture(path)
rate = video.get(cv2.CAP_PROP_FPS)
number = 0
while True:
    more, pixels = video.read()
    if not more:
        break
    frame = image(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB))
    found = detector.detect_for_video(frame, round(number * 1000 / rate))
    objects = [
        {
            "box": [box.origin_x, box.origin_y, box.width, box.height],
            "label": detection.categories[0].category_name,
            "confidence": detection.categories[0].score,
        }
        for detection in found.detections
        for box in [detection.bounding_box]
    ]
    print(json.dumps({"frame": number, "objects": objects}))
    number += 1
