// Made as those in HelpSnapshots.swift; read every change of it.
extension HelpSnapshots {
  static let track = #"""
    Follow the objects through videos.

    USAGE
      viewfinder track [OPTION...] [VIDEO...]

    Prints where the most prominent object is seen, or with '--multiple' the
    objects: a line for each track, with the seconds in which it was seen first and
    last and its mean box in pixels of the upright video, or with '--json' what is
    in each frame. Numbers count from 0 in each video and are never given twice. A
    video that is damaged or ends early is followed as far as it can be decoded.

    OBJECT OPTIONS
          --multiple            Follow up to 5 objects, not just the most prominent
                                one.
      -n, --max-objects N       Objects per picture at most. Default: 1, or 5 with
                                '--multiple'.
      -d, --detector FILE       Detection model (.tflite) of your own: SSD,
                                EfficientDet, YOLO, FOMO or a MediaPipe detector.
                                Default: the bundled localizer, which finds things
                                of any kind.
          --object-threshold X  Begin to follow objects from this confidence on, 0
                                to 1; less certain boxes only go on with what is
                                followed. Default: the detector's own.

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

    VIDEO OPTIONS
          --detect-every N      Look for objects in every Nth frame, and follow
                                their motion in between; 1 is the most thorough.
                                Default: about every 0.3 seconds, for a camera as
                                often as the machine can.
      -c, --camera DEVICE       Read a camera, such as /dev/video0. Frames that come
                                while the one before is in work are dropped, so that
                                results are never late.
      -r, --recursive           Look into the folders inside folders.
          --region X,Y,W,H      Look for objects only in this part of the frames:
                                pixels, as they are looked at.
          --scaling HOW         Fit pictures to the model by 'stretch', as ML Kit
                                does, or by 'letterbox', which keeps their shape.
                                Default: stretch.
          --filter HOW          Shrink pictures by averaging what a pixel covers
                                ('area'), or by skipping pixels as ML Kit does
                                ('bilinear'). Default: area; for the detector named
                                by '--detector', bilinear.
          --threads N           Threads for each model. Default: one per core up to
                                4; a camera leaves one for motion.

    BOX OPTIONS
          --detections FILE     Track boxes alone: MOTChallenge text with
                                'frame,-1,x,y,width,height,confidence' lines, or -
                                for standard input.
          --fps X               The frames per second of '--detections'. Default:
                                30.
          --camera-motion FILE  How the camera of '--detections' moved: for each
                                frame a line with the 6 numbers of a 2 x 3 matrix
                                from the frame before, with or without the frame's
                                number from 0 before them.

    RESULT OPTIONS
      -a, --annotate FILE       Write a copy with boxes, numbers and trails as MP4;
                                for several videos, into this folder. Inputs are
                                never overwritten.
      -f, --format HOW          'table' for a line per track, 'json' for one JSON
                                object per frame and line, 'mot' for MOTChallenge
                                text. Default: table, with '--detections' mot.
          --json                The same as '--format json'.
          --timings             Add the milliseconds of each stage.
      -q, --quiet               No progress bar and no closing remarks.
      -h, --help                Show this help.

    VIDEOS
      FILE       A video of any kind that the installed FFmpeg reads.
      FOLDER     The videos in it, sorted by name.
      'PATTERN'  With *, ?, [a-z] or **, when the shell has left it alone.
      -          A video on standard input, of a kind that need not be sought in.
      @LIST      The files that a text file names, one path per line; @- for
                 standard input.

    EXIT STATUS
      0    Every video has been followed to its end.
      1    LiteRT or FFmpeg is missing or failed.
      64   The command line is wrong.
      65   A model or a video has bad data; what can be decoded is followed all the
           same.
      66   A model or a video is missing; bad data elsewhere comes first.
      73   The results or a video cannot be written.
      130  Interrupted; a video in work is finished with the frames so far. 143 when
           SIGTERM does it.

    EXAMPLES
      viewfinder track street.mp4 --annotate out.mp4
      viewfinder track clip.mov --multiple --classify --json > tracks.jsonl
      viewfinder track --detector ssd.tflite -n 20 --annotate out/ *.mp4
      viewfinder track --camera /dev/video0 --json
      viewfinder track --detections det.txt --fps 25 > tracks.txt

    """#
}
