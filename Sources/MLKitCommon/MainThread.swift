internal import Dispatch
internal import Foundation
public import Viewfinder

extension ViewfinderError.Code {
  /// A synchronous façade call on the main thread, which ML Kit forbids.
  public static let calledOnMainThread = ViewfinderError.Code(rawValue: "calledOnMainThread")
}

// Where `dispatchMain()` serves the main queue, its blocks run on other threads than the first;
// a mark on the queue finds these too.
private let mainQueueMark: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// Throws when this is the main thread or queue: ML Kit's synchronous calls must not block it.
package func requireBackgroundThread(_ method: String) throws {
  guard DispatchQueue.getSpecific(key: mainQueueMark) == true || Thread.isMainThread else {
    return
  }
  throw MLKitError(
    ViewfinderError(
      .calledOnMainThread, subject: method, found: "called on the main thread",
      expected: "a background thread",
      remedy: "Call it from another queue, or use process(_:completion:)."))
}
