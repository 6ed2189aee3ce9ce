public import Foundation
package import Viewfinder

/// Where a hosted model comes from; make a `FirebaseModelSource`.
#if canImport(ObjectiveC)
  @objc(MLKRemoteModelSource)
#endif
open class RemoteModelSource: NSObject, @unchecked Sendable {
  package let name: String
  package let source: @Sendable () throws(ViewfinderError) -> ModelSource
  package let hub: @Sendable () throws(ViewfinderError) -> ModelHub

  package init(
    name: String, source: @escaping @Sendable () throws(ViewfinderError) -> ModelSource,
    hub: @escaping @Sendable () throws(ViewfinderError) -> ModelHub
  ) {
    self.name = name
    self.source = source
    self.hub = hub
  }
}
