import ViewfinderEvaluation

extension FuzzTarget {
  /// The annotations and results of detectors; the first byte chooses the kind.
  static let annotations = FuzzTarget(
    "annotations",
    seeds: {
      texts(
        """
        \u{0}{"images":[{"id":1,"file_name":"a.jpg","width":64,"height":48}],"categories":[{"id":1,\
        "name":"cat"}],"annotations":[{"image_id":1,"category_id":1,"bbox":[1,2,30,40],"area":9,\
        "iscrowd":0},{"image_id":1,"category_id":1,"bbox":[1,2,3,4],"iscrowd":1}]}
        """,
        #"\#u{1}[{"image_id":1,"category_id":1,"bbox":[1,2,30,40],"score":0.5}]"#,
        "\u{2}0 0.5 0.5 0.25 1\n3 0.1 0.1 0.9 0.1 0.5 0.9\n")
    }
  ) { bytes in
    let (variant, text) = bytes.variant
    switch variant % 3 {
    case 0:
      let truth = try DetectionGroundTruth(cocoJSON: text, name: "input")
      let results = truth.objects.prefix(50).map {
        DetectionResult(
          imageID: $0.imageID, categoryID: $0.categoryID, box: $0.box, score: 0.5)
      }
      _ = try DetectionEvaluation(groundTruth: truth, results: Array(results))
    case 1:
      let file = try DetectionResultFile(cocoJSON: text, name: "input")
      let again = try DetectionResultFile(cocoJSON: Array(file.cocoJSON.utf8), name: "input")
      precondition(again == file, "What was written does not read back as the same")
    default:
      let image = GroundTruthImage(id: 1, fileName: "a.jpg", width: 64, height: 48)
      _ = try DetectionGroundTruth.objects(yoloText: text, name: "input", in: image)
    }
  }
}
