import Foundation
import Testing
import ViewfinderCore
import ViewfinderInference

@testable import ViewfinderModels

@Suite("The bundled model")
struct BundledModelTests {
  @Test("It has 224 × 224 bytes in and 1000 labelled probabilities out")
  func model() throws {
    let model = try ClassifierModel.bundled()
    #expect(model.data.byteCount <= 6_000_000)
    #expect(model.input.width == 224 && model.input.height == 224)
    #expect(model.input.elementType == .uint8)
    let labels = try #require(model.heads[0].labels)
    #expect(model.heads.count == 1 && model.heads[0].elementType == .float32)
    #expect(labels.count == 1000 && Set(labels.names).count == 1000)
    #expect(labels.names[0] == "tench" && labels.names[933] == "cheeseburger")
    #expect(model.metadata?.license == "Apache-2.0")
    let report = try CompatibilityReport(
      path: try BundledModel.path(of: BundledModel.classifierFileName))
    #expect(report.fitsMLKit && report.findings.isEmpty)
  }

  @Test("The localizer's thresholds and strides are those that its description names")
  func localizer() throws {
    struct Description: Decodable {
      struct Cells: Decodable {
        let strides: [Int]
      }
      let cells: Cells
      let scoreThreshold: Float
      let nmsIoU: Double
    }
    let path = try BundledModel.path(of: "localizer.json")
    let description = try JSONDecoder().decode(
      Description.self, from: Data(contentsOf: URL(filePath: path)))
    let model = try DetectorModel.bundled()
    #expect(model.scoreThreshold == description.scoreThreshold)
    #expect(model.overlapThreshold == description.nmsIoU)
    guard case .pointGrid(_, _, let strides) = model.layout else {
      Issue.record("The localizer is read as \(model.layout)")
      return
    }
    #expect(strides == description.cells.strides)
  }

  @Test("What is named comes first, then the installation, then the build")
  func order() {
    let folders = BundledModel.folders(
      named: [nil, "/data"], ownFiles: ["/opt/app/bin/viewfinder"], appResources: ["/res"])
    #expect(
      folders == [
        "/data", "/opt/app/share/viewfinder",
        "/opt/app/bin/viewfinder_ViewfinderModels.resources",
        "/opt/app/viewfinder_ViewfinderModels.resources",
        "/opt/viewfinder_ViewfinderModels.resources", "//viewfinder_ViewfinderModels.resources",
        "/res",
      ])
    let hosted = BundledModel.folders(
      named: ["/set", "/data"], ownFiles: ["/py/vf/lib.so", "/usr/bin/python3"], appResources: [])
    #expect(
      hosted.prefix(4) == [
        "/set", "/data", "/py/share/viewfinder", "/py/vf/viewfinder_ViewfinderModels.resources",
      ])
    #expect(hosted.contains("/usr/share/viewfinder"))
    #expect(BundledModel.folders(named: ["", nil], ownFiles: [], appResources: []) == [])
  }

  @Test("A file is found in a folder or in its Resources folder")
  func lookup() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let deep = try folder.write("Resources/a.tflite", "a")
    #expect(try BundledModel.path(of: "a.tflite", in: ["/none", folder.path]) == deep)
    let flat = try folder.write("a.tflite", "a")
    #expect(try BundledModel.path(of: "a.tflite", in: [folder.path]) == flat)
  }

  @Test("A missing file is an error that says where it was looked for")
  func missing() {
    let error = #expect(throws: ViewfinderError.self) {
      try BundledModel.path(of: "none.tflite", in: ["/one", "/two"])
    }
    #expect(error?.code == .notFound)
    #expect(error?.found.contains("/one, /two") == true)
    #expect(error?.remedy.contains(BundledModel.environmentVariable) == true)
  }
}
