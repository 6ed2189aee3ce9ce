@testable import ViewfinderModels

extension FuzzTarget {
  /// The ZIP archive of associated files behind a model.
  static let archive = FuzzTarget(
    "archive", seeds: { [FuzzSeeds.archive([("labels.txt", "cat\ndog"), ("more/a.txt", "")])] }
  ) { bytes in
    guard let archive = try AppendedArchive.find(in: bytes.span) else { return }
    precondition(archive.entries.count <= AppendedArchive.maximumEntryCount)
    for entry in archive.entries.prefix(16) {
      precondition(entry.range.upperBound <= bytes.count, "An entry leaves the file")
      _ = try archive.contents(of: entry.name, in: bytes.span)
    }
  }
}
