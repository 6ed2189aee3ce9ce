internal import Viewfinder
internal import ViewfinderSystem

/// `viewfinder model add-metadata`: a model file that says by itself what goes in and comes out.
struct ModelAddMetadataCommand: Command {
  private static let output = Option.value(
    "output", letter: "o", "FILE", completion: .file, help: "The file to write.")
  private static let threshold = Option.value(
    "threshold", letter: "t", "X", help: "Leave out results below this score, 0 to 1.")
  private static let name = Option.value("name", "TEXT", help: "The name of the model.")
  private static let dropSignature = Option.flag(
    "drop-signature",
    help: "Leave the signatures out; those that do not fit are left out in any case.")

  static let specification = CommandSpecification(
    name: "add-metadata", summary: "Write into a model what goes in and what comes out.",
    discussion: """
      Writes a copy with TensorFlow Lite metadata, as ML Kit and MediaPipe Tasks read them: labels, \
      the normalisation of pixels, a threshold. Operators and weights stay as they are. What no \
      option says is taken from the file; exports of Teachable Machine and Ultralytics need none.
      """,
    operand: Operand("MODEL", count: 1...1, completion: .file),
    groups: [
      OptionGroup(
        "OPTIONS",
        [
          output, ModelHints.labelsOption, ModelHints.meanOption, ModelHints.deviationOption,
          threshold, name, dropSignature,
        ])
    ],
    notes: [
      CommandSpecification.Note(
        "EXIT STATUS",
        [
          ("0", "The file has been written."),
          ("64", "The command line is wrong."),
          ("65", "The model or the labels cannot be used."),
          ("66", "A file is missing."),
          ("73", "The file cannot be written."),
        ])
    ],
    examples: [
      "viewfinder model add-metadata model_unquant.tflite -o model.tflite --labels labels.txt",
      "viewfinder model add-metadata keras.tflite -o model.tflite --mean 0 --std 255",
    ])

  private let path: String
  private let target: String
  private let hints: ModelHints
  private var mender = ModelMender()

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = arguments.operands[0]
    guard let target = try arguments.string(Self.output) else {
      throw UsageError("'--output' is missing: name the file to write")
    }
    self.target = target
    hints = try ModelHints(arguments)
    mender.threshold = try arguments.number(Self.threshold, in: 0...1).map(Float.init)
    mender.name = try arguments.string(Self.name)
    mender.dropsSignatures = arguments.has(Self.dropSignature)
  }

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    do throws(ViewfinderError) {
      var mender = mender
      mender.labels = try hints.labelList()
      mender.normalization = try hints.normalization()
      let data = try ModelData(contentsOf: try ModelPath.resolveFile(path))
      try write(try mender.mend(data))
    } catch {
      throw .problem(error)
    }
    return .success
  }

  private func write(_ bytes: [UInt8]) throws(ViewfinderError) {
    do throws(SystemError) {
      try SystemFile.checkReplaceable(target)
      let file = try SystemFile.makeTemporary(beside: target)
      do throws(SystemError) {
        try file.write(bytes.span)
        try file.replace(target)
      } catch {
        try? Folder.remove(file.path)
        throw error
      }
    } catch {
      throw ViewfinderError(
        .cannotWrite, subject: target,
        found: "the file cannot be written (\(error.clause))",
        expected: "a place for a file", remedy: "Name another file or folder.")
    }
  }
}
