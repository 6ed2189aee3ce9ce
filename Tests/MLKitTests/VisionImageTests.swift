import Foundation
import MLKit
import Testing
import Viewfinder

@Suite("Images of the ML Kit façade")
struct VisionImageTests {
  @Test(
    "orientations carry UIKit's numbers and EXIF's meaning",
    arguments: [
      (UIImage.Orientation.up, 0, ImageOrientation.up), (.down, 1, .down), (.left, 2, .left),
      (.right, 3, .right), (.upMirrored, 4, .upMirrored), (.downMirrored, 5, .downMirrored),
      (.leftMirrored, 6, .leftMirrored), (.rightMirrored, 7, .rightMirrored),
    ])
  func orientation(kit: UIImage.Orientation, number: Int, exif: ImageOrientation) {
    #expect(kit.rawValue == number)
    #expect(UIImage.Orientation(rawValue: number) == kit)
    #expect("\(kit)" == "\(exif)")
  }

  @Test("the size of an image is upright, its CGImage is as stored")
  func size() throws {
    let pixels = try PixelBuffer(
      width: 4, height: 2, format: .gray, bytes: [UInt8](repeating: 9, count: 8))
    let image = UIImage(cgImage: CGImage(pixels), scale: 2, orientation: .right)
    #expect(image.size == CGSize(width: 1, height: 2))
    #expect(image.cgImage?.width == 4)
  }

  @Test("an MLImage takes over the orientation, a VisionImage does not")
  func takeOver() throws {
    let pixels = try PixelBuffer(
      width: 4, height: 2, format: .gray, bytes: [UInt8](repeating: 9, count: 8))
    let image = UIImage(cgImage: CGImage(pixels), scale: 1, orientation: .left)
    #expect(VisionImage(image: image).orientation == .up)
    let mlImage = try #require(MLImage(image: image))
    #expect(mlImage.orientation == .left)
    #expect(mlImage.width == 2)
    #expect(mlImage.height == 4)
    #expect(mlImage.imageSourceType == .image)
    #expect(mlImage.pixelBuffer == nil && mlImage.sampleBuffer == nil)
  }

  @Test("images may be handed to other threads, and turned there")
  func sharing() async throws {
    func sent(_ image: some Sendable) -> some Sendable { image }
    let pixels = try PixelBuffer(
      width: 4, height: 2, format: .gray, bytes: .init(repeating: 9, count: 8))
    let source = UIImage(cgImage: CGImage(pixels), scale: 1, orientation: .up)
    let image = VisionImage(image: source)
    let other = try #require(MLImage(image: source))
    _ = (sent(image), sent(other))
    await withTaskGroup { group in
      for orientation in UIImage.Orientation.allCases {
        group.addTask {
          (image.orientation, other.orientation) = (orientation, orientation)
          _ = (image.orientation, other.orientation)
        }
      }
    }
    image.orientation = .left
    #expect(image.orientation == .left)
  }

  @Test("frames of the three supported formats are labelled")
  func frames() async throws {
    let labeler = LabelingTests.labeler()
    let luma = [UInt8](repeating: 90, count: 16 * 16)
    let chroma = [UInt8](repeating: 128, count: 16 * 8)
    let buffers = [
      CVPixelBuffer(
        width: 16, height: 16, pixelFormatType: kCVPixelFormatType_32BGRA,
        planes: [[UInt8](repeating: 90, count: 16 * 64)], bytesPerRow: [64]),
      CVPixelBuffer(
        width: 16, height: 16, pixelFormatType: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        planes: [luma, chroma], bytesPerRow: [16, 16]),
    ]
    var answers: [[ImageLabel]] = []
    for buffer in buffers {
      let sample = CMSampleBuffer(
        imageBuffer: buffer, presentationTimeStamp: CMTime(value: 1, timescale: 30))
      answers.append(try await labeler.process(VisionImage(buffer: sample)))
      let image = try #require(MLImage(pixelBuffer: buffer))
      #expect(try await labeler.process(image) == answers.last)
    }
    #expect(answers[0] == answers[1], "gray is gray in BGRA and in 420f")
  }

  @Test("a 10-bit frame is refused by name")
  func tenBit() async throws {
    let buffer = CVPixelBuffer(
      width: 2, height: 2, pixelFormatType: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange,
      planes: [[], []], bytesPerRow: [4, 4])
    let sample = CMSampleBuffer(
      imageBuffer: buffer, presentationTimeStamp: CMTime(value: 0, timescale: 1))
    await #expect {
      _ = try await LabelingTests.labeler().process(VisionImage(buffer: sample))
    } throws: { "\($0)".contains("'x420'") && "\($0)".contains("420v") }
  }

  @Test("a sample without an image is refused")
  func emptySample() async {
    let sample = CMSampleBuffer(
      imageBuffer: nil, presentationTimeStamp: CMTime(value: 0, timescale: 1))
    #expect(MLImage(sampleBuffer: sample) == nil)
    await #expect(throws: MLKitError.self) {
      _ = try await LabelingTests.labeler().process(VisionImage(buffer: sample))
    }
  }
}
