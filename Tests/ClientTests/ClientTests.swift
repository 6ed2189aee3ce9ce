import AVFoundation
import Foundation
import MLKit
import Testing
import UIKit
import Viewfinder
import ViewfinderSystem
import ViewfinderTestSupport

/// Runs the clients' shapes on real photos and videos.
@Suite(
  "Public clients' shapes", .enabled(if: Shared.isPresent && LiteRT.isPresent),
  .timeLimit(.minutes(15)))
struct ClientTests {
  private static func path(_ name: String) throws -> String {
    try Shared.path("cases/photos/\(name)")
  }

  private static func image(_ name: String) throws -> UIImage {
    try #require(UIImage(contentsOfFile: path(name)))
  }

  private static func sample(_ name: String, _ milliseconds: Int = 0) throws -> CMSampleBuffer {
    CMSampleBuffer(
      try #require(try image(name).cgImage?.pixels), at: .milliseconds(milliseconds))
  }

  private static let bird = "cases/models/mlkit/bird.tflite"

  @Test("frame plugins answer with lists of dictionaries")
  func plugins() async throws {
    let frames = Unchecked(try [0, 40].map { try Self.sample("burger.jpg", $0) })
    let answers = await Task.detached {
      Unchecked(
        frames.value.map {
          (FramePlugin.callback($0, withArgs: []) as? [Any], PerFramePlugin.callback($0))
        })
    }.value.value
    for (tracked, single) in answers {
      #expect(tracked?.isEmpty == false)
      #expect(single?.isEmpty == false)
    }
  }

  @Test("a capture delegate gets every frame of a file, and the tracks that the tracker gives")
  func camera() async throws {
    let path = try Shared.path("cases/videos/derived/car_upright_reference.mp4")
    let options = ObjectDetectorOptions()
    options.shouldEnableMultipleObjects = true
    let controller = CameraController(options: options)
    let stopped = Monitor(0)
    let token = NotificationCenter.default.addObserver(
      forName: .AVCaptureSessionDidStopRunning, object: controller.session, queue: nil
    ) { _ in stopped.change { $0 += 1 } }
    defer { NotificationCenter.default.removeObserver(token) }
    controller.start(AVCaptureDevice(contentsOfFile: path))
    try await eventually { stopped.withLock { $0 } == 1 }
    let video = try VideoReader(path: path)
    var count = 0
    while try video.next() != nil { count += 1 }
    #expect(controller.frameCount == count && count > 10)
    #expect(!controller.rectangles.isEmpty)
    let unit = CGRect(x: 0, y: 0, width: 1.0001, height: 1.0001)
    #expect(controller.rectangles.allSatisfy { $0.id != nil && unit.contains($0.rect) })
  }

  @Test("a capture session stops when it is told to, also from its delegate")
  func stopping() async throws {
    final class Stopper: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate {
      let frames = Monitor(0)
      weak var session: AVCaptureSession?
      func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
      ) {
        let count = frames.change { frames -> Int in
          frames += 1
          return frames
        }
        if count == 3 { session?.stopRunning() }
      }
    }
    let session = AVCaptureSession()
    let stopper = Stopper()
    stopper.session = session
    let path = try Shared.path("cases/videos/derived/car_upright_reference.mp4")
    let output = AVCaptureVideoDataOutput()
    output.setSampleBufferDelegate(stopper, queue: DispatchQueue(label: "frames"))
    session.addInput(try AVCaptureDeviceInput(device: AVCaptureDevice(contentsOfFile: path)))
    #expect(!session.canAddInput(try AVCaptureDeviceInput(device: .init(contentsOfFile: path))))
    session.addOutput(output)
    session.startRunning()
    try await eventually { !session.isRunning }
    #expect(stopper.frames.withLock { $0 } == 3)
    session.startRunning()
    try await eventually { stopper.frames.withLock { $0 } > 3 }
    session.stopRunning()
    #expect(!session.isRunning)
    let count = stopper.frames.withLock { $0 }
    #expect(throws: (any Error).self) {
      try AVCaptureDeviceInput(device: AVCaptureDevice(contentsOfFile: "/nowhere.mp4"))
    }
    #expect(stopper.frames.withLock { $0 } == count)
  }

  @Test("a photo module resolves with the surest label, and rejects what it cannot read")
  func photoModule() async throws {
    let module = PhotoModule(modelPath: try Shared.path(Self.bird))
    let url = URL(fileURLWithPath: try Self.path("pets.jpg")).absoluteString
    let outcome: Result<String?, NSError> = await withCheckedContinuation { continuation in
      module.start(url) {
        continuation.resume(returning: .success($0))
      } rejecter: {
        continuation.resume(returning: .failure($0))
      }
    }
    #expect(try outcome.get() != nil)
    let missing: Int = await withCheckedContinuation { continuation in
      module.start("file:///nowhere.jpg") { _ in
        continuation.resume(returning: 0)
      } rejecter: {
        continuation.resume(returning: $0.code)
      }
    }
    #expect(missing == 404)
  }

  @Test("labelers answer bridges and views")
  func labelers() async throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: Self.path("burger.jpg")))
    let answer = await withCheckedContinuation { continuation in
      BytesLabeler().label(bytes: bytes) { continuation.resume(returning: Unchecked($0)) }
    }.value
    #expect((answer as? [[String: Any]])?.isEmpty == false)
    let quick = QuickLabeler()
    for isCustom in [false, true] {
      let image = try Self.image("burger.jpg")
      let path = try Shared.path(Self.bird)
      await withCheckedContinuation { continuation in
        quick.detectLabels(image: image, shouldUseCustomModel: isCustom, path: path) {
          continuation.resume()
        }
      }
    }
    #expect(quick.resultsText.contains("Running VisionImage"))
    #expect(quick.resultsText.contains("Label: "))
    let image = try Self.image("burger.jpg")
    let label = await withCheckedContinuation { continuation in
      PhotoLabels.detect(image, threshold: 0.1) { continuation.resume(returning: Unchecked($0)) }
    }.value
    #expect(label != nil)
  }

  @Test("wrappers pass on modes, thresholds and callbacks")
  func wrappers() async throws {
    let model = LocalModel(path: try Shared.path(Self.bird))
    #expect(throws: DetectorBox.Failure.self) {
      try DetectorBox(.init(mode: "video"), model: model)
    }
    let box = try DetectorBox(.init(mode: "singleImage", threshold: 0.1, count: 2), model: model)
    let image = VisionImage(image: try Self.image("pets.jpg"))
    let objects = await withCheckedContinuation { continuation in
      box.run(image) { objects, _ in continuation.resume(returning: objects) }
    }
    #expect(objects?.first?.labels.count ?? 3 <= 2)
  }

  @Test("a remote model that is not here falls back, and its download is reported for the model")
  func remote() async throws {
    let labeler = RemoteLabeler(name: "absent-\(UUID().uuidString)")
    let manifest = try Shared.path(
      "cases/models/automl_ios_quickstart/automl_labeler_manifest.json")
    let options = try #require(labeler.options(manifest: manifest))
    #expect(options.confidenceThreshold == 0.7)
    #expect(options is CustomImageLabelerOptions)
  }

  @Test("an MLImage is as large as the upright image")
  func sizes() async throws {
    for number in 1...8 {
      let path = try Shared.path("cases/images/exif_orientation/landscape_\(number).jpg")
      let image = try #require(UIImage(contentsOfFile: path))
      let mlImage = try #require(MLImage(image: image))
      #expect(mlImage.width == image.size.width * image.scale)
      #expect(mlImage.height == image.size.height * image.scale)
      #expect(mlImage.width > mlImage.height, "\(number)")
    }
    #expect(!(try await SizedDetector().detect(Self.image("burger.jpg")).isEmpty))
  }

  @Test("pixel buffers made by hand are processed, whatever their stride")
  func buffers() async throws {
    let maker = BufferMaker()
    let buffer = try #require(maker.makeBuffer(width: 101, height: 67, gray: 120))
    #expect(CVPixelBufferGetBytesPerRow(buffer) > 101 * 4)
    let sample = try #require(maker.makeSample(buffer, at: 0.5))
    #expect(CMSampleBufferGetPresentationTimeStamp(sample) == CMTimeMake(value: 1, timescale: 2))
    let labels = try await ImageLabeler.imageLabeler(options: ImageLabelerOptions())
      .process(VisionImage(buffer: sample))
    let same = try PixelBuffer(
      width: 101, height: 67, format: .bgra, bytes: [UInt8](repeating: 120, count: 101 * 67 * 4))
    #expect(
      try await ImageLabeler.imageLabeler(options: ImageLabelerOptions())
        .process(VisionImage(image: UIImage(InputImage(same)))) == labels)
    #expect(maker.makeBuffer(width: 0, height: 1, gray: 0) == nil)
    var none: CVPixelBuffer?
    #expect(
      CVPixelBufferCreate(nil, 4, 4, kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, nil, &none)
        == kCVReturnInvalidPixelFormat)
    // A wrapped image shows a copy while it is locked.
    let wrapped = CVPixelBuffer(same)
    #expect(CVPixelBufferGetBaseAddress(wrapped) == nil)
    CVPixelBufferLockBaseAddress(wrapped, .readOnly)
    #expect(
      CVPixelBufferGetBaseAddress(wrapped)?.load(fromByteOffset: 9, as: UInt8.self) == 120)
    #expect(CVPixelBufferUnlockBaseAddress(wrapped, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferUnlockBaseAddress(wrapped, .readOnly) == kCVReturnInvalidArgument)
  }

  @Test("objects compare and print as objects do")
  func objects() async throws {
    let options = ObjectDetectorOptions()
    options.detectorMode = .singleImage
    options.shouldEnableClassification = true
    let detector = ObjectDetector.objectDetector(options: options)
    let image = VisionImage(image: try Self.image("burger.jpg"))
    let (first, second) = (try await detector.process(image), try await detector.process(image))
    let gallery = Gallery()
    #expect(gallery.isNew(try #require(first.first)))
    #expect(!gallery.isNew(try #require(second.first)))
    #expect(gallery.text(try #require(first.first)).contains("Food"))
    let rectangles = Overlay().rectangles(
      first, image: CGSize(width: 480, height: 325), view: CGSize(width: 960, height: 960))
    #expect(rectangles[0].width == first[0].frame.width * 2)
    let categories = try await Task.detached { try TwoImports().categories(image) }.value
    #expect(categories == ["Food"])
  }
}
