extension TrackOptions {
  static let multipleOption = Option.flag(
    DetectOptions.multipleOption.name,
    help: "Follow up to 5 objects, not just the most prominent one.")
  static let detectEveryOption = Option.value(
    "detect-every", "N",
    help: """
      Look for objects in every Nth frame, and follow their motion in between; 1 is the most \
      thorough. Default: about every 0.3 seconds, for a camera as often as the machine can.
      """)
  static let cameraOption = Option.value(
    "camera", letter: "c", "DEVICE", completion: .file,
    help: """
      Read a camera, such as /dev/video0. Frames that come while the one before is in work are \
      dropped, so that results are never late.
      """)
  static let detectionsOption = Option.value(
    "detections", "FILE", completion: .file,
    help: """
      Track boxes alone: MOTChallenge text with 'frame,-1,x,y,width,height,confidence' lines, or - \
      for standard input.
      """)
  static let fpsOption = Option.value(
    "fps", "X", help: "The frames per second of '--detections'. Default: 30.")
  static let cameraMotionOption = Option.value(
    "camera-motion", "FILE", completion: .file,
    help: """
      How the camera of '--detections' moved: for each frame a line with the 6 numbers of a 2 x 3 \
      matrix from the frame before, with or without the frame's number from 0 before them.
      """)
  static let annotateOption = Option.value(
    "annotate", letter: "a", "FILE", completion: .file,
    help: """
      Write a copy with boxes, numbers and trails as MP4; for several videos, into this folder. \
      Inputs are never overwritten.
      """)
  static let formatOption = Option.choice(
    "format", letter: "f", "HOW", of: Format.allCases.map(\.rawValue),
    help: """
      'table' for a line per track, 'json' for one JSON object per frame and line, 'mot' for \
      MOTChallenge text. Default: table, with '--detections' mot.
      """)
  static let jsonOption = Option.flag(
    PhotoOptions.jsonOption.name, help: "The same as '--format json'.")

  static let groups = [
    OptionGroup(
      "OBJECT OPTIONS",
      [
        multipleOption, DetectorOptions.maxObjectsOption, DetectorOptions.detectorOption,
        objectThresholdOption,
      ]),
    DetectOptions.labelGroup,
    OptionGroup(
      "VIDEO OPTIONS",
      [
        detectEveryOption, cameraOption, PhotoOptions.recursiveOption,
        regionOption, ClassifierOptions.scalingOption, DetectorOptions.filterOption,
        threadsOption,
      ]),
    OptionGroup("BOX OPTIONS", [detectionsOption, fpsOption, cameraMotionOption]),
    OptionGroup(
      "RESULT OPTIONS",
      [
        annotateOption, formatOption, jsonOption, PhotoOptions.timingsOption,
        PhotoOptions.quietOption,
      ]),
  ]

  static let objectThresholdOption = Option.value(
    DetectorOptions.objectThresholdOption.name, "X",
    help: """
      Begin to follow objects from this confidence on, 0 to 1; less certain boxes only go on with \
      what is followed. Default: the detector's own.
      """)
  static let regionOption = Option.value(
    SelectionOptions.regionOption.name, "X,Y,W,H",
    help: "Look for objects only in this part of the frames: pixels, as they are looked at.")
  static let threadsOption = Option.value(
    PhotoOptions.threadsOption.name, "N",
    help: "Threads for each model. Default: one per core up to 4; a camera leaves one for motion.")

  static let operand = Operand("VIDEO", count: 0...Int.max, completion: .file)

  static let notes = [
    CommandSpecification.Note(
      "VIDEOS",
      [
        ("FILE", "A video of any kind that the installed FFmpeg reads."),
        ("FOLDER", "The videos in it, sorted by name."),
        ("'PATTERN'", "With *, ?, [a-z] or **, when the shell has left it alone."),
        ("-", "A video on standard input, of a kind that need not be sought in."),
        ("@LIST", "The files that a text file names, one path per line; @- for standard input."),
      ]),
    CommandSpecification.Note(
      "EXIT STATUS",
      [
        ("0", "Every video has been followed to its end."),
        ("1", "LiteRT or FFmpeg is missing or failed."),
        ("64", "The command line is wrong."),
        ("65", "A model or a video has bad data; what can be decoded is followed all the same."),
        ("66", "A model or a video is missing; bad data elsewhere comes first."),
        ("73", "The results or a video cannot be written."),
        (
          "130",
          "Interrupted; a video in work is finished with the frames so far. 143 when SIGTERM does it."
        ),
      ]),
  ]

  static let examples = [
    "viewfinder track street.mp4 --annotate out.mp4",
    "viewfinder track clip.mov --multiple --classify --json > tracks.jsonl",
    "viewfinder track --detector ssd.tflite -n 20 --annotate out/ *.mp4",
    "viewfinder track --camera /dev/video0 --json",
    "viewfinder track --detections det.txt --fps 25 > tracks.txt",
  ]
}
