"""Runs workers, programs and folders side by side and takes their times."""

import json
import os
import pathlib
import statistics
import subprocess
import threading
import time


class Worker:
    """A process that waits for its turns; see BenchmarkWorker and peers/serve.py."""

    def __init__(self, name, command):
        self.name = name
        self.times = []
        self.cpu = []
        self.stages = {}
        self.peak = 0
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        # Read away, so that a talkative library never blocks on a full pipe.
        self.messages = []
        self.reader = threading.Thread(target=self._read_messages, daemon=True)
        self.reader.start()
        self.answer = self._reply()["answer"]

    def _read_messages(self):
        for line in self.process.stderr:
            self.messages.append(line)

    def _reply(self):
        line = self.process.stdout.readline()
        if not line:
            self.process.wait()
            self.reader.join()
            raise RuntimeError(f"{self.name} ended:\n{''.join(self.messages)}")
        return json.loads(line)

    def run(self, count):
        self.process.stdin.write(f"run {count}\n")
        self.process.stdin.flush()
        return self._reply()

    def take_turn(self, count):
        report = self.run(count)
        self.times += report["ms"]
        self.cpu.append(report["cpu_ms"])
        self.peak = report["peak_kib"]
        for stage, times in report["stages_ms"].items():
            self.stages.setdefault(stage, []).extend(times)

    def close(self):
        self.process.stdin.close()
        self.process.wait()

    def summary(self):
        return {
            "name": self.name,
            "median_ms": statistics.median(self.times),
            "p90_ms": percentile(self.times, 90),
            "runs": len(self.times),
            "cpu_ms": statistics.median(self.cpu),
            "peak_mib": self.peak / 1024,
            "stages_ms": {name: statistics.median(times) for name, times in self.stages.items()},
            "answer": self.answer[:1],
        }


def percentile(values, percent):
    """The value that `percent` of the values do not exceed, by the nearest rank."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def interleave(workers, seconds, rounds):
    """Gives each worker `rounds` turns of about equal length, in an order that rotates.

    All of them together take about `seconds`.
    """
    try:
        share = seconds * 1e3 / len(workers) / rounds
        counts = []
        for worker in workers:
            warm = worker.run(3)["ms"]
            counts.append(max(1, round(share / max(min(warm), 1e-4))))
        for turn in range(rounds):
            for place in range(len(workers)):
                index = (turn + place) % len(workers)
                workers[index].take_turn(counts[index])
        return [worker.summary() for worker in workers]
    finally:
        for worker in workers:
            worker.close()


class Program:
    """A program that is started anew for every measurement."""

    def __init__(self, name, command, environment=None):
        self.name = name
        self.command = command
        self.environment = {**os.environ, **(environment or {})}
        self.times = []
        self.cpu = []
        self.peak = 0
        self.answer = []

    def run(self):
        """Runs the program to its end; gives milliseconds, CPU milliseconds and its output."""
        start = time.perf_counter()
        process = subprocess.Popen(
            self.command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=self.environment,
        )
        output = process.stdout.read()
        _, status, use = os.wait4(process.pid, 0)
        elapsed = (time.perf_counter() - start) * 1e3
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise RuntimeError(f"{self.name} exited with {process.returncode}: {self.command}")
        return elapsed, (use.ru_utime + use.ru_stime) * 1e3, use.ru_maxrss, output.decode()

    def take_turn(self):
        elapsed, cpu, peak, output = self.run()
        self.times.append(elapsed)
        self.cpu.append(cpu)
        self.peak = max(self.peak, peak)
        return output

    def summary(self):
        return {
            "name": self.name,
            "median_ms": statistics.median(self.times),
            "p90_ms": percentile(self.times, 90),
            "runs": len(self.times),
            "cpu_ms": statistics.median(self.cpu),
            "peak_mib": self.peak / 1024,
            "stages_ms": {},
            "answer": self.answer,
        }

    def peak_of_tree(self):
        """Runs once more, untimed; gives the peak memory of it and its children in MiB.

        Pages that several of them share count once (proportional set size).
        """
        process = subprocess.Popen(
            self.command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=self.environment,
            start_new_session=True,
        )
        peak = 0
        while process.poll() is None:
            peak = max(peak, session_kibibytes(process.pid))
            time.sleep(0.02)
        return peak / 1024


def session_kibibytes(session):
    """The proportional set size of all processes of a session."""
    total = 0
    for folder in pathlib.Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(fields[3]) != session:
                continue
            for line in (folder / "smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1])
        except (OSError, IndexError):
            continue
    return total


def take_turns(programs, rounds):
    """Runs each program `rounds` times in an order that rotates."""
    for turn in range(rounds):
        for place in range(len(programs)):
            programs[(turn + place) % len(programs)].take_turn()
