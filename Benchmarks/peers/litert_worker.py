"""LiteRT's own Python interpreter as a worker, the model alone: litert_worker.py MODEL THREADS."""

import sys

import numpy
from ai_edge_litert.interpreter import Interpreter
from serve import serve

model, threads = sys.argv[1:]
interpreter = Interpreter(model_path=model, num_threads=int(threads))
interpreter.allocate_tensors()
details = interpreter.get_input_details()[0]
interpreter.set_tensor(details["index"], numpy.zeros(details["shape"], details["dtype"]))


def run():
    interpreter.invoke()
    return []


serve(run)
