internal import CViewfinderLiteRT
public import ViewfinderCore
internal import ViewfinderSystem

/// The LiteRT library, loaded and ready to run models on the CPU.
///
/// LiteRT is looked for when the first model is run, so a program builds and starts without it.
/// A library once loaded stays loaded until the process ends.
@safe
public final class LiteRTRuntime: Sendable {
  /// The version of LiteRT whose binary interface this code follows.
  public static let version = "2.3.0"

  /// The path of the library, or the bare name that the system's loader was given.
  public let libraryPath: String

  // Written once in `init`; the functions may be called from any thread, and so may those that
  // take the environment.
  let table: CLiteRTTable
  nonisolated(unsafe) let environment: CLiteRTEnvironment

  /// Loads a library.
  ///
  /// One that is not the build of LiteRT that this code was made for is remarked upon on standard
  /// error, once in a process.
  ///
  /// - Parameter libraryPath: The path of `libLiteRt.so`, or a bare name for the loader to find.
  /// - Throws: `.runtimeUnavailable` when it cannot be loaded, lacks a function or does not
  ///   start.
  public convenience init(libraryPath: String) throws(ViewfinderError) {
    try self.init(loading: libraryPath)
    if !LibrarySearch.isPinned(libraryPath) { Self.remark(on: libraryPath) }
  }

  private init(loading libraryPath: String) throws(ViewfinderError) {
    var table = CLiteRTTable()
    var text = [CChar](repeating: 0, count: 1024)
    let outcome = unsafe clitert_load(libraryPath, &table, &text, text.count)
    let message = String(
      decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
      as: UTF8.self
    )
    guard outcome == 0 else {
      throw ViewfinderError(
        .runtimeUnavailable,
        subject: libraryPath,
        found: "the library cannot be loaded (\(message))",
        expected: "LiteRT \(Self.version)",
        remedy: Self.remedy
      )
    }
    // Where that cannot be done, one harmless line is printed.
    if RuntimeSettings.current.hidesRuntimeNotices { _ = unsafe clitert_hide_notice(&table) }
    var environment: CLiteRTEnvironment?
    let status = unsafe clitert_create_environment(&table, &environment)
    guard status == 0, let environment = unsafe environment else {
      throw ViewfinderError(
        .runtimeUnavailable,
        subject: libraryPath,
        found: "LiteRT does not start (\(LiteRTStatus.text(status)))",
        expected: "LiteRT \(Self.version)",
        remedy: Self.remedy,
        runtimeStatus: status
      )
    }
    self.libraryPath = libraryPath
    self.table = table
    unsafe self.environment = environment
  }

  deinit {
    unsafe table.DestroyEnvironment(environment)
  }

  /// The library for the whole process, loaded by the first call.
  ///
  /// The file named by `RuntimeSettings.liteRTPath` or by the environment
  /// variable `VIEWFINDER_LITERT` is taken if there is one. Else it is LiteRT 2.3.0 beside the
  /// library that this code is in or beside the executable, in `../lib/viewfinder`, or in
  /// `.viewfinder/lib` of the package that built them: known by its SHA-256, and in folders to
  /// which nobody else may write.
  ///
  /// - Returns: The same runtime for every call that succeeds.
  /// - Throws: `.runtimeUnavailable`, which says where LiteRT was looked for, why what was found is
  ///   not loaded, and how to get it. A later call looks again.
  public static func shared() throws(ViewfinderError) -> LiteRTRuntime {
    try loaded.withLock { runtime throws(ViewfinderError) in
      if let runtime { return runtime }
      let place = try LibrarySearch.path()
      let found =
        place.isNamed
        ? try LiteRTRuntime(libraryPath: place.path) : try LiteRTRuntime(loading: place.path)
      runtime = found
      return found
    }
  }

  private static let loaded = Mutex<LiteRTRuntime?>(nil)

  /// For tests: passes text on to standard error as LiteRT's, without its notice.
  package static func filterNotice(_ text: String) {
    let bytes = text.utf8.map { CChar(bitPattern: $0) }
    _ = unsafe clitert_filter_notice(bytes, bytes.count)
  }

  private static let hasRemarked = Mutex(false)

  private static func remark(on path: String) {
    let isFirst = hasRemarked.withLock { hasRemarked in
      defer { hasRemarked = true }
      return !hasRemarked
    }
    guard isFirst else { return }
    StandardError.write(
      "viewfinder: \(path) is not LiteRT \(version) as it was tested; results and safety may differ\n"
    )
  }

  static let remedy =
    "Run `make setup`, or take \(LibrarySearch.fileName) out of the PyPI wheel "
    + "ai-edge-litert \(version) and set VIEWFINDER_LITERT or RuntimeSettings.current.liteRTPath "
    + "to its path."
}
