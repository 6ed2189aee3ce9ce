public import ViewfinderCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// In this module, for it is the lowest that every program has which sees the error beside Foundation;
// the one that the error comes from does without Foundation.
extension ViewfinderError: LocalizedError {
  /// Subject, found, expected and remedy in one text, as `print` writes them.
  public var errorDescription: String? { description }

  /// What was found.
  public var failureReason: String? { found }

  /// What the reader can do about it, if that is known.
  public var recoverySuggestion: String? { remedy.isEmpty ? nil : remedy }
}
