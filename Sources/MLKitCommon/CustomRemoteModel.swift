/// A `.tflite` model of your own on a server.
#if canImport(ObjectiveC)
  @objc(MLKCustomRemoteModel)
#endif
public final class CustomRemoteModel: RemoteModel, @unchecked Sendable {
  /// Names a model by its source.
  public init(remoteModelSource: RemoteModelSource) {
    super.init(remoteModelSource)
  }
}
