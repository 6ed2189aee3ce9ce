// Made as those in HelpSnapshots.swift; read every change of it.
extension HelpSnapshots {
  static let detect = #"""
    Find the objects in pictures.

    USAGE
      viewfinder detect [OPTION...] INPUT...

    Prints where the most prominent object of each picture is, or with '--multiple'
    where the objects are, in pixels of the full size as the picture is looked at. A
    picture without an object that is sure enough has none. An input that fails is
    reported and the run goes on.

    OBJECT OPTIONS
          --multiple            Find up to 5 objects, not just the most prominent
                                one.
      -n, --max-objects N       Objects per picture at most. Default: 1, or 5 with
                                '--multiple'.
      -d, --detector FILE       Detection model (.tflite) of your own: SSD,
                                EfficientDet, YOLO, FOMO or a MediaPipe detector.
                                Default: the bundled localizer, which finds things
                                of any kind.
          --object-threshold X  Leave out objects below this confidence, 0 to 1.
                                Default: the detector's own.
          --tiles HOW           Look for small objects in overlapping parts of each
                                picture, too: 'auto', or columns and rows such as
                                '3x2', 8 at most each. The time grows with their
                                number.

    LABEL OPTIONS
          --classify            Name the objects: as Fashion good, Home good, Food,
                                Place or Plant, or by the classes of '--detector'.
      -m, --model FILE          Name the objects with this classifier: a TensorFlow
                                Lite model (.tflite), an AutoML manifest.json, a
                                folder with either, or a hosted model
                                (firebase:NAME, gs://…, https://…).
          --update              Look for a newer version of a hosted model first.
                                Default: use the one that is here.
      -t, --threshold X         Leave out labels below this confidence, 0 to 1.
                                Default: the model's own, or 0.
          --max-labels N        Labels per object at most. Default: 10.
          --only NAME[,NAME...]
                                Keep these classes alone, by name or number, before
                                results are limited in number.
          --except NAME[,NAME...]
                                Leave these classes out, by name or number.
      -l, --labels FILE         Text file with one label per line, in place of the
                                model's own; where every line begins with a number,
                                as Teachable Machine writes them, that is the class.
                                JSON works, too.
          --mean X[,X,X]        For models without metadata: what to subtract from
                                the colours 0...255, for all channels or for red,
                                green and blue; 'model inspect' says which numbers
                                are likely.
          --std X[,X,X]         What to divide them by then, for example 127.5.
          --locale TAG          Language of the labels, such as 'de', if the model
                                has several.

    PICTURE OPTIONS
      -r, --recursive           Look into the folders inside folders.
          --region X,Y,W,H      Use only this part of each picture: pixels of the
                                full size, as it is looked at.
          --orientation N       How pictures are stored, 1 to 8 as in EXIF. Default:
                                auto, what the file says.
          --scaling HOW         Fit pictures to the model by 'stretch', as ML Kit
                                does, or by 'letterbox', which keeps their shape.
                                Default: stretch.
          --filter HOW          Shrink pictures by averaging what a pixel covers
                                ('area'), or by skipping pixels as ML Kit does
                                ('bilinear'). Default: area; for the detector named
                                by '--detector', bilinear.

    SPEED OPTIONS
      -j, --jobs N              Pictures in work at the same time. Default: one per
                                core.
          --threads N           Threads for each picture. Default: 1, or up to 4
                                when one picture is in work.

    RESULT OPTIONS
      -a, --annotate DIR        Draw the objects into copies of the pictures in this
                                folder, at full size. Inputs are never overwritten.
      -f, --format HOW          'table' for people, 'json' for one JSON object per
                                picture and line, 'coco' for one array of COCO
                                results. Default: table.
          --json                The same as '--format json'.
          --annotations FILE    COCO annotation file from which '--format coco'
                                takes the numbers of images, by file name, and of
                                categories, by label.
          --timings             Add the milliseconds of each stage.
      -q, --quiet               No progress bar and no closing remarks.
      -h, --help                Show this help.

    INPUTS
      FILE       A picture: JPEG, PNG, WebP, HEIC, AVIF, TIFF, GIF or BMP.
      FOLDER     The pictures in it, sorted by name.
      'PATTERN'  With *, ?, [a-z] or **, when the shell has left it alone.
      -          The bytes of one picture on standard input.
      @LIST      The files that a text file names, one path per line; @- for a list
                 on standard input.

    EXIT STATUS
      0    Every input has been looked at.
      1    LiteRT is missing or failed.
      64   The command line is wrong.
      65   The model or an input has bad data; the other inputs are looked at all
           the same.
      66   The model or an input is missing; bad data elsewhere comes first.
      73   The results or a picture cannot be written.
      130  Interrupted.

    EXAMPLES
      viewfinder detect photo.jpg
      viewfinder detect --multiple --classify --annotate out/ street.jpg
      viewfinder detect --model bird.tflite --threshold 0.5 --json birds/
      viewfinder detect --detector ssd.tflite --classify -n 20 *.jpg

    """#

  static let evaluate = #"""
    Measure detectors and trackers against ground truth.

    USAGE
      viewfinder evaluate COMMAND [ARGUMENT...]

    COMMANDS
      detection  Measure a detector on annotated pictures.
      tracking   Measure the tracks of a tracker against true ones.

    OPTIONS
      -h, --help  Show this help.

    'viewfinder help evaluate COMMAND' tells more about a command.

    """#

  static let evaluateDetection = #"""
    Measure a detector on annotated pictures.

    USAGE
      viewfinder evaluate detection [OPTION...]

    Prints average precision (AP, AP50, AP75) and recall (AR) by the rules of COCO,
    for any kind of object and, when the detector names kinds, for each of them.
    Then, with an overlap (IoU) of 0.5: how often the first result is an object, or
    the most prominent one. A picture that fails is reported and left out.

    DATA OPTIONS
          --annotations PATH    Ground truth: a COCO annotation file (.json), or the
                                folder of YOLO label files, where a/b.txt belongs to
                                a/b.jpg in '--images'.
          --images DIR          The folder with the annotated pictures.
          --results FILE        Measure this COCO results file, as 'viewfinder
                                detect --format coco' and others write it, in place
                                of a detector.
          --classes FILE        Names of YOLO's classes, one per line. Default:
                                classes.txt in the folder of labels, or the numbers.

    DETECTOR OPTIONS
      -d, --detector FILE       Detection model (.tflite) of your own: SSD,
                                EfficientDet, YOLO, FOMO or a MediaPipe detector.
                                Default: the bundled localizer, which finds things
                                of any kind.
      -l, --labels FILE         Text file with one label per line, in place of the
                                model's own; where every line begins with a number,
                                as Teachable Machine writes them, that is the class.
                                JSON works, too.
          --mean X[,X,X]        For models without metadata: what to subtract from
                                the colours 0...255, for all channels or for red,
                                green and blue; 'model inspect' says which numbers
                                are likely.
          --std X[,X,X]         What to divide them by then, for example 127.5.
          --object-threshold X  Leave out objects below this confidence, 0 to 1.
                                Default: 0.01.
      -n, --max-objects N       Objects per picture at most. Default: 100.
          --filter HOW          Shrink pictures by averaging what a pixel covers
                                ('area'), or by skipping pixels as ML Kit does
                                ('bilinear'). Default: area; for the detector named
                                by '--detector', bilinear.
          --orientation N       How pictures are stored, 1 to 8 as in EXIF. Default:
                                auto, what the file says.

    SPEED OPTIONS
      -j, --jobs N              Pictures in work at the same time. Default: one per
                                core.
          --threads N           Threads for each picture. Default: 1, or up to 4
                                when one picture is in work.

    RESULT OPTIONS
          --json                Print one JSON object.
      -q, --quiet               No progress bar and no closing remarks.
      -h, --help                Show this help.

    EXIT STATUS
      0    All pictures, or the results, have been measured.
      1    LiteRT is missing or failed.
      64   The command line is wrong.
      65   The model, an annotation, a result or a picture has bad data.
      66   A file is missing; bad data elsewhere comes first.
      130  Interrupted; nothing is printed.

    EXAMPLES
      viewfinder evaluate detection --annotations coco.json --images photos/
      viewfinder evaluate detection --annotations labels/ --images images/
      viewfinder evaluate detection --annotations coco.json --results r.json

    """#

  static let evaluateTracking = #"""
    Measure the tracks of a tracker against true ones.

    USAGE
      viewfinder evaluate tracking [OPTION...]

    Prints the figures of TrackEval for each sequence and over all: HOTA with its
    halves for detection (DetA) and association (AssA), IDF1, MOTA, and the number
    of identity switches (IDSW), of wrong boxes (FP) and of missed ones (FN). Files
    have the layout of MOTChallenge.

    OPTIONS
          --truth PATH   The true tracks: a folder with SEQUENCE/gt/gt.txt (and
                         SEQUENCE/seqinfo.ini) or SEQUENCE.txt, or one file.
          --tracks PATH  The reported tracks: a folder with SEQUENCE.txt, or one
                         file.
          --rules SET    Which boxes count: 'all' that the truth does not mark with
                         0 (MOT15), 'counted', which also forgives tracks on those
                         that are, or the pedestrians of 'mot17' or 'mot20'.
                         Default: all.
      -j, --jobs N       Sequences in work at the same time. Default: one per core.
          --json         Print one JSON object.
      -h, --help         Show this help.

    EXIT STATUS
      0    All sequences have been measured.
      64   The command line is wrong.
      65   A file has bad data.
      66   A file is missing.
      130  Interrupted.

    EXAMPLES
      viewfinder evaluate tracking --truth gt/ --tracks out/ --rules mot17

    """#
}
