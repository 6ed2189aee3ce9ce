internal import CViewfinderLiteRT
internal import ViewfinderCore

/// Memory for one input or output: the owner of the C handle.
@safe
final class TensorBuffer {
  /// The handle for a run.
  let handle: CLiteRTTensorBuffer
  private let runtime: LiteRTRuntime
  /// The bytes that elements may take.
  let byteCount: Int
  private let modelName: String

  /// Has LiteRT allocate memory; without requirements, just as much as the shape takes.
  init(
    _ runtime: LiteRTRuntime, _ type: ElementType, _ shape: [Int],
    _ requirements: CLiteRTRequirements?, of modelName: String
  ) throws(ViewfinderError) {
    let needed = shape.reduce(type.byteCount, *)
    var tensor = unsafe clitert_tensor_type(
      type.liteRTCode, shape.map { Int32($0) }, UInt32(shape.count))
    var handle: CLiteRTTensorBuffer?
    var status =
      if let requirements = unsafe requirements {
        unsafe runtime.table.CreateManagedTensorBufferFromRequirements(
          runtime.environment, &tensor, requirements, &handle)
      } else {
        unsafe runtime.table.CreateManagedTensorBuffer(
          runtime.environment, Int32(CVIEWFINDER_LITERT_HOST_MEMORY), &tensor, needed, &handle)
      }
    guard status == 0, let handle = unsafe handle else {
      throw TensorBuffer.failure(modelName, status)
    }
    var packed = 0
    status = unsafe runtime.table.GetTensorBufferPackedSize(handle, &packed)
    self.runtime = runtime
    self.modelName = modelName
    unsafe self.handle = handle
    byteCount = packed
    // From here on `deinit` runs, also when this throws.
    guard status == 0, needed == packed else {
      throw TensorBuffer.failure(modelName, status)
    }
    // LiteRT's memory is not cleared: an input that nobody fills must not hold old secrets.
    try withMutableSpan(of: UInt8.self) { span throws(ViewfinderError) in
      span.update(repeating: 0)
    }
  }

  deinit {
    unsafe runtime.table.DestroyTensorBuffer(handle)
  }

  /// Gives the elements to a closure that may change them.
  func withMutableSpan<T: BitwiseCopyable, R>(
    of type: T.Type,
    _ body: (inout MutableSpan<T>) throws(ViewfinderError) -> R
  ) throws(ViewfinderError) -> R {
    let start = try unsafe lock(CVIEWFINDER_LITERT_LOCK_WRITE)
    defer { unlock() }
    var span = unsafe MutableSpan(
      _unsafeStart: start.assumingMemoryBound(to: T.self),
      count: byteCount / MemoryLayout<T>.stride
    )
    return try body(&span)
  }

  /// Gives the first elements to a closure.
  func withSpan<T: BitwiseCopyable, R>(
    of type: T.Type, count: Int, _ body: (Span<T>) throws(ViewfinderError) -> R
  ) throws(ViewfinderError) -> R {
    precondition(
      count <= byteCount / MemoryLayout<T>.stride, "The buffer holds \(count) elements")
    let start = try unsafe lock(CVIEWFINDER_LITERT_LOCK_READ)
    defer { unlock() }
    return try unsafe body(
      Span(_unsafeStart: start.assumingMemoryBound(to: T.self), count: count))
  }

  private func lock(_ mode: Int) throws(ViewfinderError) -> UnsafeMutableRawPointer {
    var start: UnsafeMutableRawPointer?
    let status = unsafe runtime.table.LockTensorBuffer(handle, &start, Int32(mode))
    guard status == 0, let start = unsafe start else {
      throw TensorBuffer.failure(modelName, status)
    }
    return unsafe start
  }

  private func unlock() {
    let status = unsafe runtime.table.UnlockTensorBuffer(handle)
    precondition(status == 0, "A locked tensor buffer can be unlocked")
  }

  private static func failure(_ modelName: String, _ status: CLiteRTStatus) -> ViewfinderError {
    ViewfinderError(
      .inferenceFailed,
      subject: modelName,
      found: "LiteRT has no memory for a tensor (\(LiteRTStatus.text(status)))",
      runtimeStatus: status
    )
  }
}

extension ElementType {
  /// The number in LiteRT's interface, or 0 for the types that cannot go in or out.
  fileprivate var liteRTCode: Int32 {
    switch self {
    case .float32: 1
    case .int32: 2
    case .uint8: 3
    case .int64: 4
    case .bool: 6
    case .int16: 7
    case .int8: 9
    case .float16: 10
    case .float64: 11
    case .uint64: 13
    case .uint32: 16
    case .uint16: 17
    case .int4, .string, .complex64, .complex128, .resource, .variant, .unknown: 0
    }
  }
}
