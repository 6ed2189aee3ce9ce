internal import ViewfinderCore
internal import ViewfinderInference
internal import ViewfinderSystem

/// The folder of one hosted model.
///
/// It holds `model.tflite`, which is always a whole and checked model; `record.json`; while a
/// download is unfinished `model.tflite.part`; `lock`, which whoever changes any of them holds for
/// that moment; and while a download is going on `downloading` (see ``DownloadTurn``).
struct ModelSlot: Hashable, Sendable {
  let folder: String
  /// The only SHA-256 that a model here may have, if the caller has named one.
  let pin: String?

  init(folder: String, pin: String? = nil) {
    self.folder = folder
    self.pin = pin
  }

  var modelPath: String { "\(folder)/model.tflite" }
  var partPath: String { "\(folder)/model.tflite.part" }
  var lockPath: String { "\(folder)/lock" }
  var turnPath: String { "\(folder)/downloading" }
  private var recordPath: String { "\(folder)/record.json" }
  /// A name for what a download is unpacked to; it is nobody else's, and ``tidy()`` knows it not.
  var unusedPath: String {
    "\(modelPath).\(String(UInt64.random(in: .min ... .max), radix: 36)).unpacked"
  }

  // MARK: Reading, without the lock

  /// The record, or nothing when there is none or it cannot be understood.
  func record() throws(SystemError) -> SlotRecord? {
    guard let bytes = try Folder.read(recordPath) else { return nil }
    let record = JSONText.decode(SlotRecord.self, from: bytes)
    return record?.format == SlotRecord.currentFormat ? record : nil
  }

  /// What the record says about the model that is in place, or nothing when there is none.
  func content(_ record: SlotRecord) -> SlotRecord.Content? {
    guard let size = Folder.fileSize(modelPath) else { return nil }
    if let next = record.next, next.byteCount == size, fits(next),
      hash(of: modelPath) == next.sha256
    {
      return next
    }
    guard let current = record.current, current.byteCount == size, fits(current) else { return nil }
    return current
  }

  /// Whether a model is what the caller has pinned: by its record, and by the file, which is read
  /// unless it is the very one that was checked when it was put in place.
  private func fits(_ content: SlotRecord.Content) -> Bool {
    guard let pin else { return true }
    guard content.sha256 == pin else { return false }
    if let stamp = content.stamp, stamp == FileStamp(of: modelPath) { return true }
    return hash(of: modelPath) == pin
  }

  /// The number of bytes of an unfinished download.
  var partialByteCount: Int? { Folder.fileSize(partPath) }

  // MARK: Changing, with the lock, and with the turn where a download may be going on

  func write(_ record: SlotRecord) throws(SystemError) {
    let text = JSONText.encode(record, isForReaders: true)
    try Folder.write(text + [UInt8(ascii: "\n")], to: recordPath)
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
        settled.current = stamped(next)
        settled.partial = nil
      } else if Folder.fileSize(modelPath) == next.byteCount, hash(of: modelPath) == next.sha256 {
        settled.current = stamped(next)
        settled.partial = nil
      }
    }
    if settled.current?.byteCount != Folder.fileSize(modelPath)
      || pin != nil && settled.current?.sha256 != pin
    {
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
    let own: Set = ["model.tflite", "model.tflite.part", "record.json", "lock", "downloading"]
    for name in try Folder.names(in: folder) where !own.contains(name) {
      try Folder.remove("\(folder)/\(name)")
    }
  }

  /// Gives a finished download the model's name; readers of the old file keep that.
  ///
  /// `path` is where the bytes are: the part, or what it was unpacked to.
  func install(
    _ path: String, _ content: SlotRecord.Content, in record: SlotRecord
  ) throws(SystemError) -> SlotRecord.Content {
    if path != partPath { try Folder.rename(path, to: partPath) }
    var record = record
    record.next = content
    try write(record)
    try Folder.rename(partPath, to: modelPath)
    try Folder.synchronize(folder)
    let content = stamped(content)
    record.current = content
    record.next = nil
    record.partial = nil
    try write(record)
    return content
  }

  private func stamped(_ content: SlotRecord.Content) -> SlotRecord.Content {
    var content = content
    content.stamp = FileStamp(of: modelPath)
    return content
  }

  /// Takes all away; a download that is going on ends without a model.
  func remove() throws(SystemError) {
    try DownloadTurn.revoke(self)
    for path in [modelPath, partPath, recordPath] { try Folder.remove(path) }
    try tidy()
    removeFolder()
  }

  /// Takes the folder away after a download that came to nothing, unless there is a model or the
  /// beginning of one.
  func removeIfEmpty(_ turn: DownloadTurn) {
    guard Folder.fileSize(modelPath) == nil, Folder.fileSize(partPath) == nil else { return }
    // What cannot be removed is in nobody's way.
    do throws(SystemError) {
      try Folder.remove(recordPath)
      try tidy()
    } catch {
      return
    }
    turn.end()
    removeFolder()
  }

  /// Takes the folder away if nothing but its lock is left in it.
  func removeFolder() {
    guard (try? Folder.names(in: folder))?.allSatisfy({ $0 == "lock" }) == true else { return }
    // Those that wait for the lock see that its name is gone, and start anew.
    try? Folder.remove(lockPath)
    Folder.removeFolder(folder)
  }

  // MARK: Checking

  /// Whether bytes are a model that LiteRT may be given.
  static func check(_ path: String, _ subject: String) throws(ViewfinderError) {
    do throws(ViewfinderError) {
      _ = try ModelGraph(ModelData(contentsOf: path))
    } catch {
      throw ViewfinderError(
        error.code, subject: subject, found: "the download is no sound model: \(error.found)",
        expected: error.expected, remedy: "Publish the model again.", cause: error)
    }
  }

  /// The hash of a file in hexadecimal, or nothing when it cannot be read.
  func hash(of path: String) -> String? {
    do throws(SystemError) {
      return try ContentHashes(of: SystemFile.open(path, .read)).sha256.hexadecimal
    } catch {
      return nil
    }
  }
}
