import Foundation
import Synchronization
import Testing
import Viewfinder
import ViewfinderCommandLine
import ViewfinderCore

/// Answers from the name of the input, after a time that depends on it.
private struct FakeLabeler: PhotoProcessor {
  func process(_ input: Input) -> PhotoRecord<LabelAnswer> {
    if case .unusable(let source, let error) = input {
      return PhotoRecord(source: source, outcome: .failure(error))
    }
    let source = input.source
    usleep(UInt32(source.utf8.reduce(0) { $0 &+ UInt32($1) } % 7 * 500))
    if let mark = source.firstIndex(of: "!") {
      let code = source[source.index(after: mark)...]
      let error = ViewfinderError(
        ViewfinderError.Code(rawValue: String(code)), subject: source, found: "a test",
        expected: "none", remedy: "Go on.")
      return PhotoRecord(source: source, outcome: .failure(error))
    }
    let label = PhotoLabel(index: 934, text: "cheeseburger", confidence: 0.97265625)
    let timings = PhotoTimings(
      decode: .microseconds(1234), sample: .nanoseconds(500_400), invoke: .milliseconds(2))
    return PhotoRecord(
      source: source,
      outcome: .success(.init(width: 480, height: 325, labels: [label], timings: timings)))
  }
}

@Suite("Label run")
struct LabelRunTests {
  private func run(
    _ sources: [String], _ recorded: RecordedRun, jobs: Int = 2, isJSON: Bool = true,
    showsTimings: Bool = false, isQuiet: Bool = false
  ) throws(CommandFailure) -> ExitCode {
    let report = LineReport<LabelAnswer>(
      isJSON: isJSON, showsTimings: showsTimings, style: Style(isOn: false))
    var run = PhotoRun(in: recorded.context, report: report, isQuiet: isQuiet)
    let inputs = sources.map { Input.file(path: $0) }
    return try run.run(
      inputs.makeIterator(), total: sources.count, jobs: jobs, processor: FakeLabeler())
  }

  @Test("prints exactly the promised JSON")
  func json() throws {
    let recorded = RecordedRun()
    #expect(try run(["burger.jpg"], recorded) == .success)
    #expect(
      recorded.output.text == """
        {"source":"burger.jpg","width":480,"height":325,"labels":\
        [{"index":934,"text":"cheeseburger","confidence":0.97265625}]}

        """)
    #expect(recorded.error.text.isEmpty)
  }

  @Test("adds the milliseconds of each stage")
  func timings() throws {
    let recorded = RecordedRun()
    _ = try run(["a"], recorded, showsTimings: true)
    #expect(
      recorded.output.text.hasSuffix(
        #"}],"timings":{"decode":1.234,"sample":0.5,"invoke":2.0,"post":0.0}}"# + "\n"))
  }

  @Test("prints errors as objects between the others and goes on")
  func failures() throws {
    let recorded = RecordedRun()
    #expect(try run(["a", "b!invalidImage", "c"], recorded) == .badData)
    let lines = recorded.output.text.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(
      lines[1] == """
        {"source":"b!invalidImage","error":{"code":"invalidImage",\
        "message":"a test; expected none. Go on."}}
        """)
    #expect(recorded.error.text == "1 of 3 inputs failed\n")
  }

  @Test("keeps the order of the inputs whatever the number of threads", arguments: [1, 2, 5])
  func order(_ jobs: Int) throws {
    let recorded = RecordedRun()
    let sources = (0..<200).map { "photo-\($0).jpg" }
    #expect(try run(sources, recorded, jobs: jobs) == .success)
    let found = recorded.output.text.split(separator: "\n").map { line in
      String(line.split(separator: "\"")[3])
    }
    #expect(found == sources)
  }

  @Test(
    "ends with the status of the gravest failure",
    arguments: [
      (["a"], 0), (["!notFound"], 66), (["!notFound", "!invalidImage", "!notFound"], 65),
      (["!invalidImage", "!inferenceFailed"], 1), (["!tooLarge"], 65),
      (["!unsupportedImage", "a"], 65), (["!invalidArgument"], 65), (["!unavailable"], 1),
    ] as [([String], Int32)])
  func status(_ sources: [String], _ expected: Int32) throws {
    #expect(try run(sources, RecordedRun()).rawValue == expected)
  }

  @Test("prints a table for people and their errors apart")
  func table() throws {
    let recorded = RecordedRun()
    let status = try run(
      ["日本.jpg", "b!invalidImage"], recorded, isJSON: false, showsTimings: true)
    #expect(status == .badData)
    #expect(
      recorded.output.text == """
        日本.jpg  480 x 325
          0.9727  934  cheeseburger
          decode 1.23 ms, sample 0.50 ms, invoke 2.00 ms, post 0.00 ms

        """)
    #expect(
      recorded.error.text == """
        b!invalidImage: error: a test; expected none. Go on.
        1 of 2 inputs failed

        """)
  }

  @Test("lines up confidences and indexes")
  func alignment() {
    let labels = [
      PhotoLabel(index: 7, text: "one", confidence: 1),
      PhotoLabel(index: 123, text: "tw\u{1B}o", confidence: 0.05, head: 1),
    ]
    let answer = LabelAnswer(width: 1, height: 2, labels: labels, timings: .init())
    let report = LineReport<LabelAnswer>(
      isJSON: false, showsTimings: false, style: Style(isOn: false))
    #expect(
      report.text(for: PhotoRecord(source: "a", outcome: .success(answer))) == """
        a  1 x 2
          1.0000    7  one
          0.0500  123  tw\\u{1B}o  output 1

        """)
  }

  @Test("draws a bar on a terminal and takes it away", arguments: [true, false])
  func bar(_ outputIsTerminal: Bool) throws {
    let recorded = RecordedRun(
      Environment(outputIsTerminal: outputIsTerminal, errorIsTerminal: true))
    _ = try run((0..<50).map { "\($0)" }, recorded)
    #expect(recorded.error.text.contains("/50"))
    #expect(recorded.error.text.hasSuffix("\r\u{1B}[K"))
    #expect(!recorded.output.text.contains("\u{1B}[K"))
  }

  @Test("draws no bar when quiet, when piped, or for one picture")
  func noBar() throws {
    let terminal = Environment(errorIsTerminal: true)
    for (environment, count, isQuiet) in [
      (terminal, 9, true), (Environment(), 9, false), (terminal, 1, false),
      (Environment(variable: { $0 == "TERM" ? "dumb" : nil }, errorIsTerminal: true), 9, false),
    ] {
      let recorded = RecordedRun(environment)
      _ = try run((0..<count).map { "\($0)" }, recorded, isQuiet: isQuiet)
      #expect(recorded.error.text.isEmpty)
    }
  }

  @Test(
    "stops when nobody reads or nothing can be written",
    arguments: [OutputFailure.closedPipe, .cannotWrite("no space left on device")])
  func unwritable(_ failure: OutputFailure) {
    let recorded = RecordedRun()
    recorded.output.failure = (500, failure)
    let sources = (0..<10_000).map { "\($0)" }
    let error = #expect(throws: CommandFailure.self) { try run(sources, recorded) }
    guard case .output(failure) = error else {
      Issue.record("found \(String(describing: error))")
      return
    }
    #expect(recorded.output.text.utf8.count <= 500)
  }

  @Test("ends cleanly when interrupted", arguments: [1, 3])
  func interrupted(_ jobs: Int) throws {
    let asked = Atomic(0)
    let recorded = RecordedRun(
      Environment(isInterrupted: { asked.add(1, ordering: .relaxed).newValue > 30 }))
    let status = try run((0..<10_000).map { "\($0)" }, recorded, jobs: jobs)
    #expect(status == .interrupted)
    #expect(recorded.error.text.hasPrefix("interrupted after "))
    #expect(recorded.error.text.hasSuffix(" of 10000\n"))
    #expect(recorded.output.text.isEmpty || recorded.output.text.hasSuffix("}\n"))
  }
}

@Suite("Label options")
struct LabelOptionsTests {
  private func options(_ arguments: String...) throws -> LabelOptions {
    let label = try #require(CommandTree.root.child("label"))
    return try LabelOptions(label.specification.parse(arguments))
  }

  @Test("are read")
  func read() throws {
    let all = try options(
      "--model", "m.tflite", "-l", "l.txt", "--mean=127.5", "--std", "1,2,3", "-t", "0.25",
      "--max-results=3", "--locale", "de", "--json", "--timings", "-j4", "--threads", "2", "-rq",
      "--orientation", "6", "--scaling", "letterbox", "--region", "1,2,3,4.5", "a", "b")
    #expect(all.classifier.model == "m.tflite")
    #expect(all.classifier.hints.labels == "l.txt")
    #expect(all.classifier.hints.mean == [127.5])
    #expect(all.classifier.hints.standardDeviation == [1, 2, 3])
    #expect(all.threshold == 0.25)
    #expect(all.maxResults == 3)
    #expect(all.classifier.locale == "de")
    #expect(all.isJSON && all.photos.showsTimings && all.photos.isRecursive && all.photos.isQuiet)
    #expect(all.photos.jobs == 4)
    #expect(all.photos.threads == 2)
    #expect(all.photos.orientation == 6)
    #expect(all.classifier.usesLetterbox)
    #expect(all.region == Box(x: 1, y: 2, width: 3, height: 4.5))
    #expect(all.photos.inputs == ["a", "b"])
  }

  @Test("have defaults that leave the choice to the model and the file")
  func defaults() throws {
    let plain = try options("a")
    #expect(plain.classifier.model == nil && plain.threshold == nil && plain.maxResults == nil)
    #expect(plain.photos.orientation == nil && plain.region == nil)
    #expect(!plain.classifier.usesLetterbox && !plain.usesBaseLabels)
    #expect(try options("--base", "-t", "0.3", "a").usesBaseLabels)
    #expect(try options("--orientation", "auto", "a").photos.orientation == nil)
  }

  @Test(
    "are refused when they make no sense",
    arguments: [
      [], ["--threshold", "1.5", "a"], ["--threshold", "x", "a"], ["--max-results", "0", "a"],
      ["--jobs", "0", "a"], ["--threads", "-1", "a"], ["--mean", "1", "a"], ["--std", "1", "a"],
      ["--mean", "1,2", "--std", "1", "a"], ["--mean", "1", "--std", "0", "a"],
      ["--region", "1,2,3", "a"], ["--region", "0,0,0,5", "a"], ["--orientation", "9", "a"],
      ["--scaling", "crop", "a"], ["-", "@-"], ["--model=", "a"],
      ["--base", "-m", "m.tflite", "a"],
      ["--base", "--labels", "l.txt", "a"], ["--base", "--scaling", "letterbox", "a"],
      ["--base", "--filter", "area", "a"], ["--base", "--mean", "1", "--std", "1", "a"],
      ["--base", "--locale", "de", "a"], ["--base", "--update", "a"],
    ])
  func refused(_ arguments: [String]) throws {
    let label = try #require(CommandTree.root.child("label"))
    #expect(throws: UsageError.self) {
      try LabelOptions(label.specification.parse(arguments))
    }
  }

  @Test(
    "share out the cores",
    arguments: [
      ([], 1, 8, 1, 4), ([], 1, 2, 1, 2), ([], 100, 8, 8, 1), ([], 3, 8, 3, 1),
      (["-j", "1"], 100, 8, 1, 4), (["-j", "4", "--threads", "2"], 100, 8, 4, 2),
      (["-j", "4"], 2, 8, 2, 1), (["--threads", "3"], 1, 8, 1, 3), ([], 0, 8, 1, 4),
    ] as [([String], Int, Int, Int, Int)])
  func concurrency(_ words: [String], _ inputs: Int, _ cores: Int, _ jobs: Int, _ threads: Int)
    throws
  {
    let label = try #require(CommandTree.root.child("label"))
    let options = try LabelOptions(label.specification.parse(words + ["a"]))
    let plan = options.photos.concurrency(inputs: inputs, cores: cores)
    #expect(plan.jobs == jobs)
    #expect(plan.threads == threads)
  }
}
