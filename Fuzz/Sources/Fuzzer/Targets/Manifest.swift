@testable import ViewfinderModels

extension FuzzTarget {
  /// The manifest of an AutoML export.
  static let manifest = FuzzTarget(
    "manifest", shared: ["manifest.json"],
    seeds: {
      texts(
        #"{"modelType": "IMAGE_LABELING", "modelFile": "Makefile", "labelsFile": "README.md",}"#,
        #"// made by hand\n{"a": [1, -2.5e3, {"b": null}, true], /* c */ "d\u00e9\uD83D\uDE00": "\n"}"#,
        #"{"modelType": "IMAGE_LABELING", "modelFile": "../a", "labelsFile": "/b"}"#,
        #"[[[[["deep"]]]]]"#)
    }
  ) { bytes in
    do { _ = try TolerantJSONReader.read(bytes) } catch {}
    _ = try AutoMLManifest(bytes: bytes, path: "manifest.json")
  }
}
