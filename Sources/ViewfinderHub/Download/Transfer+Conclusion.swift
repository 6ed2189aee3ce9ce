internal import ViewfinderCore
internal import ViewfinderSystem

extension Transfer {
  /// Checks a file that has arrived whole, as far as the connection can tell.
  ///
  /// What is hashed is the file, not what was received: that is what is used afterwards.
  func conclude(_ receiver: FileReceiver) -> Attempt {
    let count = receiver.byteCount
    if let total = receiver.state?.byteCount ?? receiver.sent.byteCount, count < total {
      return .retry(
        ViewfinderError(
          .networkFailed, subject: plan.subject,
          found: "the connection was cut after \(count) of \(total) bytes",
          remedy: "Check the network and try again."))
    }
    let fetched: Fetched
    do throws(ViewfinderError) {
      fetched = try checked(receiver)
    } catch {
      receiver.discard()
      return .failed(error)
    }
    return .ended(.complete(fetched))
  }

  private func checked(_ receiver: FileReceiver) throws(ViewfinderError) -> Fetched {
    var hashes = try hashes(of: receiver.file, receiver.sent)
    var file = receiver.file
    if receiver.encoding == .gzip {
      file = try unpacked(receiver)
      hashes = try self.hashes(of: file, receiver.unpacked)
    }
    try check("SHA-256", hashes.sha256.hexadecimal, plan.sha256?.hexadecimal)
    return try onDisk { () throws(SystemError) in
      try file.synchronize()
      return Fetched(
        file: file, byteCount: try file.size(), sha256: hashes.sha256,
        etag: receiver.head["etag"], lastModified: receiver.head["last-modified"])
    }
  }

  /// Hashes a file, and compares it with what was promised of it.
  private func hashes(
    of file: SystemFile, _ promise: FileReceiver.Promise
  ) throws(ViewfinderError) -> ContentHashes {
    let (found, count) = try onDisk { () throws(SystemError) in
      (
        try ContentHashes(of: file, md5: promise.md5 != nil, crc32c: promise.crc32c != nil),
        try file.size()
      )
    }
    if let expected = promise.byteCount, expected != count {
      throw ViewfinderError(
        .invalidReply, subject: plan.subject, found: "the file has \(count) bytes",
        expected: "\(expected)", remedy: "Try again later.")
    }
    try check("MD5", found.md5.map(Hexadecimal.text), promise.md5.map(Hexadecimal.text))
    try check("CRC-32C", found.crc32c.map(Hexadecimal.text), promise.crc32c.map(Hexadecimal.text))
    return found
  }

  private func check(
    _ name: String, _ actual: String?, _ expected: String?
  ) throws(ViewfinderError) {
    guard let expected, let actual, expected != actual else { return }
    throw ViewfinderError(
      .hashMismatch, subject: plan.subject, found: "the file has the \(name) \(actual)",
      expected: expected,
      remedy: "Download it again; if it stays so, check the hash that was given, or publish "
        + "the model again.")
  }

  private func unpacked(_ receiver: FileReceiver) throws(ViewfinderError) -> SystemFile {
    let output = try onDisk { () throws(SystemError) in
      let file = try SystemFile.open(unpackedPath, .update(permissions: 0o666))
      try file.truncate(to: 0)
      return file
    }
    do throws(GzipDecoder.Failure) {
      try GzipDecoder.decode(receiver.file, to: output, byteLimit: byteLimit)
      return output
    } catch {
      try? Folder.remove(unpackedPath)
      switch error {
      case .file(let error): throw ViewfinderError(inCache: error)
      case .tooLarge:
        throw ViewfinderError(
          .tooLarge, subject: plan.subject, found: "the file has more than \(byteLimit) bytes",
          expected: "at most \(byteLimit) bytes")
      case .damaged, .cut:
        throw ViewfinderError(
          .invalidReply, subject: plan.subject,
          found: "the server says that the file is packed with gzip, and it "
            + (error.isCut ? "ends early" : "is not"),
          remedy: "Try again later; if it stays so, publish the file again.")
      }
    }
  }
}

extension GzipDecoder.Failure {
  fileprivate var isCut: Bool { if case .cut = self { true } else { false } }
}
