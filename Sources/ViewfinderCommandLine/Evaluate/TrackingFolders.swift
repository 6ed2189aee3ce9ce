internal import Viewfinder
internal import ViewfinderEvaluation

/// The sequences of a tracking data set in the layout of MOTChallenge, and a tracker's answers.
///
/// True tracks are `SEQUENCE/gt/gt.txt` with a `seqinfo.ini` beside the folder `gt`, or
/// `SEQUENCE.txt`; answers are `SEQUENCE.txt`. Two files stand for one sequence.
struct TrackingFolders {
  /// A sequence that has not been read yet.
  struct Sequence: Sendable {
    let name: String
    let truth: String
    let tracks: String
    /// A file that says how many frames there are.
    let information: String?

    /// Reads and checks the files.
    func read() throws(ViewfinderError) -> TrackingSequence {
      try TrackingSequence(
        contentsOf: truth, tracks: tracks, information: information, name: name)
    }
  }

  /// The sequences by name.
  let sequences: [Sequence]

  /// Finds the files.
  init(truth: String, tracks: String) throws(ViewfinderError) {
    guard FileSystem.kind(of: truth) == .folder else {
      sequences = [
        Sequence(name: Self.stem(truth), truth: truth, tracks: tracks, information: nil)
      ]
      return
    }
    if let alone = Self.sequence(in: truth, name: Self.stem(truth), tracks: tracks) {
      sequences = [alone]
      return
    }
    guard let entries = FileSystem.entries(of: truth) else {
      throw ViewfinderError(.notFound, subject: truth, found: "an unreadable folder")
    }
    sequences = entries.compactMap { entry in
      let path = FileSystem.joined(truth, entry.name)
      let name = entry.isFolder ? entry.name : Self.stem(entry.name)
      let answer = FileSystem.joined(tracks, name + ".txt")
      if entry.isFolder { return Self.sequence(in: path, name: name, tracks: answer) }
      guard entry.name.hasSuffix(".txt"), entry.name != "seqmap.txt" else { return nil }
      return Sequence(name: name, truth: path, tracks: answer, information: nil)
    }
    if sequences.isEmpty {
      throw ViewfinderError(
        .notFound, subject: truth, found: "a folder without true tracks",
        expected: "SEQUENCE/gt/gt.txt or SEQUENCE.txt")
    }
  }

  private static func sequence(in folder: String, name: String, tracks: String) -> Sequence? {
    let truth = FileSystem.joined(folder, "gt/gt.txt")
    guard FileSystem.kind(of: truth) == .file else { return nil }
    let information = FileSystem.joined(folder, "seqinfo.ini")
    let file =
      FileSystem.kind(of: tracks) == .folder
      ? FileSystem.joined(tracks, name + ".txt") : tracks
    return Sequence(
      name: name, truth: truth, tracks: file,
      information: FileSystem.kind(of: information) == .file ? information : nil)
  }

  /// The last component of a path, without `.txt`.
  private static func stem(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.hasSuffix(".txt") ? String(name.dropLast(4)) : name
  }
}
