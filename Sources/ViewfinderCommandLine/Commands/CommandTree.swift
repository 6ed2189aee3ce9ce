/// All commands.
package enum CommandTree {
  static let version = Option.flag("version", help: "Show the version.")

  /// The program, the root of the tree.
  package static let root = CommandNode(
    CommandSpecification(
      name: CommandLineTool.name,
      summary: """
        Vision on your own machine: label pictures and find objects with TensorFlow Lite models.
        """,
      groups: [OptionGroup("OPTIONS", [version])],
      examples: [
        "viewfinder label photo.jpg",
        "viewfinder label --model bird.tflite --json photos/",
        "viewfinder detect --multiple --classify --annotate out/ street.jpg",
        "viewfinder model inspect bird.tflite",
        "viewfinder models pull gs://bucket/bird.tflite",
      ]),
    [
      CommandNode(LabelCommand.self),
      CommandNode(DetectCommand.self),
      CommandNode(
        CommandSpecification(name: "model", summary: "Look into model files."),
        [CommandNode(ModelInspectCommand.self)]),
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
