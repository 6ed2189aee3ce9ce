package import Foundation
package import Viewfinder

extension Labeler.Options {
  /// The number of labels that ML Kit gives where no limit is set.
  private static let usualLimit = 10

  /// Options by ML Kit's rules: a limit below 1 means 10, and a threshold outside 0 through 1, or none,
  /// that of the model.
  package init(limit: Int, threshold: NSNumber?) {
    self.init(
      maxResults: limit > 0 ? limit : Self.usualLimit,
      confidenceThreshold: (threshold?.floatValue).flatMap { (0...1).contains($0) ? $0 : nil })
  }
}
