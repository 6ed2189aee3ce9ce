internal import Foundation
internal import ViewfinderCore
internal import ViewfinderInference

/// The folder of one hosted model.
///
/// It holds `model.tflite`, which is always a whole and checked model; `record.json`; while a
/// download is unfinished `model.tflite.part`; and `lock`, which whoever changes any of them holds.
struct ModelSlot: Hashable, Sendable {
  let folder: String

  var modelPath: String { "\(folder)/model.tflite" }
  var partPath: String { "\(folder)/model.tflite.part" }
  var lockPath: String { "\(folder)/lock" }
  private var recordPath: String { "\(folder)/record.json" }

  // MARK: Reading, without the lock

  /// The record, or nothing when there is none or it cannot be understood.
  func record() throws(SystemError) -> SlotRecord? {
    guard let bytes = try Folder.read(recordPath) else { return nil }
    let record = try? JSONDecoder().decode(SlotRecord.self, from: Data(bytes))
    return record?.format == SlotRecord.currentFormat ? record : nil
  }

  /// What the record says about the model that is in place, or nothing when there is none.
  func content(_ record: SlotRecord) -> SlotRecord.Content? {
    guard let size = Folder.fileSize(modelPath) else { return nil }
    if let next = record.next, next.byteCount == size, hash(of: modelPath) == next.sha256 {
      return next
    }
    return record.current?.byteCount == size ? record.current : nil
  }

  /// The number of bytes of an unfinished download.
  var partialByteCount: Int? { Folder.fileSize(partPath) }

  // MARK: Changing, with the lock

  func write(_ record: SlotRecord) throws(SystemError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(record) else {
      preconditionFailure("A record is numbers and text, which JSON can hold")
    }
    try Folder.write(Array(data) + [UInt8(ascii: "\n")], to: recordPath)
  }

  /// Brings files and record together again after a process has ended at any moment.
  ///
  /// - Returns: The record as it is written now.
  func settle(_ record: SlotRecord) throws(SystemError) -> SlotRecord {
    var settled = record
    if let next = record.next {
      settled.next = nil
      if hash(of: partPath) == next.sha256 {
        try Folder.rename(partPath, to: modelPath)
        try Folder.synchronize(folder)
        settled.current = next
        settled.partial = nil
      } else if Folder.fileSize(modelPath) == next.byteCount, hash(of: modelPath) == next.sha256 {
        settled.current = next
        settled.partial = nil
      }
    }
    if settled.current?.byteCount != Folder.fileSize(modelPath) {
      settled.current = nil
      try Folder.remove(modelPath)
    }
    if settled.partial?.isResumable != true || partialByteCount == nil {
      settled.partial = nil
      try Folder.remove(partPath)
    }
    if settled != record { try write(settled) }
    try tidy()
    return settled
  }

  /// Takes away what a process that was ended left half-written.
  func tidy() throws(SystemError) {
    let own: Set = ["model.tflite", "model.tflite.part", "record.json", "lock"]
    for name in try Folder.names(in: folder) where !own.contains(name) {
      try Folder.remove("\(folder)/\(name)")
    }
  }

  /// Gives the finished download the model's name; readers of the old file keep that.
  func install(_ content: SlotRecord.Content, in record: SlotRecord) throws(SystemError) {
    var record = record
    record.next = content
    try write(record)
    try Folder.rename(partPath, to: modelPath)
    try Folder.synchronize(folder)
    record.current = content
    record.next = nil
    record.partial = nil
    try write(record)
  }

  func remove() throws(SystemError) {
    for path in [modelPath, partPath, recordPath] { try Folder.remove(path) }
    try tidy()
    // The lock last: whoever waits for it sees that its name is gone, and starts anew.
    try Folder.remove(lockPath)
    Folder.removeFolder(folder)
  }

  /// Takes the folder away after a download that came to nothing, unless there is a model or the
  /// beginning of one.
  func removeIfEmpty() {
    guard Folder.fileSize(modelPath) == nil, Folder.fileSize(partPath) == nil else { return }
    // What cannot be removed is in nobody's way.
    try? remove()
  }

  // MARK: Checking

  /// Whether bytes are a model that LiteRT may be given.
  static func check(_ path: String, _ subject: String) throws(ViewfinderError) {
    do throws(ViewfinderError) {
      _ = try ModelGraph(ModelData(contentsOf: path))
    } catch {
      throw ViewfinderError(
        error.code, subject: subject, found: "the download is no sound model: \(error.found)",
        expected: error.expected, remedy: "Publish the model again.")
    }
  }

  /// The hash of a file in hexadecimal, or nothing when it cannot be read.
  func hash(of path: String) -> String? {
    do throws(SystemError) {
      var hasher = ContentHasher(md5: false, crc32c: false)
      try Self.feed(path, to: &hasher)
      return hasher.finish().sha256.hexadecimal
    } catch {
      return nil
    }
  }

  static func feed(_ path: String, to hasher: inout ContentHasher) throws(SystemError) {
    let file = try SystemFile.open(path, .read)
    while true {
      let bytes = try file.read(capacity: 1 << 18)
      if bytes.isEmpty { return }
      hasher.update(bytes.span)
    }
  }
}
