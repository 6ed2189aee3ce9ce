import Testing
import Viewfinder
import ViewfinderCommandLine

@Suite("Track options")
struct TrackOptionsTests {
  private func options(_ arguments: [String]) throws -> TrackOptions {
    let track = try #require(CommandTree.root.child("track"))
    return try TrackOptions(track.specification.parse(arguments))
  }

  @Test("are read")
  func read() throws {
    let all = try options([
      "--multiple", "-d", "ssd.tflite", "--object-threshold", "0.25", "--classify", "-t", "0.5",
      "--detect-every", "3", "--threads", "2", "-rq", "--json", "--timings", "-a", "out/",
      "a.mp4", "b.mov",
    ])
    #expect(all.detector.path == "ssd.tflite" && all.detector.maxObjects == 5)
    #expect(all.detector.objectThreshold == 0.25 && all.detector.labelThreshold == 0.5)
    #expect(all.detector.labels == .kinds)
    #expect(all.detectEvery == 3 && all.threads == 2)
    #expect(all.isRecursive && all.isQuiet && all.showsTimings)
    #expect(all.format == .json && all.annotate == "out/")
    guard case .videos(let videos) = all.source else { return #expect(Bool(false)) }
    #expect(videos == ["a.mp4", "b.mov"])
  }

  @Test("of boxes alone are read")
  func boxes() throws {
    let all = try options([
      "--detections", "det.txt", "--format", "mot", "--fps", "14", "--camera-motion", "gmc.txt",
    ])
    guard case .boxes(let boxes) = all.source else { return #expect(Bool(false)) }
    #expect(boxes.detections == "det.txt" && boxes.cameraMotion == "gmc.txt")
    #expect(boxes.frameRate == 14)
    guard case .boxes(let plain) = try options(["--detections", "-"]).source else {
      return #expect(Bool(false))
    }
    #expect(plain.frameRate == 30 && plain.cameraMotion == nil)
  }

  @Test(
    "that make no sense are refused with what to do",
    arguments: [
      ([], "name one, '--camera' or '--detections'"),
      (["a.mp4", "--camera", "/dev/video0"], "exclude each other"),
      (["--detections", "d.txt", "--camera", "/dev/video0"], "exclude each other"),
      (["a.mp4", "--fps", "30"], "goes with '--detections'"),
      (["a.mp4", "--camera-motion", "g.txt"], "goes with '--detections'"),
      (["--detections", "-", "--camera-motion", "-"], "only once"),
      (["--detections", "d.txt", "--fps", "0"], "a number from 0.01"),
      (["--detections", "d.txt", "--multiple"], "'--multiple' has no effect on '--detections'"),
      (["--detections", "d.txt", "-a", "o.mp4"], "'--annotate' has no effect"),
      (["--detections", "d.txt", "--json"], "use '--format mot'"),
      (["--detections", "d.txt", "--format", "table"], "use '--format mot'"),
      (["a.mp4", "--detect-every", "0"], "whole number from 1"),
      (["a.mp4", "--json", "--format", "mot"], "exclude each other"),
      (["a.mp4", "--format", "mot", "--timings"], "no place for '--timings'"),
      (["a.mp4", "--annotate", "-"], "needs a file"),
      (["a.mp4", "--annotate", "/dev/stdout"], "needs a file"),
      (["a.mp4", "--annotate", "out.avi"], "a file that ends in .mp4"),
      (["a.mp4", "--threshold", "0.5"], "add '--classify' or '--model'"),
      (["-", "@-"], "only once"),
    ] as [([String], String)])
  func refused(_ arguments: [String], _ expected: String) throws {
    let error = try #require(throws: UsageError.self) { try options(arguments) }
    #expect(error.message.contains(expected), "\(error.message)")
  }

  @Test("refuse one file, or MOT text, for several videos")
  func several() {
    for arguments in [["-a", "out.mp4"], ["--format", "mot"]] {
      let run = RecordedRun()
      let all = ["track"] + arguments + ["/nowhere/a.mp4", "/nowhere/b.mp4"]
      #expect(CommandLineTool.run(all, in: run.context) == .usage)
      #expect(run.error.text.contains("2"))
    }
  }

  @Test("accept a folder for drawings, whatever it is called")
  func folders() throws {
    let folder = try TemporaryFolder(["out.d/file"])
    for path in ["out", "out.d/", folder.path + "/out.d", "a/b", ".", ".."] {
      #expect(try options(["a.mp4", "-a", path]).annotate == path)
    }
  }
}
