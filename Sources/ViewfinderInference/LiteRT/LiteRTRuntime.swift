internal import CLiteRT
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

  /// The path of the library, or its bare name when the system's loader found it.
  public let libraryPath: String

  // Written once in `init`; the functions may be called from any thread, and so may those that
  // take the environment.
  let table: CLiteRTTable
  nonisolated(unsafe) let environment: CLiteRTEnvironment

  /// Loads a library.
  ///
  /// - Parameter libraryPath: The path of `libLiteRt.so`, or a bare name for the loader to find.
  /// - Throws: `.runtimeUnavailable` when it cannot be loaded, lacks a function or does not
  ///   start.
  public init(libraryPath: String) throws(ViewfinderError) {
    var table = CLiteRTTable()
    var text = [CChar](repeating: 0, count: 1024)
    let outcome = unsafe clitert_load(libraryPath, &table, &text, text.count)
    let message = String(
      decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
      as: UTF8.self
    )
    guard outcome == CLITERT_LOADED else {
      throw ViewfinderError(
        .runtimeUnavailable,
        subject: libraryPath,
        found: outcome == CLITERT_NO_SYMBOL
          ? "the library has no function \(message)"
          : "the library cannot be loaded (\(message))",
        expected: "LiteRT \(Self.version)",
        remedy: Self.remedy
      )
    }
    var environment: CLiteRTEnvironment?
    let status = unsafe clitert_create_environment(&table, &environment)
    guard status == 0, let environment = unsafe environment else {
      throw ViewfinderError(
        .runtimeUnavailable,
        subject: libraryPath,
        found: "LiteRT does not start (\(LiteRTStatus.text(status)))",
        expected: "LiteRT \(Self.version)",
        remedy: Self.remedy
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
  /// The file named by the environment variable `VIEWFINDER_LITERT` is taken if there is one. Else
  /// the first of these that exists: a library beside the executable, in `../lib/viewfinder` or in
  /// `.viewfinder/lib` in a folder around it; and last whatever the system's loader finds.
  ///
  /// - Returns: The same runtime for every call that succeeds.
  /// - Throws: `.runtimeUnavailable`, which says where LiteRT was looked for and how to get it. A
  ///   later call looks again.
  public static func shared() throws(ViewfinderError) -> LiteRTRuntime {
    try loaded.withLock { runtime throws(ViewfinderError) in
      if let runtime { return runtime }
      let path = try LibrarySearch.path()
      do throws(ViewfinderError) {
        let found = try LiteRTRuntime(libraryPath: path)
        runtime = found
        return found
      } catch {
        guard path == LibrarySearch.fileName else { throw error }
        throw ViewfinderError(
          .runtimeUnavailable, subject: path,
          found: "the library is not beside the executable, in .viewfinder/lib in a folder around "
            + "it, nor where the system looks; \(error.found)",
          expected: error.expected, remedy: error.remedy)
      }
    }
  }

  private static let loaded = Mutex<LiteRTRuntime?>(nil)

  static let remedy =
    "Run `make setup`, or take \(LibrarySearch.fileName) out of the PyPI wheel "
    + "ai-edge-litert \(version) and set VIEWFINDER_LITERT to its path."
}
