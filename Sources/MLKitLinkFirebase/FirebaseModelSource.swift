public import MLKitCommon
internal import Viewfinder
internal import ViewfinderApps

/// A model that is published in Firebase ML under a name.
#if canImport(ObjectiveC)
  @objc(MLKFirebaseModelSource)
#endif
public final class FirebaseModelSource: RemoteModelSource, @unchecked Sendable {
  /// Names a model; an empty or unknown name is reported by the download.
  ///
  /// - Parameter name: The name in the Firebase console.
  public init(name: String) {
    super.init(
      name: name, source: { () throws(ViewfinderError) in try .firebase(name: name) },
      hub: { () throws(ViewfinderError) in try AppRegistry.hub() })
  }
}
