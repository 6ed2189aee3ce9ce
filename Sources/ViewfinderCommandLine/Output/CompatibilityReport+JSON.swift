internal import Viewfinder

extension CompatibilityReport {
  /// The report as one JSON object whose keys are the names of the properties.
  var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("path", path)
      json.member("byteCount", byteCount)
      json.member("converter", converter)
      json.member("schemaVersion", schemaVersion)
      json.member("subgraphCount", subgraphCount)
      json.member("signatures", signatures)
      json.key("inputs")
      json.array(inputs) { $1.write(to: &$0) }
      json.key("outputs")
      json.array(outputs) { $1.write(to: &$0) }
      json.key("operators")
      json.object { json in
        for (name, count) in operators.sorted(by: { $0.key < $1.key }) {
          json.member(name, count)
        }
      }
      json.member("customOperators", customOperators)
      if let metadata {
        json.key("metadata")
        metadata.write(to: &json)
      }
      json.key("associatedFiles")
      json.array(associatedFiles) { $1.write(to: &$0) }
      if let input {
        json.key("input")
        input.write(to: &json)
      }
      json.key("heads")
      json.array(heads) { $1.write(to: &$0) }
      json.member("fitsMLKit", fitsMLKit)
      json.member("fitsViewfinder", fitsViewfinder)
      json.key("tasks")
      json.array(tasks) { $1.write(to: &$0) }
      json.key("findings")
      json.array(findings) { $1.write(to: &$0) }
    }
    return json.text
  }
}

extension CompatibilityReport.TaskFit {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("task", task.rawValue)
      json.member("fits", fits)
      json.member("options", options)
      json.member("because", because.rawValue)
      json.key("problem")
      if let problem { json.value(problem) } else { json.null() }
    }
  }
}

extension CompatibilityReport.Tensor {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("type", type)
      json.member("shape", shape)
      json.member("shapeSignature", shapeSignature)
      json.member("scales", scales)
      json.member("zeroPoints", zeroPoints)
    }
  }
}

extension CompatibilityReport.Description {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("summary", summary)
      json.member("version", version)
      json.member("author", author)
      json.member("license", license)
      json.member("minimumParserVersion", minimumParserVersion)
    }
  }
}

extension CompatibilityReport.File {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("byteCount", byteCount)
      json.member("kind", kind)
      json.member("locale", locale)
    }
  }
}

extension CompatibilityReport.Input {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("width", width)
      json.member("height", height)
      json.member("isDynamic", isDynamic)
      if let mean { json.member("mean", mean) }
      if let std { json.member("std", std) }
    }
  }
}

extension CompatibilityReport.Head {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("classCount", classCount)
      json.member("labelCount", labelCount)
      json.member("firstLabels", firstLabels)
      if let firstDisplayNames { json.member("firstDisplayNames", firstDisplayNames) }
      if let scoreThreshold { json.member("scoreThreshold", scoreThreshold) }
      json.member("calibration", calibration)
    }
  }
}

extension CompatibilityReport.Finding {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("level", level.rawValue)
      json.member("code", code)
      json.member("subject", subject)
      json.member("found", found)
      json.member("expected", expected)
      json.member("remedy", remedy)
    }
  }
}
