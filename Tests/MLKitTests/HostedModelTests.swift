import Dispatch
import FirebaseCore
import FirebaseMLModelDownloader
import FirebaseRemoteConfig
import FirebaseStorage
import Foundation
import MLKit
import Testing
import ViewfinderInference
import ViewfinderTestSupport

/// One app on the tests' server and one cache, as a program has them.
private enum App {
  static let server = FaultServer.shared
  static let folder = NSTemporaryDirectory() + "viewfinder-mlkit-\(UUID().uuidString)"

  static let isConfigured: Bool = {
    let host = server.host
    for name in [
      "VIEWFINDER_FIREBASE_ML_HOST", "VIEWFINDER_INSTALLATIONS_HOST",
      "VIEWFINDER_REMOTE_CONFIG_HOST", "FIREBASE_STORAGE_EMULATOR_HOST",
    ] {
      setenv(name, host, 1)
    }
    setenv("VIEWFINDER_CACHE", folder, 1)
    let options = FirebaseOptions(googleAppID: "1:23:ios:45", gcmSenderID: "23")
    options.apiKey = "key"
    options.projectID = "mlkit"
    options.bundleID = "org.example"
    FirebaseApp.configure(options: options)
    server.script(
      "/v1/projects/mlkit/installations/",
      Reply(
        200,
        #"{"refreshToken": "r", "authToken": {"token": "t", "expiresIn": "604800s"}}"#))
    return true
  }()

  static func publish(_ name: String, _ reply: Reply, hash: String = "1") {
    server.script("/files/\(name)", reply)
    server.script(
      "/v1beta2/projects/mlkit/models/\(name):download",
      Reply(
        200, #"{"downloadUri": "\#(server.address("/files/\(name)"))"}"#, headers: ["ETag": hash]))
  }

  static func model(_ score: Float) -> [UInt8] {
    ModelBuilder.classifier(inputType: .uint8, scores: [score, 0.25]).bytes()
  }
}

/// The notifications about one model, in both spellings.
@MainActor
private final class Notices {
  private(set) var all: [Notification] = []
  private var tokens: [any NSObjectProtocol] = []

  init(_ name: String, _ names: Notification.Name...) {
    for notification in names {
      tokens.append(
        NotificationCenter.default.addObserver(forName: notification, object: nil, queue: nil) {
          notice in
          dispatchPrecondition(condition: .onQueue(.main))
          let key = ModelDownloadUserInfoKey.remoteModel.rawValue
          let notice = Unchecked(notice)
          MainActor.assumeIsolated {
            guard let model = notice.value.userInfo?[key] as? RemoteModel, model.name == name else {
              return
            }
            self.all.append(notice.value)
          }
        })
    }
  }

  func wait(for count: Int) async throws {
    try await eventually { all.count >= count }
    // What has been posted too often is behind this in the main queue.
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
    #expect(all.count == count)
  }

  func stop() {
    for token in tokens { NotificationCenter.default.removeObserver(token) }
  }
}

@Suite(
  "Hosted models through the ML Kit façade", .enabled(if: App.isConfigured),
  .timeLimit(.minutes(15)))
@MainActor
struct HostedModelTests {
  private static let conditions = ModelDownloadConditions(
    allowsCellularAccess: true, allowsBackgroundDownloading: true)

  @Test("a download is told by one notification, in both spellings, and used by labelers")
  func download() async throws {
    App.publish("bird", .file(App.model(0.75)))
    let model = CustomRemoteModel(remoteModelSource: FirebaseModelSource(name: "bird"))
    #expect(model.name == "bird")
    let manager = ModelManager.modelManager()
    #expect(!manager.isModelDownloaded(model))
    let labeler = ImageLabeler.imageLabeler(options: CustomImageLabelerOptions(remoteModel: model))
    let image = Unchecked(VisionImage(image: try LabelingTests.plainImage()))
    await #expect {
      _ = try await labeler.process(image.value)
    } throws: { ($0 as? MLKitError)?.code == .failedPrecondition }

    let current = Notices("bird", .mlkitModelDownloadDidSucceed)
    let guides = Notices("bird", .mlkitMLModelDownloadDidSucceed)
    let failures = Notices("bird", .mlkitModelDownloadDidFail)
    let progress = manager.download(model, conditions: Self.conditions)
    try await current.wait(for: 1)
    #expect(guides.all.count == 1 && failures.all.isEmpty)
    #expect(progress.isFinished)
    #expect(progress.completedUnitCount == Int64(App.model(0.75).count))
    #expect(manager.isModelDownloaded(model))
    // The same labeler finds it now.
    let labels = try await labeler.process(image.value)
    #expect(labels.first?.index == 0 && labels.first?.confidence == 0.75)

    // A newest version that is here already makes a notification, too.
    App.server.script("/v1beta2/projects/mlkit/models/bird:download", Reply(304))
    let second = manager.download(model, conditions: Self.conditions)
    try await current.wait(for: 2)
    #expect(second.isFinished)

    try await manager.deleteDownloadedModel(model)
    #expect(!manager.isModelDownloaded(model))
    let error: (any Error)? = await withCheckedContinuation { continuation in
      manager.deleteDownloadedModel(model) { error in
        dispatchPrecondition(condition: .onQueue(.main))
        continuation.resume(returning: error)
      }
    }
    #expect(error == nil)
    for notices in [current, guides, failures] { notices.stop() }
  }

  @Test("a failure is told by one notification with the error")
  func failure() async throws {
    App.server.script(
      "/v1beta2/projects/mlkit/models/none:download",
      Reply(404, #"{"error": {"message": "no such model"}}"#))
    for (name, code) in [("none", MLKitError.Code.notFound), ("", .invalidArgument)] {
      let model = CustomRemoteModel(remoteModelSource: FirebaseModelSource(name: name))
      let failures = Notices(name, .mlkitModelDownloadDidFail)
      ModelManager.modelManager().download(model, conditions: ModelDownloadConditions())
      try await failures.wait(for: 1)
      let error = failures.all.first?.userInfo?[ModelDownloadUserInfoKey.error.rawValue] as? NSError
      #expect(error?.domain == MLKitErrorDomain && error?.code == code.rawValue)
      failures.stop()
    }
  }

  @Test("cancelling the progress cancels the download")
  func cancellation() async throws {
    App.publish("slow", .file(App.model(0.75), ["hold": 100]))
    let model = CustomRemoteModel(remoteModelSource: FirebaseModelSource(name: "slow"))
    let failures = Notices("slow", .mlkitModelDownloadDidFail)
    let progress = ModelManager.modelManager().download(model, conditions: Self.conditions)
    // On a thread of its own: where other tests hold up all others, the hub would give up first.
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        while progress.completedUnitCount < 100 { Thread.sleep(forTimeInterval: 0.001) }
        progress.cancel()
        continuation.resume()
      }
    }
    #expect(progress.totalUnitCount == Int64(App.model(0.75).count))
    try await failures.wait(for: 1)
    let error = failures.all.first?.userInfo?[ModelDownloadUserInfoKey.error.rawValue] as? NSError
    #expect(error?.code == MLKitError.Code.cancelled.rawValue)
    failures.stop()
  }

  @Test("a detector takes a hosted model, and does without it where no labels are wanted")
  func detector() async throws {
    App.publish("detector", .file(App.model(0.75)))
    let model = CustomRemoteModel(remoteModelSource: FirebaseModelSource(name: "detector"))
    let options = CustomObjectDetectorOptions(remoteModel: model)
    options.detectorMode = .singleImage
    let image = Unchecked(VisionImage(image: try LabelingTests.plainImage(width: 64, height: 64)))
    _ = try await ObjectDetector.objectDetector(options: options).process(image.value)
    options.shouldEnableClassification = true
    let labelling = ObjectDetector.objectDetector(options: options)
    await #expect {
      _ = try await labelling.process(image.value)
    } throws: { ($0 as? MLKitError)?.code == .failedPrecondition }
    let successes = Notices("detector", .mlkitModelDownloadDidSucceed)
    ModelManager.modelManager().download(model, conditions: Self.conditions)
    try await successes.wait(for: 1)
    for object in try await labelling.process(image.value) {
      #expect(object.labels.first?.confidence == 0.75)
    }
    successes.stop()
  }
}

@Suite(
  "Cloud Storage through Firebase's façade", .enabled(if: App.isConfigured),
  .timeLimit(.minutes(15)))
@MainActor
struct FirebaseStorageTests {
  private static func publish(_ object: String, _ bytes: [UInt8], _ replies: Reply...) {
    let metadata = Reply(
      200, #"{"size": "\#(bytes.count)", "generation": "5", "contentType": "x/y"}"#)
    App.server.script("/v0/b/bucket/o/\(object)", replies.flatMap { [metadata, $0] } + [metadata])
  }

  private static func file(_ name: String) throws -> URL {
    try FileManager.default.createDirectory(
      atPath: App.folder, withIntermediateDirectories: true)
    return URL(fileURLWithPath: "\(App.folder)/\(name)")
  }

  @Test("writes an object into a file and completes on the main queue with its URL")
  func write() async throws {
    let bytes = [UInt8](repeating: 7, count: 5000)
    Self.publish("a%2Fb.bin", bytes, .file(bytes), .file(bytes))
    let reference = Storage.storage().reference(forURL: "gs://bucket/a/b.bin")
    #expect(reference.name == "b.bin" && reference.fullPath == "a/b.bin")
    #expect(reference.parent()?.child("b.bin").description == reference.description)
    #expect(reference.root().parent() == nil)
    let target = try Self.file("b.bin")
    let url: URL = try await withCheckedThrowingContinuation { continuation in
      reference.write(toFile: target) { url, error in
        dispatchPrecondition(condition: .onQueue(.main))
        continuation.resume(with: Result { try url ?? { throw error ?? CancellationError() }() })
      }
    }
    #expect(url == target)
    #expect(try Data(contentsOf: target) == Data(bytes))
    #expect(try await reference.writeAsync(toFile: target) == target)
    let metadata = try await reference.getMetadata()
    #expect(metadata.size == 5000 && metadata.generation == 5 && metadata.contentType == "x/y")
  }

  @Test("is observed, paused, resumed and cancelled")
  func task() async throws {
    let bytes = [UInt8](repeating: 7, count: 50_000)
    let headers = ["x-goog-generation": "5"]
    Self.publish(
      "c", bytes, .file(bytes, headers: headers, ["hold": 20_000]), .file(bytes, headers: headers))
    let reference = Storage.storage().reference(forURL: "gs://bucket/c")
    var seen: [StorageTaskStatus] = []
    let task = reference.write(toFile: try Self.file("c"))
    for status in [StorageTaskStatus.resume, .progress, .pause, .success, .failure] {
      task.observe(status) { snapshot in
        dispatchPrecondition(condition: .onQueue(.main))
        if seen.last != snapshot.status { seen.append(snapshot.status) }
        let isHalf = snapshot.progress?.completedUnitCount == 20_000
        if snapshot.status == .progress, isHalf, !seen.contains(.pause) {
          #expect(snapshot.progress?.totalUnitCount == 50_000)
          snapshot.task.pause()
        }
        if snapshot.status == .pause { snapshot.task.resume() }
      }
    }
    try await eventually { seen.last == .success }
    #expect(seen.drop { $0 == .resume } == [.progress, .pause, .resume, .progress, .success])
    #expect(task.snapshot.status == .success)
    var isLate = false
    task.observe(.success) { _ in isLate = true }
    try await eventually { isLate }

    Self.publish("d", bytes, .file(bytes, ["hold": 20_000]))
    var outcome: (url: URL?, error: (any Error)?)?
    let target = try Self.file("d")
    let other = Storage.storage().reference(forURL: "gs://bucket/d").write(toFile: target) {
      outcome = ($0, $1)
    }
    let handle = other.observe(.progress) { $0.task.cancel() }
    try await eventually { outcome != nil }
    other.removeObserver(withHandle: handle)
    #expect(outcome?.url == nil)
    let error = try #require(outcome?.error) as NSError
    #expect(error.code == StorageErrorCode.cancelled.rawValue)
    #expect(error.domain == StorageErrorDomain)
    #expect(!FileManager.default.fileExists(atPath: target.path))
  }

  @Test("lets go of a download that is over, whether it was whole, failed or was cancelled")
  func lifetime() async throws {
    let bytes = [UInt8](repeating: 7, count: 5000)
    Self.publish("whole", bytes, .file(bytes, headers: ["x-goog-generation": "5"]))
    App.server.script("/v0/b/bucket/o/absent", Reply(404))
    Self.publish("held", bytes, .file(bytes, ["hold": 2000]))
    for name in ["whole", "absent", "held"] {
      weak var task: StorageDownloadTask?
      var isOver = false
      do {
        let reference = Storage.storage().reference(forURL: "gs://bucket/\(name)")
        let started = reference.write(toFile: try Self.file(name)) { _, _ in isOver = true }
        if name == "held" { started.cancel() }
        task = started
      }
      try await eventually { isOver && task == nil }
    }
  }

  @Test("gives the codes of Firebase's errors")
  func errors() async throws {
    let statuses: [(Int, StorageErrorCode)] = [
      (404, .objectNotFound), (401, .unauthenticated), (403, .unauthorized), (402, .quotaExceeded),
    ]
    for (status, code) in statuses {
      App.server.script("/v0/b/bucket/o/e", Reply(status))
      let reference = Storage.storage().reference(forURL: "gs://bucket/e")
      await #expect {
        _ = try await reference.writeAsync(toFile: try Self.file("e"))
      } throws: { ($0 as? StorageError)?.code == code }
    }
    let storage = Storage.storage(url: "gs://bucket")
    #expect {
      _ = try storage.reference(for: URL(fileURLWithPath: "/x"))
    } throws: { ($0 as? StorageError)?.code == .pathError }
    #expect {
      _ = try storage.reference(for: try #require(URL(string: "gs://other/x")))
    } throws: { ($0 as? StorageError)?.code == .bucketMismatch }
  }

  @Test("gives small objects as data, refuses larger ones, and their addresses with a token")
  func data() async throws {
    let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0) }
    Self.publish("data", bytes, .file(bytes, headers: ["x-goog-generation": "5"]))
    let reference = Storage.storage().reference(forURL: "gs://bucket/data")
    #expect(try await reference.data(maxSize: 5000) == Data(bytes))
    Self.publish("data", bytes, .file(bytes, headers: ["x-goog-generation": "5"]))
    await #expect {
      _ = try await reference.data(maxSize: 4999)
    } throws: { ($0 as? StorageError)?.code == .downloadSizeExceeded }
    App.server.script(
      "/v0/b/bucket/o/token", Reply(200, #"{"name": "token", "downloadTokens": "a b,c"}"#),
      Reply(200, #"{"name": "token"}"#))
    let tokened = Storage.storage().reference(forURL: "gs://bucket/token")
    let url = try await tokened.downloadURL()
    #expect(url.absoluteString.hasSuffix("/v0/b/bucket/o/token?alt=media&token=a%20b"))
    await #expect {
      _ = try await tokened.downloadURL()
    } throws: { ($0 as? StorageError)?.code == .unauthorized }
  }
}

@Suite(
  "Firebase's model downloader and Remote Config", .enabled(if: App.isConfigured),
  .timeLimit(.minutes(15)))
@MainActor
struct FirebaseServiceTests {
  @Test("a model is downloaded, listed, taken from the cache, and removed")
  func models() async throws {
    App.publish("downloaded", .file(App.model(0.75)))
    let downloader = ModelDownloader.modelDownloader()
    let conditions = FirebaseMLModelDownloader.ModelDownloadConditions(allowsCellularAccess: false)
    var shares: [Float] = []
    let result = await withCheckedContinuation { continuation in
      downloader.getModel(
        name: "downloaded", downloadType: .latestModel, conditions: conditions,
        progressHandler: { shares.append($0) },
        completion: { continuation.resume(returning: $0) })
    }
    let model = try result.get()
    #expect(model.name == "downloaded" && model.size == App.model(0.75).count)
    #expect(shares == shares.sorted() && shares.last == 1)
    #expect(FileManager.default.contents(atPath: model.path) == Data(App.model(0.75)))
    let requests = App.server.requests("/files/downloaded").count
    #expect(
      try await downloader.getModel(
        name: "downloaded", downloadType: .localModel, conditions: conditions) == model)
    #expect(App.server.requests("/files/downloaded").count == requests)
    let listed = await withCheckedContinuation { continuation in
      downloader.listDownloadedModels { continuation.resume(returning: $0) }
    }
    #expect(try listed.get().contains(model))
    let removed = await withCheckedContinuation { continuation in
      downloader.deleteDownloadedModel(name: "downloaded") { continuation.resume(returning: $0) }
    }
    try removed.get()
    #expect(!FileManager.default.fileExists(atPath: model.path))
  }

  @Test("a model that does not exist is an error of its kind")
  func absent() async {
    App.server.script(
      "/v1beta2/projects/mlkit/models/absent:download",
      Reply(404, #"{"error": {"message": "no such model"}}"#))
    let error = await #expect(throws: DownloadError.notFound) {
      _ = try await ModelDownloader.modelDownloader().getModel(
        name: "absent", downloadType: .latestModel, conditions: .init())
    }
    #expect(error?.localizedDescription == "There is no such model.")
  }

  @Test("parameters have their defaults until others are fetched and activated")
  func parameters() async throws {
    App.server.script(
      "/v1/projects/mlkit/namespaces/firebase:fetch",
      Reply(
        200,
        #"{"state": "UPDATE", "entries": {"model_name": "bird_b", "share": "0.25"}}"#,
        headers: ["ETag": "1"]))
    let config = RemoteConfig.remoteConfig()
    #expect(config === RemoteConfig.remoteConfig())
    let settings = RemoteConfigSettings()
    settings.minimumFetchInterval = 0
    config.configSettings = settings
    config.setDefaults(["model_name": "bird_a" as NSString, "limit": 3 as NSNumber])
    #expect(config["model_name"].stringValue == "bird_a")
    #expect(config.configValue(forKey: "model_name").source == .default)
    #expect(config["limit"].numberValue == 3)
    #expect(config["none"].source == .static && config["none"].stringValue == "")
    let outcome: (RemoteConfigFetchAndActivateStatus, (any Error)?) =
      await withCheckedContinuation { continuation in
        config.fetchAndActivate { status, error in
          dispatchPrecondition(condition: .onQueue(.main))
          continuation.resume(returning: Unchecked((status, error)))
        }
      }.value
    #expect(outcome.0 == .successFetchedFromRemote && outcome.1 == nil)
    #expect(config["model_name"].stringValue == "bird_b")
    #expect(config["model_name"].source == .remote)
    #expect(config["share"].numberValue == 0.25 && config["share"].jsonValue as? Double == 0.25)
    #expect(config["limit"].source == .default)
    #expect(config.lastFetchStatus == .success && config.lastFetchTime != nil)
  }
}
