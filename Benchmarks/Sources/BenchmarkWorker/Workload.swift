import Viewfinder

/// Something to run over and over.
protocol Workload {
  mutating func run() throws -> Outcome
}

/// What a run found, and how long its stages took when it knows.
struct Outcome {
  var answer: [Answer] = []
  var stages: [(name: String, duration: Duration)] = []
}

func makeWorkload(_ arguments: Arguments) throws -> any Workload {
  switch arguments.task {
  case "invoke": try InvokeWorkload(arguments)
  case "label-decoded": try DecodedLabelWorkload(arguments)
  case "label-file": try FileLabelWorkload(arguments)
  case "detect-decoded": try DetectWorkload(arguments, fromFile: false)
  case "detect-file": try DetectWorkload(arguments, fromFile: true)
  case "detect-invoke": try DetectInvokeWorkload(arguments)
  case "decode": try DecodeWorkload(arguments)
  case "sample": try SampleWorkload(arguments)
  case "read": try ReadWorkload(arguments)
  case "associate": try AssociationWorkload(arguments)
  case "flow": try FlowWorkload(arguments)
  case "stream": try StreamWorkload(arguments)
  case "load": try LoadWorkload(arguments)
  default: throw Failure("unknown task '\(arguments.task)'")
  }
}

/// The model alone: the limit of what classification can reach.
struct InvokeWorkload: Workload {
  let session: InferenceSession

  init(_ arguments: Arguments) throws {
    let options = InferenceOptions(threads: try arguments.number("threads", default: 1))
    session = try InferenceSession(arguments.model().data, options: options)
  }

  func run() throws -> Outcome {
    try session.run()
    return Outcome()
  }
}

/// From pixels in memory to labels.
struct DecodedLabelWorkload: Workload {
  let classifier: Labeler
  let photo: InputImage

  init(_ arguments: Arguments) throws {
    classifier = try Labeler(arguments)
    photo = try PhotoDecoder().decode(path: arguments.text("photo"))
  }

  func run() throws -> Outcome {
    let (labels, timings) = try classifier.measure(photo)
    return Outcome(labels, timings)
  }
}

/// From a file to labels.
struct FileLabelWorkload: Workload {
  let classifier: Labeler
  let path: String
  let decoder = PhotoDecoder()

  init(_ arguments: Arguments) throws {
    classifier = try Labeler(arguments)
    path = try arguments.text("photo")
  }

  func run() throws -> Outcome {
    let start = ContinuousClock.now
    let photo = try decoder.decode(path: path, need: classifier.photoNeed)
    let decoding = ContinuousClock.now - start
    let (labels, timings) = try classifier.measure(photo)
    var outcome = Outcome(labels, timings)
    outcome.stages.insert(("decode", decoding), at: 0)
    return outcome
  }
}

/// From a file to pixels no smaller than a square of `--target` pixels, or to all of them.
struct DecodeWorkload: Workload {
  let path: String
  let need: PhotoDecoder.Need
  let decoder = PhotoDecoder()

  init(_ arguments: Arguments) throws {
    path = try arguments.text("photo")
    let side = try arguments.number("target", default: Int.max)
    need = side == Int.max ? .whole : .init(size: PixelSize(width: side, height: side))
  }

  func run() throws -> Outcome {
    _ = try decoder.decode(path: path, need: need)
    return Outcome()
  }
}

/// Reading and checking a model file, without compiling it.
struct LoadWorkload: Workload {
  let path: String

  init(_ arguments: Arguments) throws {
    path = try arguments.text("model")
  }

  func run() throws -> Outcome {
    _ = try ClassifierModel(path: path)
    return Outcome()
  }
}

extension Labeler {
  convenience init(_ arguments: Arguments) throws {
    let options = Options(
      maxResults: 5, threads: try arguments.number("threads", default: 1),
      workers: try arguments.number("workers", default: 1))
    self.init(model: try arguments.model(), options: options)
  }
}

extension Outcome {
  init(_ labels: [DetectedLabel], _ timings: StageTimings) {
    answer = labels.map { Answer(index: $0.index, text: $0.text, confidence: $0.confidence) }
    stages = [
      ("sample", timings.sample), ("invoke", timings.invoke), ("post", timings.postprocess),
    ]
  }
}
