"""The worker protocol for peers: the same lines in and out as BenchmarkWorker's."""

import json
import resource
import sys
import time


def cpu_milliseconds():
    use = resource.getrusage(resource.RUSAGE_SELF)
    return (use.ru_utime + use.ru_stime) * 1e3


def serve(run):
    """Runs `run` once, says so, and then as often as standard input asks.

    `run` returns what it found, as a list of {"index", "text", "confidence"}.
    """
    print(json.dumps({"ready": True, "answer": run()}), flush=True)
    for line in sys.stdin:
        word, count = line.split()
        if word != "run":
            raise ValueError(f"unknown request {line!r}")
        times = []
        before = cpu_milliseconds()
        for _ in range(int(count)):
            start = time.perf_counter()
            run()
            times.append((time.perf_counter() - start) * 1e3)
        report = {
            "ms": times,
            "stages_ms": {},
            "cpu_ms": (cpu_milliseconds() - before) / int(count),
            "peak_kib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
        }
        print(json.dumps(report), flush=True)
