import Foundation
import Testing
import ViewfinderCommandLine
import ViewfinderInference
import ViewfinderTestSupport

/// A cache and paths on the tests' server that no other test uses.
private struct Place {
  let folder: TemporaryFolder
  let name = "c" + UUID().uuidString.prefix(8).lowercased()
  let server: FaultServer
  var authorities: String?

  init(_ server: FaultServer = .shared) throws {
    self.server = server
    folder = try TemporaryFolder()
  }

  var variables: [String: String] {
    [
      "VIEWFINDER_CACHE": folder.path + "/cache", "FIREBASE_STORAGE_EMULATOR_HOST": server.host,
      "VIEWFINDER_FIREBASE_ML_HOST": server.host, "VIEWFINDER_INSTALLATIONS_HOST": server.host,
      "VIEWFINDER_CA_FILE": authorities ?? "",
    ]
  }

  var path: String { "/\(name)/bird.tflite" }
  var address: String { server.address(path) }

  static func model(_ score: Float = 0.5, size: Int = 0) -> [UInt8] {
    var model = ModelBuilder.classifier(inputType: .uint8, scores: [score, 0.25])
    model.tail = [UInt8](repeating: 0, count: max(0, size - model.bytes().count))
    return model.bytes()
  }

  /// Runs a command in this process.
  func run(_ arguments: String..., isTerminal: Bool = false) -> (RecordedRun, ExitCode) {
    let variables = variables
    let recorded = RecordedRun(
      Environment(
        variable: { variables[$0] }, outputIsTerminal: isTerminal, errorIsTerminal: isTerminal))
    return (recorded, CommandLineTool.run(arguments, in: recorded.context))
  }

  /// Starts the program.
  func start(_ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: try #require(Program.path))
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// The files in the only model's folder.
  var files: Set<String> {
    let models = folder.path + "/cache/models"
    let slots = (try? FileManager.default.contentsOfDirectory(atPath: models)) ?? []
    return Set(
      slots.flatMap {
        (try? FileManager.default.contentsOfDirectory(atPath: "\(models)/\($0)")) ?? []
      })
  }
}

@Suite("Hosted models on the command line")
struct HostedModelCommandTests {
  @Test("are pulled, listed, verified, found and removed")
  func whole() throws {
    let place = try Place()
    place.server.script(place.path, .file(Place.model(size: 2000)))
    let (pull, status) = place.run("models", "pull", place.address)
    #expect(status == .success)
    #expect(pull.error.text == "viewfinder: \(place.address) has been fetched, 2.0 kB\n")
    let file = pull.output.text.trimmingCharacters(in: .newlines)
    #expect(try Data(contentsOf: URL(filePath: file)) == Data(Place.model(size: 2000)))
    place.server.script(place.path, Reply(304))
    #expect(place.run("models", "pull", "-q", place.address).0.error.text == "")
    let (again, _) = place.run("models", "pull", place.address)
    #expect(again.error.text == "viewfinder: \(place.address) is the newest already, 2.0 kB\n")
    place.server.script(place.path, .file(Place.model(0.75, size: 2000), etag: "\"2\""))
    let (update, _) = place.run("models", "pull", place.address)
    #expect(update.error.text == "viewfinder: \(place.address) has been updated, 2.0 kB\n")
    #expect(update.output.text == pull.output.text)

    let list = place.run("models", "list").0.output.text.split(separator: "\n")
    #expect(list.count == 2 && list[0].hasPrefix("NAME") && list[1].hasSuffix(place.address))
    let name = String(list[1].prefix { $0 != " " })
    let json = place.run("models", "list", "--json").0.output.text
    #expect(json.hasPrefix(#"{"name":"\#(name)","source":"\#(place.address)","path":"#))
    #expect(json.contains(#""byteCount":2000,"sha256":""#) && json.contains(#""version":"\"2\"""#))
    #expect(place.run("models", "verify").0.output.text == name + "\n")
    for text in [name, "bird", "bird.tflite", place.address] {
      #expect(place.run("models", "path", text).0.output.text == pull.output.text)
    }
    let (inspect, inspected) = place.run("model", "inspect", place.address)
    #expect(inspected == .success && inspect.output.text.contains("2"))

    #expect(place.run("models", "remove", "bird", "none").1 == .noInput)
    #expect(place.run("models", "remove", "bird").1 == .success)
    #expect(place.run("models", "list").0.output.text == "")
    #expect(place.run("models", "path", "bird").1 == .noInput)
  }

  @Test("say what is damaged, and exit with 65")
  func damage() throws {
    let place = try Place()
    place.server.script(place.path, .file(Place.model(size: 2000)))
    let path = place.run("models", "pull", place.address).0.output.text
      .trimmingCharacters(in: .newlines)
    var bytes = Place.model(size: 2000)
    bytes[1500] ^= 0xFF
    try Data(bytes).write(to: URL(filePath: path))
    let (verify, status) = place.run("models", "verify")
    #expect(status == .badData)
    #expect(verify.output.text == "")
    #expect(verify.error.text.contains("has been changed or damaged"))
  }

  @Test(
    "exit as failures ask for",
    arguments: [
      (Reply(404), ExitCode.noInput), (Reply(403), .failure), (Reply(401), .failure),
      (Reply(400), .usage), (.file(Array("<html>".utf8)), .badData),
      (.file(Place.model(), headers: ["x-goog-hash": "md5=AAAAAAAAAAAAAAAAAAAAAA=="]), .badData),
    ])
  func statuses(_ reply: Reply, _ expected: ExitCode) throws {
    let place = try Place()
    place.server.script(place.path, reply)
    let (pull, status) = place.run("models", "pull", place.address)
    #expect(status == expected)
    #expect(pull.output.text == "")
    #expect(pull.error.text.hasPrefix("viewfinder: error: \(place.address): "))
  }

  @Test("refuse sources, hashes and configurations that cannot be")
  func misuse() throws {
    let place = try Place()
    for arguments in [
      ["models", "pull"], ["models", "pull", "bird.tflite"], ["models", "pull", "http://a.b/c"],
      ["models", "pull", "https://a.b/c", "--sha256", "12"],
      ["models", "pull", "gs://a/b", "--sha256", String(repeating: "0", count: 64)],
      ["models", "pull", "firebase:m"], ["models", "remove"], ["models", "path"],
      ["label", "--update", "x.jpg"], ["detect", "--update", "--model", "x.tflite", "x.jpg"],
    ] {
      let variables = ["HOME": place.folder.path]
      let recorded = RecordedRun(Environment(variable: { variables[$0] }))
      #expect(CommandLineTool.run(arguments, in: recorded.context) == .usage)
      #expect(!recorded.error.text.isEmpty)
    }
    let (config, status) = place.run(
      "models", "pull", "firebase:m", "--config", place.folder.path + "/none")
    #expect(status == .noInput && config.error.text.contains("no such file"))
  }

  @Test("come from Firebase by the app's file and a project of one's own")
  func firebase() throws {
    let place = try Place()
    try place.folder.write(
      """
      {"project_info": {"project_id": "other"},
       "client": [{"client_info": {"mobilesdk_app_id": "1:23:android:1"},
                   "api_key": [{"current_key": "key"}]}]}
      """, to: "google-services.json")
    place.server.script(
      "/v1/projects/\(place.name)/installations/",
      Reply(
        200, #"{"refreshToken": "r", "authToken": {"token": "t", "expiresIn": "604800s"}}"#))
    place.server.script(
      "/v1beta2/projects/\(place.name)/models/my_model:download",
      Reply(200, #"{"downloadUri": "\#(place.address)"}"#, headers: ["ETag": "h"]))
    place.server.script(place.path, .file(Place.model()))
    let (pull, status) = place.run(
      "models", "pull", "firebase:my_model", "--project", place.name, "--config",
      place.folder.path + "/google-services.json", "--cache", place.folder.path + "/cache")
    #expect(status == .success, "\(pull.error.text)")
    #expect(place.run("models", "path", "firebase:my_model").0.output.text == pull.output.text)
    // Without a project, the only model of the name will do.
    #expect(place.run("model", "inspect", "firebase:my_model").1 == .success)
  }

  @Test("show bytes, rate and time left on a terminal")
  func bar() throws {
    let place = try Place()
    place.server.script(
      place.path, .file(Place.model(size: 40_000), ["piece": 10_000, "pause": 0.08]))
    let (pull, _) = place.run("models", "pull", place.address, isTerminal: true)
    #expect(pull.error.text.contains("/40.0 kB"))
    #expect(pull.error.text.contains("kB/s"))
    #expect(pull.error.text.contains("\r\u{1B}[Kviewfinder: \(place.address)"))
  }

  @Test("end with the user's interrupt, and go on the next time")
  func interrupt() throws {
    let place = try Place()
    place.server.script(place.path, .file(Place.model(size: 40_000), ["hold": 10_000]))
    let variables = place.variables
    let server = place.server
    let path = place.path
    let recorded = RecordedRun(
      Environment(
        variable: { variables[$0] },
        isInterrupted: { server.requests(path).count == 1 && Self.partSize(variables) == 10_000 }))
    #expect(
      CommandLineTool.run(["models", "pull", place.address], in: recorded.context) == .interrupted)
    let list = place.run("models", "list").0.output.text
    #expect(list.contains("10.0 kB so far"))
    #expect(place.run("models", "path", "bird").1 == .noInput)
    #expect(place.run("models", "verify").1 == .success)
    place.server.script(place.path, .file(Place.model(size: 40_000)))
    #expect(place.run("models", "pull", place.address).1 == .success)
    #expect(place.server.requests(place.path).last?.headers["range"] == "bytes=10000-")
  }

  @Test("end when a server is slower than the least rate")
  func slow() throws {
    let place = try Place()
    place.server.script(place.path, .file(Place.model(size: 40_000), ["piece": 1, "pause": 0.05]))
    let (pull, status) = place.run(
      "models", "pull", "-q", place.address, "--min-rate", "2000", "--min-rate-over", "0.5")
    #expect(status == .failure)
    #expect(pull.error.text.contains("too slowly"))
    #expect(place.run("models", "pull", "x", "--min-rate", "-1").1 == .usage)
  }

  @Test("are pulled from a server whose private authority is named")
  func authority() throws {
    let place = try Place(.secure)
    let path = try #require(place.server.certificateAuthority)
    place.server.script(place.path, .file(Place.model(size: 2000)))
    let (refused, status) = place.run("models", "pull", "-q", place.address)
    #expect(status == .failure && refused.error.text.contains("VIEWFINDER_CA_FILE"))
    #expect(place.run("models", "pull", "-q", place.address, "--ca-file", path).1 == .success)
    place.server.script(place.path, Reply(304))
    #expect(place.run("models", "pull", "-q", place.address, "--ca-file", "/no.pem").1 == .noInput)
    var named = place
    named.authorities = path
    #expect(named.run("models", "pull", "-q", place.address).1 == .success)
  }

  @Test("that were pulled with a hash are used by their address, which asks for none")
  func pinned() throws {
    let place = try Place()
    place.server.script(place.path, .file(Place.model(size: 2000)))
    let zeros = String(repeating: "0", count: 64)
    #expect(place.run("models", "pull", "-q", place.address).1 == .success)
    let (wrong, status) = place.run("models", "pull", "-q", place.address, "--sha256", zeros)
    #expect(status == .badData && wrong.output.text == "")
    let hash = try #require(
      place.run("models", "list", "--json").0.output.text
        .firstMatch(of: /"sha256":"([0-9a-f]{64})"/)?.1)
    #expect(place.run("models", "remove", place.address).1 == .success)
    let pulled = place.run("models", "pull", "-q", place.address, "--sha256", String(hash))
    #expect(pulled.1 == .success)
    let count = place.server.requests(place.path).count
    #expect(place.run("model", "inspect", place.address).1 == .success)
    #expect(place.server.requests(place.path).count == count)
  }

  @Test("say that a cache cannot be read")
  func unreadable() throws {
    let place = try Place()
    try place.folder.write("x", to: "cache")
    for command in ["list", "verify"] {
      let (run, status) = place.run("models", command)
      #expect(status == .cannotWrite)
      #expect(run.error.text.contains("Not a directory"))
    }
  }

  private static func partSize(_ variables: [String: String]) -> Int? {
    guard let cache = variables["VIEWFINDER_CACHE"] else { return nil }
    let models = cache + "/models"
    let slot = try? FileManager.default.contentsOfDirectory(atPath: models).first
    let attributes = slot.flatMap {
      try? FileManager.default.attributesOfItem(atPath: "\(models)/\($0)/model.tflite.part")
    }
    return attributes?[.size] as? Int
  }
}

@Suite(
  "Hosted models and processes", .serialized, .enabled(if: Program.path != nil))
struct HostedModelProcessTests {
  @Test("killed at any moment leave the old or the new model and at most a resumable part")
  func kills() throws {
    let place = try Place()
    var generator = SplitMix(seed: 6)
    let models = [Place.model(0.5, size: 20_000), Place.model(0.75, size: 20_000)]
    let slow: [String: any Sendable] = ["ranges": true, "piece": 2000, "pause": 0.002]
    func publish(_ round: Int) {
      place.server.script(place.path, .file(models[round % 2], etag: "\"\(round)\"", slow))
    }
    publish(0)
    // How long an undisturbed download takes on this machine just now, with the program's start.
    let start = ContinuousClock.now
    try place.start(["models", "pull", place.address]).waitUntilExit()
    var longest = 1.3 * ((ContinuousClock.now - start) / .microseconds(1))
    let path = place.run("models", "path", "bird").0.output.text
      .trimmingCharacters(in: .newlines)
    var current = models[0]
    var updates = 0
    for round in 1...50 {
      publish(round)
      let process = try place.start(["models", "pull", place.address])
      usleep(UInt32(Double.random(in: 0...longest, using: &generator)))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let file = Array(try Data(contentsOf: URL(filePath: path)))
      #expect(file == current || file == models[round % 2])
      #expect(place.run("models", "verify").1 == .success)
      // A download that was whole and checked, but had not got its name yet, has it now.
      let verified = Array(try Data(contentsOf: URL(filePath: path)))
      #expect(verified == file || verified == models[round % 2])
      if verified == current {
        // Others may be using the machine more than before.
        longest *= 1.02
      } else {
        updates += 1
        current = verified
      }
      #expect(
        place.files.isSubset(of: ["model.tflite", "model.tflite.part", "record.json", "lock"]))
    }
    #expect((1...49).contains(updates), "The kills came too late or too early to try anything")
    publish(1)
    #expect(place.run("models", "pull", place.address).1 == .success)
    #expect(place.files == ["model.tflite", "record.json", "lock"])
  }

  @Test("pull one model at once: one transfer, and all succeed")
  func together() throws {
    let place = try Place()
    place.server.script(place.path, .file(Place.model(size: 5000), ["stall": 1]))
    let processes = try (0..<16).map { _ in
      try place.start(["models", "pull", place.address])
    }
    for process in processes {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    // Whoever came after the first had ended may rightly have asked whether there is news.
    let whole = place.server.requests(place.path).filter { $0.headers["if-none-match"] == nil }
    #expect(whole.count == 1)
    #expect(place.run("models", "verify").1 == .success)
    #expect(place.files == ["model.tflite", "record.json", "lock"])
  }

  @Test("wait for one another with words, and end when the model is removed")
  func waiting() throws {
    let place = try Place()
    place.server.script(place.path, .file(Place.model(size: 40_000), ["hold": 10_000]))
    let first = try place.start(["models", "pull", place.address])
    while place.server.requests(place.path).isEmpty { usleep(10_000) }
    let second = Process()
    second.executableURL = URL(filePath: try #require(Program.path))
    second.arguments = ["models", "pull", "-q", place.address]
    second.environment = ProcessInfo.processInfo.environment.merging(place.variables) { $1 }
    second.standardOutput = FileHandle.nullDevice
    let pipe = Pipe()
    second.standardError = pipe
    try second.run()
    // Its first words say what it waits for.
    let words = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
    #expect(
      words == "viewfinder: waiting for another download of the same model: \(place.address)\n")
    let zeros = String(repeating: "0", count: 64)
    place.server.script(place.path, .file(Place.model(size: 40_000)))
    let (pinned, status) = place.run("models", "pull", "-q", place.address, "--sha256", zeros)
    #expect(status == .badData && pinned.output.text == "")
    #expect(place.run("models", "remove", place.address).1 == .success)
    for process in [first, second] {
      process.waitUntilExit()
      #expect(process.terminationStatus == ExitCode.noInput.rawValue)
    }
    #expect(place.run("models", "list").0.output.text == "")
    #expect(place.files == [])
  }

  @Test("label pictures by the model in the cache, and update it when asked to")
  func label() throws {
    guard Program.canLabel else { return }
    let place = try Place()
    let photo = try Shared.path("cases/photos/burger.jpg")
    func confidence(_ arguments: String...) throws -> String {
      let run = try ChildProcess.run(
        try #require(Program.path), ["label", "--json", "--model", place.address] + arguments,
        environment: place.variables)
      #expect(run.status == 0)
      return String(try #require(run.output.firstMatch(of: /"confidence":([0-9.]+)/)).1) + run.error
    }
    place.server.script(place.path, .file(Place.model(0.5)))
    #expect(try confidence(photo) == "0.5")
    place.server.script(place.path, .file(Place.model(0.75), etag: "\"2\""))
    #expect(try confidence(photo) == "0.5")
    #expect(place.server.requests(place.path).count == 1)
    #expect(try confidence("--update", photo) == "0.75")
    place.server.script(place.path, Reply(404))
    let kept = try confidence("--update", photo)
    #expect(kept.hasPrefix("0.75viewfinder: the model in the cache is used"))
  }
}
