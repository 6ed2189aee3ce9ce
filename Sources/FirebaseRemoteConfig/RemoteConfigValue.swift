public import Foundation
internal import Viewfinder

/// Where a value is from.
public enum RemoteConfigSource: Int, Sendable {
  /// The server.
  case remote = 0
  /// The defaults of the app.
  case `default` = 1
  /// Nowhere: there is no such parameter.
  case `static` = 2
}

/// The value of a parameter.
public final class RemoteConfigValue: NSObject, Sendable {
  /// The value as text; empty when there is none.
  public let stringValue: String
  /// Where the value is from.
  public let source: RemoteConfigSource

  init(_ text: String, _ source: RemoteConfigSource) {
    stringValue = text
    self.source = source
  }

  /// The value as a number, 0 for text that is not one.
  public var numberValue: NSNumber { NSNumber(value: Double(stringValue) ?? 0) }

  /// Whether the value is `1`, `true`, `t`, `yes`, `y` or `on`, in any case.
  public var boolValue: Bool {
    ["1", "true", "t", "yes", "y", "on"].contains(stringValue.lowercased())
  }

  /// The value as UTF-8.
  public var dataValue: Data { Data(stringValue.utf8) }

  /// The value read as JSON, if it is JSON.
  public var jsonValue: Any? {
    try? JSONSerialization.jsonObject(with: dataValue, options: .fragmentsAllowed)
  }
}
