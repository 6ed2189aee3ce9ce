import Foundation
import Synchronization
import Testing
import Viewfinder
import ViewfinderCommandLine
import ViewfinderTestSupport

@Suite("Tracking", .serialized, .enabled(if: Program.canLabel && VideoReader.isAvailable))
struct TrackingTests {
  private struct Line: Decodable {
    struct Object: Decodable {
      struct Frame: Decodable { let x, y, width, height: Double }
      struct Label: Decodable { let text: String }
      let frame: Frame
      let confidence: Float
      let trackingID: Int
      let labels: [Label]
    }
    struct Failure: Decodable { let code, message: String }
    let source: String
    let frame: Int?
    let time: Double?
    let width: Int?
    let height: Int?
    let objects: [Object]?
    let error: Failure?
    let timings: [String: Double]?
  }

  /// A video among the fixtures of the target that reads them.
  private func fixture(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "ViewfinderMediaTests/Fixtures/Videos/\(name)").path
  }

  private func shared(_ name: String) throws -> String {
    try Shared.path("cases/videos/\(name)")
  }

  private func lines(_ text: String) throws -> [Line] {
    try text.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }

  private func frameCount(_ path: String) throws -> Int {
    let video = try VideoReader(path: path)
    var count = 0
    while try video.next() != nil { count += 1 }
    return count
  }

  @Test("gives a line of JSON for each frame, with its time")
  func frames() throws {
    let path = fixture("variable-rate.mp4")
    let run = try Program.run(["track", "--json", "--timings", path])
    #expect(run.status == 0, "\(run.error)")
    #expect(run.error.isEmpty)
    let lines = try lines(run.output)
    let video = try VideoReader(path: path)
    for (index, line) in lines.enumerated() {
      let frame = try #require(try video.next())
      #expect(line.source == path && line.frame == index)
      #expect(line.width == frame.width && line.height == frame.height)
      #expect(abs((line.time ?? -1) - (frame.time ?? .zero) / .seconds(1)) < 1e-6)
      #expect(line.timings?.keys.sorted() == ["decode", "track"])
    }
    #expect(try video.next() == nil)
    let first = try #require(run.output.split(separator: "\n").first)
    #expect(first.contains(#","frame":0,"time":0.0,"width":64,"height":48,"objects":["#))
  }

  @Test("keeps one number for one car, and prints a line for its track")
  func car() throws {
    let path = try shared("derived/car_upright_reference.mp4")
    let arguments = ["track", "--detector", try Shared.path(Program.ssd), "--classify", path]
    let run = try Program.run(arguments + ["--json"])
    #expect(run.status == 0, "\(run.error)")
    let lines = try lines(run.output)
    let seen = lines.filter { $0.objects?.isEmpty == false }
    #expect(seen.count > 20)
    for line in lines {
      #expect(line.objects?.count ?? 0 <= 1)
      for object in line.objects ?? [] {
        let frame = object.frame
        #expect(frame.x >= 0 && frame.y >= 0 && frame.width > 0 && frame.height > 0)
        #expect(frame.x + frame.width <= Double(line.width ?? 0) + 0.01)
        #expect(frame.y + frame.height <= Double(line.height ?? 0) + 0.01)
      }
    }
    let table = try Program.run(arguments + ["--timings"])
    #expect(table.output.contains(#/id +first +last +frames +mean box +label\n +0 /#))
    let detections = try #require(table.output.firstMatch(of: #/, (\d+) detections/#)?.1)
    #expect(try #require(Int(detections)) < lines.count / 3)
    let mot = try Program.run(arguments + ["--format", "mot"]).output.split(separator: "\n")
    #expect(mot.count == seen.count)
    let number = try #require(seen.first?.frame)
    #expect(mot.first?.hasPrefix("\(number + 1),1,") == true)
  }

  @Test("follows a turned video as its upright twin")
  func turned() throws {
    let paths = try [
      "derived/car_upright_reference.mp4", "derived/car_display_matrix_rotated.mp4",
    ].map(shared)
    let runs = try paths.map { path in
      try lines(Program.run(["track", "--json", path]).output)
    }
    #expect(runs[0].count == 100 && runs[1].count == 100)
    var sharedCount = 0
    var numbers: Set<Int?> = []
    for (upright, turned) in zip(runs[0], runs[1]) {
      #expect(upright.width == 384 && turned.width == 384 && turned.height == 216)
      guard let a = upright.objects?.first, let b = turned.objects?.first else { continue }
      sharedCount += 1
      #expect(a.trackingID == b.trackingID)
      numbers.insert(a.trackingID)
      // The two were encoded one after the other, so that their pixels differ a little.
      let frames = [a.frame, b.frame].map {
        Box(x: $0.x, y: $0.y, width: $0.width, height: $0.height)
      }
      #expect(frames[0].intersectionOverUnion(frames[1]) > 0.4)
    }
    #expect(sharedCount > 20)
    #expect(numbers == [0], "The car is one thing while it drives in.")
  }

  @Test("uses what there is of a video that was cut short, and says so")
  func cut() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/cut.mp4"
    let whole = try Data(contentsOf: URL(filePath: fixture("plain.mp4")))
    try whole.prefix(whole.count * 95 / 100).write(to: URL(filePath: path))
    let run = try Program.run(["track", "--json", "-a", folder.path + "/out.mp4", path])
    #expect(run.status == 65)
    #expect(run.error.contains("\(path): warning: the data ends before the video does"))
    let lines = try lines(run.output)
    let frames = lines.compactMap(\.frame)
    #expect(frames.count > 1 && frames == Array(0..<frames.count))
    #expect(lines.last?.error?.code == "invalidVideo" && lines.count == frames.count + 1)
    #expect(try frameCount(folder.path + "/out.mp4") == frames.count)
  }

  @Test("goes on behind a video that fails")
  func failures() throws {
    let folder = try TemporaryFolder()
    try folder.write("no video", to: "a.mp4")
    let run = try Program.run([
      "track", "--json", folder.path + "/a.mp4", folder.path + "/gone.mp4", fixture("plain.mp4"),
    ])
    #expect(run.status == 65)
    let lines = try lines(run.output)
    #expect(lines.count == 12)
    #expect(lines.prefix(2).map { $0.error?.code } == ["invalidVideo", "notFound"])
    #expect(run.error.contains("2 of 3 videos failed"))
    #expect(try Program.run(["track", folder.path + "/gone.mp4"]).status == 66)
    #expect(try Program.run(["track", "-d", "/nowhere.tflite", fixture("plain.mp4")]).status == 66)
    #expect(try Program.run(["track", "--camera", "/dev/video99"]).status == 66)
  }

  @Test("draws copies into a folder, and never overwrites an input")
  func drawings() throws {
    let folder = try TemporaryFolder()
    let manager = FileManager.default
    for name in ["in/plain.mp4", "out/turned-90.mp4"] {
      let target = folder.path + "/" + name
      try manager.createDirectory(
        atPath: (target as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      let base = try #require(name.split(separator: "/").last)
      try manager.copyItem(atPath: fixture(String(base)), toPath: target)
    }
    let out = folder.path + "/out"
    let before = try Data(contentsOf: URL(filePath: out + "/turned-90.mp4"))
    let run = try Program.run(["track", "-q", "-a", out, folder.path + "/in", out])
    #expect(run.status == 73)
    #expect(run.error.contains("the file is an input as well"))
    #expect(run.output.contains("drawn in \(out)/plain.mp4"))
    #expect(try Data(contentsOf: URL(filePath: out + "/turned-90.mp4")) == before)
    #expect(try frameCount(out + "/plain.mp4") == 10)
    #expect(
      try manager.contentsOfDirectory(atPath: out).sorted() == ["plain.mp4", "turned-90.mp4"])
    let own = try Program.run([
      "track", "-a", folder.path + "/in/plain.mp4", folder.path + "/in/plain.mp4",
    ])
    #expect(own.status == 73)
    let nowhere = try Program.run(["track", "-a", "/nowhere/o.mp4", fixture("plain.mp4")])
    #expect(nowhere.status == 73 && nowhere.output.isEmpty)
  }

  @Test("reads a video from standard input")
  func standardInput() throws {
    let data = try Data(contentsOf: URL(filePath: fixture("odd-33x17.webm")))
    let run = try Program.run(["track", "--json", "-"], input: data)
    #expect(run.status == 0, "\(run.error)")
    let lines = try lines(run.output)
    #expect(lines.map(\.frame) == [0, 1, 2, 3])
    #expect(lines.allSatisfy { $0.source == "-" && $0.width == 33 && $0.height == 17 })
  }

  @Test("an interrupt leaves a whole video of what was done")
  func interrupted() throws {
    let folder = try TemporaryFolder()
    let looks = Atomic<Int>(0)
    let recorded = RecordedRun(
      Environment(isInterrupted: { looks.add(1, ordering: .relaxed).newValue > 6 }))
    let status = recorded.run(
      "track", "--json", "--annotate", folder.path + "/out.mp4", fixture("plain.mp4"))
    #expect(status == .interrupted)
    #expect(recorded.error.text.hasPrefix("interrupted after "))
    let count = recorded.output.text.split(separator: "\n").count
    #expect((1...6).contains(count))
    #expect(try frameCount(folder.path + "/out.mp4") == count)
  }

  @Test(
    "a signal to end leaves whole videos of what was done, and no hidden file",
    arguments: [("INT", "130"), ("TERM", "143")])
  func ended(signal: String, status: String) throws {
    let program = try #require(Program.path)
    let folder = try TemporaryFolder()
    let list = Array(repeating: fixture("plain.mp4"), count: 500).joined(separator: "\n")
    try folder.write(list, to: "list")
    let script = """
      '\(program)' track --json --annotate copies @list > out &
      child=$!
      for i in $(seq 600); do [ "$(wc -l < out)" -ge 15 ] && break; sleep 0.02; done
      kill -\(signal) $child
      for i in $(seq 300); do grep -q 'State:.[^Z]' /proc/$child/status || break; sleep 0.1; done
      kill -KILL $child; wait $child; echo $?
      """
    try folder.write(script, to: "script")
    let run = try ChildProcess.run(
      "/bin/bash", ["-c", "set -m; cd '\(folder.path)'; . ./script"])
    #expect(run.output.hasPrefix(status))
    #expect(run.error.contains("interrupted after"))
    let lines = try String(contentsOfFile: folder.path + "/out", encoding: .utf8)
      .split(separator: "\n")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/copies")
    #expect((2..<500).contains(names.count))
    #expect(names.allSatisfy { $0.hasPrefix("plain") })
    var count = 0
    for name in names { count += try frameCount(folder.path + "/copies/" + name) }
    #expect(count == lines.count)
  }
}
