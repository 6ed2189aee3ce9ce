"""Compares Viewfinder with its peers on this machine and prints the ratios.

Every comparison is made in one run: the sides take turns, so that whatever else happens to the
machine happens to all of them. `make bench` starts this; see Documentation/Performance.md.
"""

import argparse
import datetime
import json
import os
import pathlib
import subprocess
import sys

import report
from growth import Growth
from harness import Program, Worker, interleave, take_turns

ROOT = pathlib.Path(__file__).resolve().parent.parent
PEERS = pathlib.Path(__file__).resolve().parent / "peers"


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--worker", required=True, help="the built BenchmarkWorker")
    parser.add_argument("--tool", required=True, help="the built viewfinder")
    parser.add_argument("--python", required=True, help="the Python with the peers")
    parser.add_argument("--model", required=True, help="a classifier with metadata")
    parser.add_argument("--detector", help="an SSD model with metadata; without it no such rows")
    parser.add_argument("--localizer", required=True, help="the bundled localizer")
    parser.add_argument("--video", help="a video to track in, with --detector")
    parser.add_argument("--inputs", required=True, help="the folder make_inputs.py filled")
    parser.add_argument("--results", required=True, help="the JSON file to write")
    parser.add_argument("--quick", action="store_true", help="few runs, to see that it works")
    parser.add_argument("--only", default="", help="rows to run, by the start of their names")
    parser.add_argument("--threads", default="1,2", help="thread counts of the bare invoke")
    parser.add_argument("--write", action="store_true", help="update Documentation/Performance.*")
    return parser.parse_args()


class Bench:
    def __init__(self, arguments):
        self.arguments = arguments
        self.inputs = pathlib.Path(arguments.inputs)
        self.seconds = 3 if arguments.quick else 24
        self.rounds = 2 if arguments.quick else 12
        self.cores = len(os.sched_getaffinity(0))
        self.rows = []

    def ours(self, name, task, **options):
        command = [self.arguments.worker, task]
        for option, value in options.items():
            command += [f"--{option}", str(value)]
        return Worker(name, command)

    def peer(self, name, script, *words):
        return Worker(name, [self.arguments.python, str(PEERS / script), *map(str, words)])

    def wanted(self, name):
        return name.startswith(tuple(self.arguments.only.split(",")))

    def add(self, name, title, sides, **facts):
        """Keeps a row: the first side is ours, and the fastest of `rivals` is compared with."""
        row = {"name": name, "title": title, "sides": sides, **facts}
        rivals = [side for side in sides if side["name"] in facts.get("rivals", ())]
        if rivals:
            best = min(rivals, key=lambda side: side["median_ms"])
            row["rival"] = best["name"]
            row["ratio"] = sides[0]["median_ms"] / best["median_ms"]
        self.rows.append(row)
        print(report.row_text(row), file=sys.stderr, flush=True)

    # The rows.

    def invoke(self):
        for threads in map(int, self.arguments.threads.split(",")):
            name = f"invoke-{threads}"
            if not self.wanted(name) or threads > self.cores:
                continue
            model = self.arguments.model
            sides = interleave(
                [
                    self.ours("Viewfinder", "invoke", model=model, threads=threads),
                    self.peer("LiteRT from Python", "litert_worker.py", model, threads),
                ],
                self.seconds,
                self.rounds,
            )
            title = f"Model alone, {threads} thread{'s' if threads > 1 else ''}"
            self.add(name, title, sides, rivals=["LiteRT from Python"])

    def decoded_sides(self, model, photo, seconds):
        """Both of us and the model alone, from an image in memory to a classifier's answer."""
        return interleave(
            [
                self.ours("Viewfinder", "label-decoded", model=model, photo=photo),
                self.peer("MediaPipe", "mediapipe_worker.py", model, photo, "opencv", "decoded"),
                self.ours("bare invoke", "invoke", model=model),
            ],
            seconds,
            self.rounds,
        )

    def label_decoded(self):
        model = self.arguments.model
        for size, photo in (("640×480", "photo-vga.png"), ("12 megapixels", "photo-12mp.jpg")):
            name = "label-decoded-" + ("vga" if photo.endswith("png") else "12mp")
            if not self.wanted(name):
                continue
            sides = self.decoded_sides(model, self.inputs / photo, self.seconds)
            invoke = sides[2]["median_ms"]
            facts = {"limit": "bare invoke", "over_limit_ms": sides[0]["median_ms"] - invoke}
            if size == "640×480":
                facts["aims"] = {"ratio": 1.0, "over_limit_ms": max(0.05 * invoke, 0.3)}
            self.add(
                name, f"Decoded {size} image → labels", sides, rivals=["MediaPipe"], **facts
            )

    def label_file(self):
        if not self.wanted("label-file"):
            return
        model, photo = self.arguments.model, self.inputs / "photo-12mp.jpg"
        peers = {
            "MediaPipe": "mediapipe",
            "MediaPipe + OpenCV": "opencv",
            "MediaPipe + Pillow draft": "pillow-draft",
        }
        sides = interleave(
            [self.ours("Viewfinder", "label-file", model=model, photo=photo)]
            + [
                self.peer(name, "mediapipe_worker.py", model, photo, decoder, "file")
                for name, decoder in peers.items()
            ]
            + [self.ours("bare invoke", "invoke", model=model)],
            self.seconds * 2,
            self.rounds,
        )
        # Pillow's draft mode shrinks on load as we do; it is shown, but it is not MediaPipe's.
        self.add(
            "label-file",
            "12-megapixel JPEG file → labels",
            sides,
            rivals=["MediaPipe", "MediaPipe + OpenCV"],
            limit="bare invoke",
            over_limit_ms=sides[0]["median_ms"] - sides[-1]["median_ms"],
            aims={"ratio": 0.35},
        )

    def detect(self):
        """A detector, alone and with a classifier on each of five objects; one thread each."""
        arguments = self.arguments
        for name, title, photo, classify in (
            ("detect-decoded", "Decoded 1280×720 image → 5 objects", "photo-720p.png", "no"),
            (
                "detect-classify-decoded",
                "Decoded 1280×720 image → 5 objects, each classified",
                "photo-720p.png",
                "yes",
            ),
            (
                "detect-classify-file",
                "12-megapixel JPEG file → 5 objects, each classified",
                "photo-12mp.jpg",
                "yes",
            ),
        ):
            if not self.wanted(name):
                continue
            if not arguments.detector:
                print(f"{name}: left out, for want of --detector MODEL", file=sys.stderr)
                continue
            path = self.inputs / photo
            models = {
                "model": arguments.model, "detector": arguments.detector, "classify": classify
            }
            classifier = arguments.model if classify == "yes" else "none"
            from_file = name.endswith("file")
            task = "detect-file" if from_file else "detect-decoded"
            workers = [self.ours("Viewfinder", task, photo=path, **models)]
            rivals = {"MediaPipe": "mediapipe", "MediaPipe + OpenCV": "opencv"}
            if not from_file:
                rivals = {"MediaPipe": "opencv"}
            for rival, decoder in rivals.items():
                workers.append(
                    self.peer(
                        rival, "mediapipe_detect.py", arguments.detector, classifier, path,
                        decoder, "file" if from_file else "decoded",
                    )
                )
            workers.append(self.ours("bare invokes", "detect-invoke", **models))
            if classify == "yes" and self.cores > 1:
                everything = self.ours(
                    "Viewfinder, all cores", task, photo=path, workers=self.cores, **models
                )
                workers.append(everything)
            sides = interleave(workers, self.seconds, self.rounds)
            invokes = next(side for side in sides if side["name"] == "bare invokes")
            over = sides[0]["median_ms"] - invokes["median_ms"]
            aims = {"ratio": 0.5} if from_file else {
                "ratio": 1.0, "over_limit_ms": 0.05 * invokes["median_ms"]
            }
            self.add(
                name, title, sides, rivals=list(rivals), limit="bare invokes",
                over_limit_ms=over, aims=aims,
            )

    def detect_bundled(self):
        """The bundled localizer beside its bare invoke; no peer knows how to read its outputs."""
        if not self.wanted("detect-bundled"):
            return
        models = {
            "model": self.arguments.model, "detector": self.arguments.localizer, "classify": "no"
        }
        sides = interleave(
            [
                self.ours(
                    "Viewfinder", "detect-decoded", photo=self.inputs / "photo-720p.png", **models
                ),
                self.ours("bare invoke", "detect-invoke", **models),
            ],
            self.seconds / 2,
            self.rounds,
        )
        self.add(
            "detect-bundled",
            "Decoded 1280×720 image → objects of the bundled localizer",
            sides,
            limit="bare invoke",
            over_limit_ms=sides[0]["median_ms"] - sides[1]["median_ms"],
        )

    def stream(self):
        """Frames that a camera passes on at once, and the same frames one after another."""
        if not self.wanted("stream"):
            return
        frames = self.inputs / "pan-vga.gray"
        sides = interleave(
            [
                self.ours("process(_:completion:)", "stream", frames=frames, queued="yes"),
                self.ours("results(in:)", "stream", frames=frames, queued="no"),
            ],
            self.seconds / 2,
            self.rounds,
        )
        self.add(
            "stream",
            "30 frames of 640×480 BGRA after a pause, through the ML Kit façade, all queued at once",
            sides,
            rivals=["results(in:)"],
            aims={"ratio": 1.3},
        )

    def track(self):
        """A whole video, from the file to JSON: the peer detects in each frame, we track."""
        if not self.wanted("track"):
            return
        arguments = self.arguments
        if not (arguments.detector and arguments.video):
            print("track: left out, for want of --detector and --video", file=sys.stderr)
            return
        options = ["--detector", arguments.detector, "--multiple", "--json", "--quiet"]
        ours = [arguments.tool, "track", *options]
        peer = [arguments.python, str(PEERS / "mediapipe_video.py"), arguments.detector]
        programs = [
            Program("Viewfinder", [*ours, arguments.video]),
            Program("MediaPipe, frame by frame", [*peer, arguments.video]),
            Program("Viewfinder, each frame", [*ours, "--detect-every", "1", arguments.video]),
        ]
        frames = {program.name: program.run()[3].count("\n") for program in programs}
        count = frames["Viewfinder"]
        if set(frames.values()) != {count}:
            raise RuntimeError(f"the sides saw different numbers of frames: {frames}")
        take_turns(programs, 1 if arguments.quick else 3)
        self.add(
            "track",
            f"{count} frames of {pathlib.Path(arguments.video).name}: file → tracks as JSON, "
            f"all cores ({self.cores})",
            [program.summary() for program in programs],
            rivals=["MediaPipe, frame by frame"],
            aims={"ratio": 0.333},
        )

    def cold(self):
        if not self.wanted("cold"):
            return
        arguments, photo = self.arguments, str(self.inputs / "photo-12mp.jpg")
        command = [arguments.python, str(PEERS / "mediapipe_once.py"), arguments.model, photo]
        programs = [
            Program(
                "Viewfinder",
                [arguments.tool, "label", "--json", "--model", arguments.model, photo],
            ),
            Program("MediaPipe", command + ["mediapipe"]),
            Program("MediaPipe + OpenCV", command + ["opencv"]),
        ]
        for program in programs:
            program.run()  # Warms the file cache.
        take_turns(programs, 3 if arguments.quick else 15)
        self.add(
            "cold",
            "Whole process, from start to labels of one 12-megapixel JPEG",
            [program.summary() for program in programs],
            rivals=["MediaPipe", "MediaPipe + OpenCV"],
            aims={"ratio": 0.15},
        )

    def folder(self):
        if not self.wanted("folder"):
            return
        arguments, folder = self.arguments, str(self.inputs / "folder")
        script = [arguments.python, str(PEERS / "mediapipe_folder.py"), arguments.model, folder]
        programs = [
            Program(
                "Viewfinder",
                [arguments.tool, "label", "--json", "--quiet", "--model", arguments.model, folder],
            )
        ]
        for decoder, name in (("mediapipe", "MediaPipe"), ("opencv", "MediaPipe + OpenCV")):
            for how in ("processes", "threads"):
                programs.append(
                    Program(f"{name}, {how}", script + [decoder, how, str(self.cores)])
                )
        for program in programs:
            found = program.take_turn().count("\n")
            if found != 200:
                raise RuntimeError(f"{program.name} labelled {found} of 200 photos")
        # The slower ways of the rival are not worth more of everyone's time.
        ours, rivals = programs[0], programs[1:]
        fastest = min(rivals, key=lambda program: program.times[0])
        take_turns([ours, fastest], 1 if arguments.quick else 5)
        sides = [program.summary() for program in programs]
        for program, side in zip(programs, sides):
            side["peak_mib"] = program.peak_of_tree()
        self.add(
            "folder",
            f"Folder of 200 JPEG files on all cores ({self.cores})",
            sides,
            rivals=[fastest.name],
            aims={"ratio": 0.5, "peak_mib": 200},
        )

    def sample(self):
        for form, label in (("rgb", "RGB"), ("bgra", "BGRA"), ("nv12VideoRange", "NV12")):
            for size in ("640x480", "1920x1080", "3840x2160"):
                for target, element in ((224, "uint8"), (320, "float32")):
                    name = f"sample-{label.lower()}-{size}-{target}"
                    if not self.wanted(name):
                        continue
                    common = (form, size, target, element)
                    workers = [
                        self.ours(
                            "Viewfinder", "sample", format=form, size=size, target=target,
                            element=element,
                        ),
                        self.peer("OpenCV", "opencv_worker.py", *common, "convert"),
                    ]
                    if form != "rgb":
                        workers.append(
                            self.peer("OpenCV, resize first", "opencv_worker.py", *common, "resize")
                        )
                    workers.append(
                        self.ours("reading the frame once", "read", format=form, size=size)
                    )
                    sides = interleave(workers, self.seconds / 4, self.rounds)
                    title = f"{label} {size.replace('x', '×')} → {target}×{target} {element}"
                    self.add(name, title, sides, rivals=["OpenCV", "OpenCV, resize first"])

    def tensor(self):
        """From an image to the model's input, for which MediaPipe has no call of its own.

        So both run a classifier that takes no time: what is left is the way there and back.
        """
        model = self.inputs / "center.tflite"
        for size, photo in (
            ("640×480", "photo-vga.png"),
            ("1280×720", "photo-720p.png"),
            ("4000×3000", "photo-12mp.jpg"),
        ):
            name = f"tensor-{size.replace('×', 'x')}"
            if not self.wanted(name):
                continue
            sides = self.decoded_sides(model, self.inputs / photo, self.seconds / 4)
            title = f"Decoded {size} image → 224×224 tensor and an answer, no model"
            self.add(name, title, sides, rivals=["MediaPipe"])

    def associate(self):
        """The tracker alone, at the load of a phone's camera and at that of a crowded street."""
        for count, limit in ((5, 0.020), (20, 0.060)):
            name = f"associate-{count}"
            if not self.wanted(name):
                continue
            boxes = self.inputs / f"boxes-{count}.txt"
            peers = {f"ioutrack's {kind} (Rust)": kind for kind in ("ByteTrack", "Sort")}
            sides = interleave(
                [self.ours("Viewfinder", "associate", boxes=boxes)]
                + [
                    self.peer(peer, "ioutrack_worker.py", boxes, kind)
                    for peer, kind in peers.items()
                ],
                self.seconds / 2,
                self.rounds,
            )
            self.add(
                name,
                f"Tracker alone: 600 frames of {count} boxes",
                sides,
                rivals=list(peers),
                aims={"median_ms": 600 * limit, "ratio": 1.0},
            )

    def flow(self):
        if not self.wanted("flow"):
            return
        frames = self.inputs / "pan-vga.gray"
        sides = interleave(
            [
                self.ours("Viewfinder", "flow", frames=frames),
                self.peer("OpenCV, shrunk first", "opencv_flow_worker.py", frames, "shrunk"),
                self.peer("OpenCV", "opencv_flow_worker.py", frames, "whole"),
            ],
            self.seconds / 2,
            self.rounds,
        )
        self.add(
            "flow",
            "Motion of the camera and of 5 boxes between 640×480 frames",
            sides,
            rivals=["OpenCV, shrunk first", "OpenCV"],
            aims={"median_ms": 1.5, "ratio": 1.0},
        )

    def allocations(self):
        """How often memory is asked for while frames are followed: a count, not a time."""
        if not self.wanted("allocations"):
            return []
        command = [
            self.arguments.worker, "allocations", "--frames", str(self.inputs / "pan-vga.gray"),
            "--boxes", str(self.inputs / "boxes-20.txt"),
        ]
        if self.arguments.detector:
            command += ["--detector", self.arguments.detector]
        output = subprocess.run(
            command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ).stdout
        return [json.loads(line) for line in output.splitlines()]

    def load(self):
        if not self.wanted("load"):
            return
        sides = interleave(
            [self.ours("Viewfinder", "load", model=self.arguments.model)],
            self.seconds / 4,
            self.rounds,
        )
        self.add("load", "Reading and checking the model file with its metadata", sides)


def machine():
    facts = dict(
        line.split(":", 1)
        for line in pathlib.Path("/proc/cpuinfo").read_text().split("\n\n")[0].splitlines()
        if ":" in line
    )
    names = {key.strip(): value.strip() for key, value in facts.items()}
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    release = pathlib.Path("/etc/os-release").read_text()
    pretty = [line for line in release.splitlines() if line.startswith("PRETTY_NAME=")]
    return {
        "processor": names.get("model name", os.uname().machine),
        "cores": len(os.sched_getaffinity(0)),
        "memory_gib": round(memory, 1),
        "system": pretty[0].split("=", 1)[1].strip('"') if pretty else os.uname().sysname,
        "load_before": round(os.getloadavg()[0], 2),
    }


def commit():
    result = subprocess.run(
        ["git", "-c", "safe.directory=*", "describe", "--always", "--dirty"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    return result.stdout.strip() or "unknown"


def main():
    arguments = parse_arguments()
    bench = Bench(arguments)
    results = {
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
        "commit": commit(),
        "machine": machine(),
        "quick": arguments.quick,
        "rows": bench.rows,
        "growth": [],
        "allocations": [],
    }
    bench.invoke()
    bench.label_decoded()
    bench.label_file()
    bench.detect()
    bench.detect_bundled()
    bench.stream()
    bench.track()
    bench.cold()
    bench.folder()
    bench.load()
    bench.sample()
    bench.tensor()
    bench.associate()
    bench.flow()
    for row in Growth(bench).run():
        results["growth"].append(row)
        print(report.growth_text(row), file=sys.stderr, flush=True)
    results["allocations"] = bench.allocations()
    for row in results["allocations"]:
        print(report.allocation_text(row), file=sys.stderr, flush=True)

    pathlib.Path(arguments.results).write_text(json.dumps(results, indent=2, ensure_ascii=False))
    print(report.markdown(results))
    if arguments.write:
        if arguments.quick or arguments.only:
            sys.exit("--write takes a whole run, without --quick and --only")
        report.write(results, ROOT / "Documentation")


if __name__ == "__main__":
    main()
