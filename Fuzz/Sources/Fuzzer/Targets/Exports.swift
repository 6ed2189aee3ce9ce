@testable import ViewfinderModels
@testable import ViewfinderSystem

extension FuzzTarget {
  /// What an Ultralytics export says about itself, as JSON or as a Python dictionary.
  static let exports = FuzzTarget(
    "exports",
    seeds: {
      [
        Array("{'task': 'detect', 'names': {0: 'a', 1: \"b\\x41\"}, 'imgsz': (640, 640)}".utf8),
        Array(#"{"task": "detect", "end2end": true, "names": {"0": "a"}}"#.utf8),
      ]
    }
  ) { bytes in
    let found = UltralyticsDescription(bytes)
    _ = found?.labels(classCount: 80)
  }

  /// Deflated bytes.
  static let deflated = FuzzTarget(
    "deflated", seeds: { [[0x4B, 0x4C, 0x4A, 0x06, 0x00]] }
  ) { bytes in
    for count in [3, 4096] { _ = try? Inflater.inflate(bytes.span, byteCount: count) }
  }

  /// A label file whose lines may begin with numbers, or JSON.
  static let keyedLabels = FuzzTarget(
    "keyed-labels",
    seeds: { [Array("0 person\n2 car\n".utf8), Array(#"{"0": "cat"}"#.utf8)] }
  ) { bytes in
    let labels = try LabelList(bytes: bytes, source: "labels", form: .keyed)
    _ = try labels.fitted(to: 3)
    _ = try labels.fitted(to: 3, mayHaveMore: true)
  }
}
