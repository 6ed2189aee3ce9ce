@testable import ViewfinderCommandLine

extension FuzzTarget {
  /// A command line, its words in lines: everything up to the moment when a command would run.
  static let arguments = FuzzTarget(
    "arguments", maximumLength: 1 << 10,
    seeds: {
      texts(
        "label\n--model\nbird.tflite\n-n=5\n-rq\nphotos/*.jpg", "detect\n--multiple\n--json\na.png",
        "track\nstreet.mp4\n--annotate\nout.mp4\n--detect-every=3", "model\ninspect\n--json\nx",
        "models\npull\ngs://a/b\n--sha256\n0f", "evaluate\ntracking\n--rules\nmot17\na",
        "help\nlabel",
        "completions\nzsh", "--version", "label\n--threshold\n-0.5\n@list\n--\n-x",
        "evaluate\ndetection\n--data\na\n--detector\nb=c", "[a-z]*?{x}\n[!b\nabc")
    }
  ) { bytes in
    let words = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { Array($0).text }
    for word in words {
      _ = TextLayout.wrap(TextLayout.printable(word), to: 20)
      _ = GlobPattern(word).matches(words[0])
    }
    var node = CommandTree.root
    var rest = words[...]
    while node.command == nil, let word = rest.popFirst() {
      guard let child = node.child(word) else {
        _ = Suggestion.nearest(to: word, among: node.children.map(\.specification.name))
        return
      }
      node = child
    }
    guard let command = node.command else { return }
    _ = try command.init(try node.specification.parse(Array(rest)))
  }
}
