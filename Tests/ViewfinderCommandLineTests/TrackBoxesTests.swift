import Testing
import ViewfinderCommandLine

@Suite("Tracking boxes alone")
struct TrackBoxesTests {
  /// Two people walk towards each other; the second is missed in frame 5, and frame 3 has a box
  /// that is not there again.
  private static let detections = """
    1,-1,100,50,40,90,0.95
    1,-1,400,60,38,88,0.9
    2,-1,110,50,40,90,0.95
    2,-1,388,60,38,88,0.9
    3,-1,120,50,40,90,0.95
    3,-1,376,60,38,88,0.9
    3,-1,600,10,30,30,0.7
    4,-1,130,50,40,90,0.95
    4,-1,364,60,38,88,0.9
    5,-1,140,50,40,90,0.95
    6,-1,150,50,40,90,0.95
    6,-1,340,60,38,88,0.9
    7,-1,160,50,40,90,0.95
    7,-1,328,60,38,88,0.9
    8,-1,170,50,40,90,0.95
    8,-1,316,60,38,88,0.9
    """

  /// What the tracker made of them when it was written, looked through: two tracks, numbered from 1,
  /// the second without a box in frame 5 but with the same number after it, and none for the stray.
  private static let tracks = """
    1,1,100,50,40,90,0.95,-1,-1
    1,2,400,60,38,88,0.9,-1,-1
    2,1,109.2,50,40,90,0.95,-1,-1
    2,2,389,60,38,88,0.9,-1,-1
    3,1,118.5,50,40,90,0.95,-1,-1
    3,2,377.85,60,38,88,0.9,-1,-1
    4,1,128.9,50,40,90,0.95,-1,-1
    4,2,365.37,60,38,88,0.9,-1,-1
    5,1,139.23,50,40,90,0.95,-1,-1
    6,1,149.44,50,40,90,0.95,-1,-1
    6,2,340.84,60,38,88,0.9,-1,-1
    7,1,159.58,50,40,90,0.95,-1,-1
    7,2,328.55,60,38,88,0.9,-1,-1
    8,1,169.67,50,40,90,0.95,-1,-1
    8,2,316.41,60,38,88,0.9,-1,-1

    """

  private func track(
    _ arguments: [String], _ texts: [String: String] = [:]
  ) throws -> (status: ExitCode, output: String, error: String) {
    let folder = try TemporaryFolder()
    for (name, text) in texts { try folder.write(text, to: name) }
    let paths = arguments.map { texts[$0] == nil ? $0 : folder.path + "/" + $0 }
    let recorded = RecordedRun()
    let status = CommandLineTool.run(["track"] + paths, in: recorded.context)
    return (status, recorded.output.text, recorded.error.text)
  }

  @Test("gives the known tracks", arguments: [[], ["--format", "mot"]])
  func golden(_ format: [String]) throws {
    let run = try track(
      ["--detections", "det.txt", "--fps", "10"] + format, ["det.txt": Self.detections])
    #expect(run.status == .success)
    #expect(run.output == Self.tracks)
    #expect(run.error.isEmpty)
  }

  @Test("follows a camera that jumps when it is told so")
  func cameraMotion() throws {
    // A standing object, whose camera moves by more than its width in frame 4.
    let boxes = (1...8).map { "\($0),-1,\($0 < 4 ? 100 : 300),50,40,90,0.9" }
    let motions = (0..<8).map { "\($0) 1 0 \($0 == 3 ? 200 : 0) 0 1 0" }
    let texts = [
      "det.txt": boxes.joined(separator: "\n"), "gmc.txt": motions.joined(separator: "\n"),
    ]
    let told = try track(["--detections", "det.txt", "--camera-motion", "gmc.txt"], texts)
    let ids = told.output.split(separator: "\n").map { $0.split(separator: ",")[1] }
    #expect(ids == Array(repeating: "1", count: 8))
    let untold = try track(["--detections", "det.txt"], texts)
    #expect(untold.output.contains(",2,300,50,40,90,"))
  }

  @Test("a camera that moves without end ends tracks, not the program")
  func endlessMotion() throws {
    let boxes = (1...8).flatMap { frame in
      (0..<16).map { "\(frame),-1,\(100 * $0),\(50 * $0),40,90,0.9" }
    }
    let run = try track(
      ["--detections", "det.txt", "--camera-motion", "gmc.txt"],
      [
        "det.txt": boxes.joined(separator: "\n"),
        "gmc.txt": (0..<8).map { "\($0) 1 0 1e308 0 1 0" }.joined(separator: "\n"),
      ])
    #expect(run.status == .success && run.output.hasPrefix("1,1,0,0,40,90"))
  }

  @Test("frames without boxes count, and no boxes give no tracks")
  func gaps() throws {
    let run = try track(
      ["--detections", "det.txt", "--fps", "1"],
      ["det.txt": "1,-1,10,10,20,20,0.9\n\n9,-1,10,10,20,20,0.9\n10,-1,10,10,20,20,0.9\n"])
    #expect(run.status == .success)
    // More than a second and a half went by: it is another object.
    let ids = run.output.split(separator: "\n").map { $0.split(separator: ",").prefix(2) }
    #expect(ids.map(Array.init) == [["1", "1"], ["10", "2"]])
    let none = try track(["--detections", "det.txt"], ["det.txt": "\n"])
    #expect(none.status == .success && none.output.isEmpty)
  }

  @Test(
    "says what is wrong with a file",
    arguments: [
      ("1,-1,x,0,1,1,1", .badData, "det.txt: line 1"), ("1,-1,2", .badData, "line 1"),
      ("-3,-1,0,0,1,1,1", .badData, "a frame number -3"),
      ("0,-1,0,0,9,9,1\n1,-1,0,0,9,9,1", .badData, "counts frames from 1"),
      ("1,-1,0.1,0.2,0.5,0.4,1\n2,-1,0.1,0.2,0.5,0.4,1", .badData, "smaller than a pixel"),
      ("9000000000,-1,0,0,1,1,1", .badData, "a frame number 9000000000"),
      ("1,-1,0,0,1,1,1\n7,-1,0,0,-5,1,1", .badData, "det.txt: frame 7"),
    ] as [(String, ExitCode, String)])
  func wrong(_ text: String, _ status: ExitCode, _ message: String) throws {
    let run = try track(["--detections", "det.txt"], ["det.txt": text])
    #expect(run.status == status)
    #expect(run.error.contains(message), "\(run.error)")
  }

  @Test("says that a file is missing or a folder")
  func missing() throws {
    #expect(try track(["--detections", "/nowhere/det.txt"]).status == .noInput)
    #expect(try track(["--detections", "/"]).status == .badData)
    let motion = try track(
      ["--detections", "det.txt", "--camera-motion", "/nowhere/gmc.txt"],
      ["det.txt": Self.detections])
    #expect(motion.status == .noInput && motion.error.contains("/nowhere/gmc.txt"))
    let bad = try track(
      ["--detections", "det.txt", "--camera-motion", "gmc.txt"],
      ["det.txt": Self.detections, "gmc.txt": "1 2 3"])
    #expect(bad.status == .badData && bad.error.contains("gmc.txt: line 1"))
  }

  @Test("motions that no camera makes are passed over with a warning, or refused when all are such")
  func impossibleMotions() throws {
    func run(_ motions: [String]) throws -> (status: ExitCode, output: String, error: String) {
      try track(
        ["--detections", "det.txt", "--camera-motion", "gmc.txt", "--fps", "10"],
        ["det.txt": Self.detections, "gmc.txt": motions.joined(separator: "\n")])
    }
    let still = Array(repeating: "1 0 0 0 1 0", count: 8)
    var some = still
    some[4] = "0 0 0 0 0 0"
    some[6] = "900 0 0 0 900 0"
    let (told, warned) = (try run(still), try run(some))
    #expect(warned.status == .success)
    #expect(warned.output.split(separator: "\n").count == told.output.split(separator: "\n").count)
    #expect(told.error.isEmpty)
    #expect(warned.error.contains("2 of 8 motions"), "\(warned.error)")
    #expect(warned.error.contains("frame 4"), "\(warned.error)")
    let refused = try run(Array(repeating: "0 0 0 0 0 0", count: 8))
    #expect(refused.status == .badData && refused.output.isEmpty)
    #expect(refused.error.contains("no motion that a camera can make"), "\(refused.error)")
  }

  @Test(
    "motions that belong to none of the frames are refused",
    arguments: [
      ("8 1 0 0 0 1 0\n9 1 0 0 0 1 0", "motions for the frames 8 through 9"), ("\n", "no motions"),
    ])
  func motionsOfAnotherVideo(_ motions: String, _ message: String) throws {
    let run = try track(
      ["--detections", "det.txt", "--camera-motion", "gmc.txt"],
      ["det.txt": Self.detections, "gmc.txt": motions])
    #expect(run.status == .badData && run.output.isEmpty)
    #expect(run.error.contains(message), "\(run.error)")
    #expect(run.error.contains("some for the frames 0 through 7"), "\(run.error)")
  }
}
