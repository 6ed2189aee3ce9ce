// Made from the output of `viewfinder … --help` in 80 columns; read every change of it.
enum HelpSnapshots {
  static let root = #"""
    Vision on your own machine: label pictures, find objects and track them through
    videos with TensorFlow Lite models.

    USAGE
      viewfinder COMMAND [ARGUMENT...]
      viewfinder --version

    COMMANDS
      label        Label pictures with an image classifier.
      detect       Find the objects in pictures.
      track        Follow the objects through videos.
      model        Look into model files and mend them.
      models       Fetch hosted models and keep them.
      evaluate     Measure detectors and trackers against ground truth.
      completions  Print a completion script for your shell.
      help         Show help for a command.

    OPTIONS
          --version  Show the version.
      -h, --help     Show this help.

    EXAMPLES
      viewfinder label photo.jpg
      viewfinder label --model bird.tflite --json photos/
      viewfinder detect --multiple --classify --annotate out/ street.jpg
      viewfinder track street.mp4 --multiple --annotate out.mp4
      viewfinder model inspect bird.tflite
      viewfinder models pull gs://bucket/bird.tflite

    'viewfinder help COMMAND' tells more about a command.

    """#

  static let label = #"""
    Label pictures with an image classifier.

    USAGE
      viewfinder label [OPTION...] INPUT...

    Prints the likeliest labels of each picture, best first, in the order of the
    inputs. An input that fails is reported and the run goes on.

    MODEL OPTIONS
      -m, --model FILE          TensorFlow Lite model (.tflite), AutoML
                                manifest.json, or a folder with either; or a hosted
                                model: firebase:NAME, gs://… or https://…. Default:
                                the bundled EfficientNet-Lite0, which knows the 1000
                                classes of ImageNet.
          --base                Name things in plain words, such as Dog or Building:
                                labels that the bundled model's classes add up to,
                                with numbers of their own.
          --update              Look for a newer version of a hosted model first.
                                Default: use the one that is here.
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
                                ('bilinear'). Default: area.

    SPEED OPTIONS
      -j, --jobs N              Pictures in work at the same time. Default: one per
                                core.
          --threads N           Threads for each picture. Default: 1, or up to 4
                                when one picture is in work.

    RESULT OPTIONS
      -t, --threshold X         Leave out labels below this confidence, 0 to 1.
                                Default: the model's own, or 0; with '--base', 0.5.
      -n, --max-results N       Labels per picture at most. Default: 10.
          --only NAME[,NAME...]
                                Keep these classes alone, by name or number, before
                                results are limited in number.
          --except NAME[,NAME...]
                                Leave these classes out, by name or number.
          --head N              Look only at this output of a model with several,
                                from 0.
          --raw                 Show numbers as the model gives them, where they are
                                no confidences: logits, an age, an embedding.
          --json                Print one JSON object per picture and line.
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
      0    Every input has been labelled.
      1    LiteRT is missing or failed.
      64   The command line is wrong.
      65   The model or an input has bad data; the other inputs are labelled all the
           same.
      66   The model or an input is missing; bad data elsewhere comes first.
      73   The results cannot be written.
      130  Interrupted.

    EXAMPLES
      viewfinder label photo.jpg
      viewfinder label --model bird.tflite --max-results 3 *.jpg
      viewfinder label --base photo.jpg
      viewfinder label --json --recursive ~/Pictures > labels.jsonl
      find . -name '*.heic' | viewfinder label --json @-

    """#

  static let model = #"""
    Look into model files and mend them.

    USAGE
      viewfinder model COMMAND [ARGUMENT...]

    COMMANDS
      inspect       Show what a model takes and gives, what it serves, and how to
                    run it.
      add-metadata  Write into a model what goes in and what comes out.

    OPTIONS
      -h, --help  Show this help.

    'viewfinder help model COMMAND' tells more about a command.

    """#

  static let inspect = #"""
    Show what a model takes and gives, what it serves, and how to run it.

    USAGE
      viewfinder model inspect [OPTION...] FILE

    Prints inputs, outputs, quantisation, metadata, labels, whether the model labels
    pictures or finds objects, the command that does so, and if the model does not
    fit ML Kit or Viewfinder, why not and what to do. LiteRT is not needed.

    OPTIONS
          --json  Print one JSON object; for a folder of models one a line.
      -h, --help  Show this help.

    FILE
      A .tflite model, an AutoML manifest.json, or a folder with either; of a folder
      with several models a table is printed.

    EXIT STATUS
      0   The file has been read, whether the model fits or not.
      65  The file is not a sound model.
      66  The file is missing.

    EXAMPLES
      viewfinder model inspect bird.tflite
      viewfinder model inspect --json bird.tflite
      viewfinder model inspect models/

    """#

  static let completions = #"""
    Print a completion script for your shell.

    USAGE
      viewfinder completions SHELL

    OPTIONS
      -h, --help  Show this help.

    SHELLS
      bash  Add to ~/.bashrc: eval "$(viewfinder completions bash)"
      zsh   Add to ~/.zshrc, after compinit: eval "$(viewfinder completions zsh)"

    """#

  static let help = #"""
    Show help for a command.

    USAGE
      viewfinder help [COMMAND...]

    OPTIONS
      -h, --help  Show this help.

    """#
}
