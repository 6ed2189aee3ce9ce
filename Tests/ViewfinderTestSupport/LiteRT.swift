import ViewfinderInference

/// The LiteRT library as tests see it.
///
/// Tests that run a model are skipped where `make setup` has not been run.
public enum LiteRT {
  /// Whether the library can be loaded.
  public static let isPresent = (try? LiteRTRuntime.shared()) != nil
}
