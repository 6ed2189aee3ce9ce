import Foundation
import ViewfinderTestSupport

/// An entry point for bytes that nobody vouches for.
///
/// The fuzzer feeds it mutations of the seeds; `make test` feeds it the seeds, their beginnings
/// and every input that once was a finding. Errors are fine; traps, hangs and hoarding are not.
struct FuzzTarget: Sendable {
  /// The target's name, which the inputs of its findings carry in front.
  let name: String
  /// The longest input worth trying, in bytes.
  let maximumLength: Int
  /// Inputs to begin with.
  let seeds: @Sendable () throws -> [[UInt8]]
  /// Files of the repository to begin with: paths, or folders whose files are all taken.
  let files: [String]
  /// How the names of shared cases end, where there are any, that are taken too.
  let shared: [String]
  /// Makes a mutant of an input, not larger than a number of bytes, in half of the cases.
  var mutate: (@Sendable (_ bytes: [UInt8], _ maximumLength: Int, _ seed: UInt64) -> [UInt8])?
  private let body: @Sendable ([UInt8]) throws -> Void

  init(
    _ name: String, maximumLength: Int = 1 << 12, files: [String] = [],
    shared: [String] = [],
    seeds: @escaping @Sendable () throws -> [[UInt8]] = { [] },
    _ body: @escaping @Sendable ([UInt8]) throws -> Void
  ) {
    self.name = name
    self.maximumLength = maximumLength
    self.files = files
    self.shared = shared
    self.seeds = seeds
    self.body = body
  }

  static let all = [
    annotations, archive, arguments, bitmap, calibration, configuration, deflated, exports,
    keyedLabels, labels, manifest,
    metadata, model, packed, photo, replies, sharing, sources, tracks, video,
  ]

  /// Hands an input over; that it is refused with an error is as good as that it is taken.
  func run(_ bytes: [UInt8]) {
    do { try body(bytes) } catch {}
  }

  /// Where the inputs lie that once were findings.
  static let findings = root.appending(path: "Tests/ProofTests/Findings")

  /// Seeds, files, shared cases and old findings, as far as they are not too long.
  func allSeeds() throws -> [[UInt8]] {
    var urls = files.flatMap { Self.filesIn(Self.root.appending(path: $0)) }
    urls += Self.filesIn(Self.findings).filter { $0.lastPathComponent.hasPrefix("\(name)-") }
    for suffix in shared {
      urls += try Shared.files(below: "cases", suffix: suffix)
        .map { URL(filePath: try Shared.path($0)) }
    }
    var result = try seeds()
    for url in urls {
      let values = try url.resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey])
      guard values.isRegularFile == true, values.fileSize ?? 0 <= maximumLength else { continue }
      result.append([UInt8](try Data(contentsOf: url)))
    }
    return result.filter { $0.count <= maximumLength }
  }

  /// The files of a folder, or the file itself.
  static func filesIn(_ url: URL) -> [URL] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
    return names?.map { url.appending(path: $0) } ?? [url]
  }

  /// The folder of the repository.
  static let root: URL = {
    var folder = URL(filePath: #filePath)
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let landmark = folder.appending(path: "Sources/Viewfinder").path
      if FileManager.default.fileExists(atPath: landmark) { break }
    }
    return folder
  }()
}

extension [UInt8] {
  /// The bytes as text, with U+FFFD where they are not UTF-8.
  var text: String { String(decoding: self, as: UTF8.self) }

  /// The first byte, which chooses a variant, and the rest.
  var variant: (Int, [UInt8]) { (Int(first ?? 0), Array(dropFirst())) }
}

func texts(_ texts: String...) -> [[UInt8]] { texts.map { Array($0.utf8) } }
