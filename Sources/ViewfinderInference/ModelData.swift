internal import ViewfinderCore

/// The bytes of a model file in memory, readable from any thread.
///
/// The whole file is read: mapping it would crash the process when somebody truncates it.
@safe
public final class ModelData: Sendable {
  /// The path the bytes came from, or another name for messages.
  public let name: String

  /// The number of bytes.
  public let byteCount: Int

  // Page-aligned and never written after `init`, hence safe to share.
  private nonisolated(unsafe) let memory: UnsafeMutableRawBufferPointer

  /// The largest file that is read, in bytes: FlatBuffers offsets cannot go beyond 2 GiB.
  public static let maximumByteCount = 2_147_483_647

  private init(name: String, memory: UnsafeMutableRawBufferPointer, byteCount: Int) {
    self.name = name
    self.byteCount = byteCount
    unsafe self.memory = memory
  }

  deinit {
    unsafe memory.deallocate()
  }

  /// Copies bytes that are already in memory.
  ///
  /// - Parameters:
  ///   - bytes: A whole model file.
  ///   - name: A name for messages.
  public convenience init(bytes: [UInt8], name: String = "model in memory") {
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(bytes.count, 64), alignment: 4096)
    unsafe memory.copyBytes(from: bytes)
    unsafe self.init(name: name, memory: memory, byteCount: bytes.count)
  }

  /// The bytes.
  public var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      let start = unsafe UnsafeBufferPointer(
        start: memory.baseAddress?.assumingMemoryBound(to: UInt8.self), count: byteCount)
      return unsafe _overrideLifetime(Span(_unsafeElements: start), borrowing: self)
    }
  }
}
