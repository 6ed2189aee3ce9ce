/// A file that is known to be something else than a TensorFlow Lite model.
struct ForeignFile {
  /// What the file is.
  let found: String
  /// How to come by a model.
  let remedy: String

  /// Recognises a file by how it begins, or not at all.
  init?(_ bytes: Span<UInt8>) {
    var head: [UInt8] = []
    for index in 0..<min(bytes.count, 256) { head.append(bytes[index]) }
    func begins(_ text: String) -> Bool { head.starts(with: text.utf8) }
    let words = String(decoding: head.drop { $0 <= 0x20 || $0 >= 0xBB }, as: UTF8.self)
      .lowercased()
    let kept = "Convert the model to TensorFlow Lite where it was trained."
    if begins("version https://git-lfs.github.com/spec/") {
      found = "the file is a Git LFS pointer, a note in place of the model"
      remedy = "Run 'git lfs pull' where the file comes from, or download the file itself."
    } else if ["<!doctype", "<html", "<?xml", "<head", "<error"].contains(where: words.hasPrefix) {
      found = "the file is a web page"
      remedy = "Download the file itself; on GitHub, with the link named Raw."
    } else if begins("{"), !words.hasPrefix("{\0") {
      found = "the file is JSON text"
      remedy = "Name the .tflite file; a server may have sent a message in its place."
    } else if head.starts(with: [0x50, 0x4B, 3, 4]) {
      found =
        "the file is a ZIP archive, such as a Keras model, a PyTorch model or a MediaPipe task"
      remedy = "Unpack it and use the .tflite file inside, or convert the model to TensorFlow Lite."
    } else if head.starts(with: [0x89, 0x48, 0x44, 0x46]) {
      found = "the file is in the HDF5 format, a Keras model"
      remedy = kept
    } else if head.starts(with: [0x1F, 0x8B]) {
      found = "the file is compressed with gzip"
      remedy = "Unpack it and use the .tflite file inside."
    } else if head.starts(with: [8]), words.contains("pytorch") || words.contains("onnx") {
      found = "the file is an ONNX model"
      remedy = "Convert the model to TensorFlow Lite, for example with onnx2tf."
    } else {
      return nil
    }
  }
}
