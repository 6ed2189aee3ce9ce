/// All commands.
package enum CommandTree {
  static let version = Option.flag("version", help: "Show the version.")

  /// The program, the root of the tree.
  package static let root = CommandNode(
    CommandSpecification(
      name: CommandLineTool.name,
      summary: """
        Vision on your own machine: label pictures, find objects and track them through videos \
        with TensorFlow Lite models.
        """,
      groups: [OptionGroup("OPTIONS", [version])],
      examples: [
        "viewfinder label photo.jpg",
        "viewfinder label --model bird.tflite --json photos/",
        "viewfinder detect --multiple --classify --annotate out/ street.jpg",
        "viewfinder track street.mp4 --multiple --annotate out.mp4",
        "viewfinder model inspect bird.tflite",
        "viewfinder models pull gs://bucket/bird.tflite",
      ]),
    [
      CommandNode(LabelCommand.self),
      CommandNode(DetectCommand.self),
      CommandNode(TrackCommand.self),
      CommandNode(
        CommandSpecification(name: "model", summary: "Look into model files and mend them."),
        [CommandNode(ModelInspectCommand.self), CommandNode(ModelAddMetadataCommand.self)]),
      CommandNode(
        CommandSpecification(name: "models", summary: "Fetch hosted models and keep them."),
        [
          CommandNode(ModelsPullCommand.self), CommandNode(ModelsListCommand.self),
          CommandNode(ModelsVerifyCommand.self), CommandNode(ModelsRemoveCommand.self),
          CommandNode(ModelsPathCommand.self),
        ]),
      CommandNode(
        CommandSpecification(
          name: "evaluate", summary: "Measure detectors and trackers against ground truth."),
        [CommandNode(EvaluateDetectionCommand.self), CommandNode(EvaluateTrackingCommand.self)]),
      CommandNode(CompletionsCommand.self),
      CommandNode(HelpCommand.self),
    ])
}
