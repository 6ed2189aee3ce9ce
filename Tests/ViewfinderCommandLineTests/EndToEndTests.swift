import Foundation
import Testing
import ViewfinderCommandLine
import ViewfinderInference
import ViewfinderTestSupport

/// The built program, with real photos, a real model and LiteRT.
enum Program {
  /// Beside the test bundle, where the build leaves it.
  static let path: String? = {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent().path
    let candidates = [folder + "/viewfinder", "/proc/self/exe"].compactMap { candidate -> String? in
      if candidate.hasPrefix("/proc") {
        guard let real = try? FileManager.default.destinationOfSymbolicLink(atPath: candidate)
        else { return nil }
        return URL(fileURLWithPath: real).deletingLastPathComponent().path + "/viewfinder"
      }
      return candidate
    }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  static let model = "cases/models/tflite_support/mobilenet_v1_0.25_224_quant.tflite"
  static let ssd = "cases/models/tflite_support/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite"

  /// Whether there is everything to label photos with.
  static let canLabel: Bool = {
    guard Shared.isPresent, let burger = try? Shared.path("cases/photos/burger.jpg"),
      let run = try? label([burger])
    else { return false }
    return run.status == 0
  }()

  static func run(_ arguments: [String], input: Data = Data()) throws -> ChildProcess {
    try ChildProcess.run(try #require(path), arguments, input: input)
  }

  static func label(_ arguments: [String], input: Data = Data()) throws -> ChildProcess {
    let program = try #require(path)
    let model = try Shared.path(model)
    return try ChildProcess.run(program, ["label", "--model", model] + arguments, input: input)
  }
}

@Suite("Program", .serialized, .enabled(if: Program.path != nil))
struct ProgramTests {
  @Test("writes help to standard output and misuse to standard error")
  func streams() throws {
    let program = try #require(Program.path)
    let help = try ChildProcess.run(program, ["--help"], environment: ["COLUMNS": "80"])
    #expect(help.status == 0)
    #expect(help.output == HelpSnapshots.root)
    #expect(help.error.isEmpty)
    let misuse = try ChildProcess.run(program, ["lable"])
    #expect(misuse.status == 64)
    #expect(misuse.output.isEmpty)
    #expect(misuse.error.contains("did you mean 'label'?"))
  }

  @Test("says when its output cannot be written")
  func full() throws {
    try #require(FileManager.default.fileExists(atPath: "/dev/full"))
    let program = try #require(Program.path)
    let run = try ChildProcess.run(program, ["--help"], outputPath: "/dev/full")
    #expect(run.status == 73)
    #expect(run.error.contains("cannot write the output: "))
  }

  @Test("ends quietly when its reader goes away")
  func closedPipe() throws {
    let program = try #require(Program.path)
    // The reader ends first, then the writer starts.
    let script = "{ sleep 0.2; '\(program)' --help; echo $? >&2; } | true"
    let run = try ChildProcess.run("/bin/sh", ["-c", script])
    #expect(run.error == "141\n")
  }
}

@Suite("Labelling", .serialized, .enabled(if: Program.canLabel))
struct LabellingTests {
  private func burger() throws -> String { try Shared.path("cases/photos/burger.jpg") }

  private func confidence(_ json: some StringProtocol) throws -> Double {
    let match = try #require(String(json).firstMatch(of: /"confidence":([0-9.e-]+)/))
    return try #require(Double(match.1))
  }

  @Test("gives the known answer in the promised form")
  func known() throws {
    let burger = try burger()
    let run = try Program.label(["--json", "--max-results", "1", burger])
    #expect(run.status == 0)
    let start = """
      {"source":"\(burger)","width":480,"height":325,\
      "labels":[{"index":934,"text":"cheeseburger","confidence":0.
      """
    #expect(run.output.hasPrefix(start))
    #expect(run.output.hasSuffix("}]}\n"))
    // The published answer, and the tolerance for another way of scaling.
    #expect(abs(try confidence(run.output) - 0.97265625) <= 0.02)
  }

  @Test("reads standard input, lists, patterns and folders alike")
  func inputs() throws {
    let burger = try burger()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: burger))
    let file = try Program.label(["--json", burger])
    let piped = try Program.label(["--json", "-"], input: bytes)
    #expect(piped.output == file.output.replacing(burger, with: "-"))
    let listed = try Program.label(["--json", "@-"], input: Data((burger + "\n").utf8))
    #expect(listed.output == file.output)
    let pattern = try Program.label(["--json", burger.replacing("burger.jpg", with: "b?rger.jpg")])
    #expect(pattern.output == file.output)
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: burger, toPath: folder.path + "/burger.jpg")
    let inFolder = try Program.label(["--json", folder.path])
    #expect(inFolder.output == file.output.replacing(burger, with: folder.path + "/burger.jpg"))
  }

  @Test("keeps the order and the answers whatever the number of workers")
  func order() throws {
    // From 400 to 1200 pixels wide, so that later ones are ready earlier.
    let photos = try ["cats_and_dogs", "burger", "pets", "burger", "cat", "burger"]
      .map { try Shared.path("cases/photos/\($0).jpg") }
    let alone = try Program.label(["--json", "--jobs", "1"] + photos)
    let together = try Program.label(["--json", "--jobs", "4"] + photos)
    #expect(alone.output.split(separator: "\n").count == photos.count)
    #expect(together.output == alone.output)
    #expect(together.status == alone.status)
  }

  @Test("goes on after failures and tells them in the exit code")
  func failures() throws {
    let burger = try burger()
    let folder = try TemporaryFolder()
    try folder.write("no picture", to: "text.jpg")
    let missing = try Program.label(["--json", folder.path + "/gone.jpg", burger])
    #expect(missing.status == 66)
    #expect(missing.output.split(separator: "\n").count == 2)
    #expect(missing.output.contains(#""error":{"code":"notFound","message":"#))
    let bad = try Program.label(
      ["--json", folder.path + "/gone.jpg", folder.path + "/text.jpg", burger])
    #expect(bad.status == 65)
    #expect(bad.output.split(separator: "\n").count == 3)
    let outside = try Program.label(["--region", "5000,0,10,10", burger])
    #expect(outside.status == 65)
    #expect(outside.error.contains("480 × 325"))
  }

  @Test("looks at the region only")
  func region() throws {
    let burger = try burger()
    let whole = try Program.label(["--json", burger])
    let same = try Program.label(["--json", "--region", "0,0,480,325", burger])
    #expect(same.output == whole.output)
    let part = try Program.label(["--json", "--region", "0,0,60,60", burger])
    #expect(part.status == 0)
    #expect(part.output.contains(#""width":480,"height":325"#))
    #expect(part.output != whole.output)
  }

  @Test("times the stages")
  func timings() throws {
    let run = try Program.label(["--json", "--timings", try burger()])
    let pattern =
      /"timings":\{"decode":[0-9.]+,"sample":[0-9.]+,"invoke":[0-9.]+,"post":[0-9.]+\}\}\n$/
    #expect(run.output.contains(pattern))
  }

  @Test("tells a missing model from a bad one")
  func models() throws {
    let program = try #require(Program.path)
    let burger = try burger()
    let missing = try ChildProcess.run(program, ["label", "--model", "/gone.tflite", burger])
    #expect(missing.status == 66)
    let bad = try ChildProcess.run(program, ["label", "--model", burger, burger])
    #expect(bad.status == 65)
    #expect(bad.output.isEmpty)
  }

  @Test("says how to get LiteRT when it is missing")
  func runtime() throws {
    let program = try #require(Program.path)
    let run = try ChildProcess.run(
      program, ["label", "--model", try Shared.path(Program.model), try burger()],
      environment: ["VIEWFINDER_LITERT": "/gone/libLiteRt.so"])
    #expect(run.status == 1)
    #expect(run.error.contains("VIEWFINDER_LITERT"))
  }

  @Test("takes LiteRT from where it is installed or was built, and from no other folder above")
  func libraries() throws {
    let program = try #require(Program.path)
    let library = try LiteRTRuntime.shared().libraryPath
    let folder = try TemporaryFolder()
    let arguments = ["label", "--model", try Shared.path(Program.model), try burger()]
    func install(_ place: String, _ libraryPlace: String, changed: Bool = false) throws -> String {
      for path in [place, libraryPlace] {
        try FileManager.default.createDirectory(
          atPath: URL(filePath: "\(folder.path)/\(path)").deletingLastPathComponent().path,
          withIntermediateDirectories: true)
      }
      var bytes = try Data(contentsOf: URL(filePath: library))
      if changed { bytes.append(0) }
      try bytes.write(to: URL(filePath: "\(folder.path)/\(libraryPlace)"))
      let copy = "\(folder.path)/\(place)"
      try FileManager.default.copyItem(atPath: program, toPath: copy)
      return copy
    }
    let around = try install("x/a/b/viewfinder", "x/.viewfinder/lib/libLiteRt.so")
    #expect(try ChildProcess.run(around, arguments).status == 1)
    let installed = try install("y/bin/viewfinder", "y/lib/viewfinder/libLiteRt.so")
    #expect(try ChildProcess.run(installed, arguments).status == 0)
    // One that others may exchange is not loaded, whatever it is now.
    let place = "\(folder.path)/y/lib/viewfinder"
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: place)
    let open = try ChildProcess.run(installed, arguments)
    #expect(open.status == 1 && open.error.contains("may be written to by other users"))
    // Nor is a library of the system, of which the loader would take the one beside the program.
    let besides = "\(folder.path)/y/bin"
    for name in ["libvips.so.42", "libcurl.so.4"] {
      try Data("no library".utf8).write(to: URL(filePath: "\(besides)/\(name)"))
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: besides)
    let beside = try ChildProcess.run(
      installed, arguments, environment: ["VIEWFINDER_LITERT": library])
    #expect(beside.status == 0)
    // Another build is loaded only where it is named, with a remark.
    let changed = try install("z/bin/viewfinder", "z/lib/viewfinder/libLiteRt.so", changed: true)
    let refused = try ChildProcess.run(changed, arguments)
    #expect(refused.status == 1 && refused.error.contains("another build of LiteRT"))
    let named = try ChildProcess.run(
      changed, arguments,
      environment: ["VIEWFINDER_LITERT": "\(folder.path)/z/lib/viewfinder/libLiteRt.so"])
    #expect(named.status == 0 && named.error.contains("as it was tested"))
  }

  @Test("stops at an interrupt with what it has")
  func interrupt() throws {
    let program = try #require(Program.path)
    let model = try Shared.path(Program.model)
    // A list that never ends keeps the run going until the interrupt.
    let script = """
      mkfifo list; exec 3<>list
      for i in 1 2 3; do echo '\(try burger())' >&3; done
      '\(program)' label --model '\(model)' --json @list > out &
      child=$!
      for i in $(seq 600); do [ "$(wc -l < out)" -ge 3 ] && break; sleep 0.1; done
      kill -INT $child
      for i in $(seq 300); do grep -q 'State:.[^Z]' /proc/$child/status || break; sleep 0.1; done
      kill -KILL $child; wait $child; echo $?; cat out
      """
    let folder = try TemporaryFolder()
    try folder.write(script, to: "script")
    let run = try ChildProcess.run(
      "/bin/bash", ["-c", "set -m; cd '\(folder.path)'; . ./script"])
    let lines = run.output.split(separator: "\n")
    #expect(lines.first == "130")
    #expect(lines.filter { $0.hasPrefix("{") }.count == 3)
    #expect(run.error.contains("interrupted after 3"))
  }
}

@Suite("Filters at the terminal", .serialized, .enabled(if: Program.canLabel))
struct FilterTests {
  @Test("a bilinear picture is the same from every format")
  func bilinear() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Noise of a size that would be shrunk while it is read: by 2 in PNG, not at all in a bitmap.
    let side = 1000
    var random = SplitMix(seed: 12)
    let rgb = (0..<3 * side * side).map { _ in UInt8.random(in: 0...255, using: &random) }
    let png = folder.appending(path: "a.png")
    try Data(PNGChunk.file(width: side, height: side, rgb: rgb)).write(to: png)
    func little(_ value: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var bitmap = Array("BM".utf8) + little(54 + rgb.count) + little(0) + little(54) + little(40)
    bitmap += little(side) + little(-side) + [1, 0, 24, 0] + [UInt8](repeating: 0, count: 24)
    for pixel in 0..<side * side { bitmap += rgb[3 * pixel..<3 * pixel + 3].reversed() }
    let bmp = folder.appending(path: "a.bmp")
    try Data(bitmap).write(to: bmp)
    let labels = try [png, bmp].map { url in
      let run = try Program.label(["--json", "-n", "5", "--filter", "bilinear", url.path])
      #expect(run.status == 0)
      return run.output.split(separator: "\"labels\"").last.map(String.init)
    }
    #expect(labels[0] != nil && labels[0] == labels[1])
  }
}
