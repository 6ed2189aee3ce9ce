public import ViewfinderCore
internal import ViewfinderSystem

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

  // Zeros behind the bytes: vectorised kernels may read a little past the last weight.
  private static let padding = 64

  /// Takes ownership of memory that holds `byteCount` bytes and the padding.
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
    let memory = unsafe ModelData.allocate(byteCount: bytes.count)
    unsafe memory.copyBytes(from: bytes)
    unsafe self.init(name: name, memory: memory, byteCount: bytes.count)
  }

  /// Reads a file.
  ///
  /// - Parameter path: The path of a model file.
  /// - Throws: `.notFound` when the file cannot be read, `.tooLarge` beyond
  ///   ``maximumByteCount``, and `.invalidModel` when it is empty or not a regular file.
  public convenience init(contentsOf path: String) throws(ViewfinderError) {
    let (file, count) = try ViewfinderError.reading(.model) { () throws(SystemError) in
      try SystemFile.openRegular(path)
    }
    guard count > 0 else {
      throw ViewfinderError(
        .invalidModel,
        subject: path,
        found: "the file is empty",
        expected: "a TensorFlow Lite model",
        remedy: "Download or export the model again."
      )
    }
    guard count <= ModelData.maximumByteCount else {
      throw ViewfinderError(
        .tooLarge,
        subject: path,
        found: "the file has \(count) bytes",
        expected: "at most \(ModelData.maximumByteCount)"
      )
    }
    let memory = unsafe ModelData.allocate(byteCount: count)
    do throws(ViewfinderError) {
      let filled = try ViewfinderError.reading(.model) { () throws(SystemError) in
        try unsafe Descriptor.fill(
          UnsafeMutableRawBufferPointer(rebasing: memory[..<count]), from: file.descriptor,
          name: path)
      }
      unsafe self.init(name: path, memory: memory, byteCount: filled)
    } catch {
      unsafe memory.deallocate()
      throw error
    }
  }

  /// The bytes.
  public var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      let start = unsafe UnsafeBufferPointer(
        start: memory.baseAddress?.assumingMemoryBound(to: UInt8.self),
        count: byteCount
      )
      return unsafe _overrideLifetime(Span(_unsafeElements: start), borrowing: self)
    }
  }

  /// A copy in which the four bytes at a position are a little-endian number.
  func replacing(_ value: UInt32, at position: Int) -> ModelData {
    precondition(position >= 0 && position + 4 <= byteCount, "The number lies in the file")
    let copy = unsafe ModelData.allocate(byteCount: byteCount)
    unsafe copy.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<byteCount]))
    unsafe copy.storeBytes(of: value.littleEndian, toByteOffset: position, as: UInt32.self)
    return unsafe ModelData(name: name, memory: copy, byteCount: byteCount)
  }

  /// Gives the bytes to C code, which may keep the address for as long as this object lives.
  func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    unsafe body(UnsafeRawBufferPointer(rebasing: memory[..<byteCount]))
  }

  /// Page-aligned memory whose padding is zero.
  private static func allocate(byteCount: Int) -> UnsafeMutableRawBufferPointer {
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: byteCount + padding,
      alignment: 4096
    )
    unsafe memory[byteCount...].initializeMemory(as: UInt8.self, repeating: 0)
    return unsafe memory
  }
}
