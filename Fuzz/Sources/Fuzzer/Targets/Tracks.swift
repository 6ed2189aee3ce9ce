import ViewfinderEvaluation

extension FuzzTarget {
  /// The text files of multiple object tracking; the first byte chooses the kind.
  static let tracks = FuzzTarget(
    "tracks",
    seeds: {
      texts(
        "\u{0}1,1,10,20,30,40,1,1,1\n2,1,11,20,30,40.5,1,1,0.5\n",
        "\u{0}1 -1 1.5e1 2 3 4 0.9\n\n1,-1,5,6,7,8\r\n",
        "\u{1}0 1 0 2.5 0 1 -3\n1 1 0 0 0 1 0\n", "\u{1}1,0,2.5,0,1,-3\n",
        "\u{2}[Sequence]\nname=A\nseqLength=30\nframeRate=25\nimWidth=640\nimHeight=480\n",
        "\u{3}1,1,10,20,30,40,1,1,1\n1,2,10,20,30,40,1,7,1\n2,1,10,20,30,40,1,1,1\n")
    }
  ) { bytes in
    let (variant, text) = bytes.variant
    switch variant % 4 {
    case 0:
      let file = try TrackFile(text: text, name: "input")
      let again = try TrackFile(text: Array(file.text.utf8), name: "input")
      precondition(again == file, "What was written does not read back as the same")
    case 1: _ = try CameraMotionFile(text: text, name: "input")
    case 2: _ = try TrackSequenceInfo(text: text, name: "input")
    default:
      let rows = try TrackFile(text: text, name: "input").rows
      let sequence = try TrackingSequence(name: "input", truth: rows, tracks: rows.reversed())
      for rules in [TrackingRules.mot15, .mot17, .countedOnly] {
        _ = try TrackingEvaluation([sequence], rules: rules)
      }
    }
  }
}
