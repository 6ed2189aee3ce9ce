@testable import ViewfinderModels

extension FuzzTarget {
  /// A label file, plain or numbered.
  static let labels = FuzzTarget(
    "labels", shared: ["dict.txt", "labels.txt"],
    seeds: {
      texts("cat\ndog\n", "0 cat\r\n1 dog\r\n", "\u{FEFF}Löwe\n\n虎\n", "0 a b\n1 \n2 c")
    }
  ) { bytes in
    let plain = try LabelList(bytes: bytes, source: "input")
    precondition(plain.count > 0, "An empty list counts as labels")
    for index in 0..<plain.count { _ = plain.text(at: index) }
    _ = try LabelList(bytes: bytes, source: "input", form: .numbered)
  }
}
