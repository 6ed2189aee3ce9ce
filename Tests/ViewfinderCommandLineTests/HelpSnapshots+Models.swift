// Made as those in HelpSnapshots.swift; read every change of it.
extension HelpSnapshots {
  static let models = #"""
    Fetch hosted models and keep them.

    USAGE
      viewfinder models COMMAND [ARGUMENT...]

    COMMANDS
      pull    Fetch a hosted model, or its newer version.
      list    List the hosted models that are here.
      verify  Check that hosted models are what was downloaded.
      remove  Remove hosted models, or what there is of their downloads.
      path    Print the path of a hosted model's file.

    OPTIONS
      -h, --help  Show this help.

    'viewfinder help models COMMAND' tells more about a command.

    """#

  static let modelsPull = #"""
    Fetch a hosted model, or its newer version.

    USAGE
      viewfinder models pull [OPTION...] SOURCE

    Prints the path of the file, which is put in place only when it is whole,
    checked and a sound model. A download that was broken off is gone on with. What
    is the newest already is not fetched again.

    OPTIONS
          --project ID          Firebase project. Default: the app's, or
                                VIEWFINDER_PROJECT.
          --config FILE         GoogleService-Info.plist or google-services.json of
                                the app. Default: VIEWFINDER_APP_CONFIG.
          --sha256 HEX          For https: refuse any file that does not hash to
                                this, and keep the model apart from what the address
                                gives otherwise.
          --ca-file FILE        Trust the certificate authorities in this PEM file
                                in place of the system's. Default:
                                VIEWFINDER_CA_FILE.
          --min-rate BYTES      End a download that brings fewer bytes a second. 0
                                waits for any server. Default: 1000.
          --min-rate-over SECONDS
                                The time over which that rate is averaged. Default:
                                60.
          --cache DIR           Keep hosted models in this folder. Default:
                                VIEWFINDER_CACHE, or viewfinder in XDG_CACHE_HOME or
                                ~/.cache.
      -q, --quiet               No progress bar and no closing remarks.
      -h, --help                Show this help.

    SOURCE
      firebase:NAME       A model in Firebase ML; the app's configuration is needed.
      gs://BUCKET/OBJECT  An object in Cloud Storage.
      https://HOST/PATH   A file on any web server.

    EXIT STATUS
      0    The newest version is here.
      1    The server cannot be reached, refuses, or is too slow.
      64   The command line or the app's configuration is wrong.
      65   The server sends what is no sound model, or not what it promised.
      66   There is no such model, or it was removed meanwhile.
      73   The file cannot be written, or the disk is full.
      130  Interrupted; the next call goes on with it.

    EXAMPLES
      viewfinder models pull gs://bucket/path/model.tflite
      viewfinder models pull firebase:my_model --project demo
      viewfinder models pull https://host/model.tflite --cache models/

    """#

  static let modelsList = #"""
    List the hosted models that are here.

    USAGE
      viewfinder models list [OPTION...]

    OPTIONS
          --json       Print one JSON object per model and line.
          --cache DIR  Keep hosted models in this folder. Default: VIEWFINDER_CACHE,
                       or viewfinder in XDG_CACHE_HOME or ~/.cache.
      -h, --help       Show this help.

    EXAMPLES
      viewfinder models list
      viewfinder models list --json

    """#

  static let modelsVerify = #"""
    Check that hosted models are what was downloaded.

    USAGE
      viewfinder models verify [OPTION...] [NAME...]

    Reads every file, or those that are named, and compares it with the hash that
    was noted when it was checked. Prints the names of those that are well.

    OPTIONS
          --cache DIR  Keep hosted models in this folder. Default: VIEWFINDER_CACHE,
                       or viewfinder in XDG_CACHE_HOME or ~/.cache.
      -h, --help       Show this help.

    EXIT STATUS
      0   All are well.
      65  A file has been changed or damaged.
      66  There is no such model, or only the beginning of it.

    EXAMPLES
      viewfinder models verify

    """#

  static let modelsRemove = #"""
    Remove hosted models, or what there is of their downloads.

    USAGE
      viewfinder models remove [OPTION...] NAME...

    Downloads of them that are going on end, in other processes, too.

    OPTIONS
          --cache DIR  Keep hosted models in this folder. Default: VIEWFINDER_CACHE,
                       or viewfinder in XDG_CACHE_HOME or ~/.cache.
      -h, --help       Show this help.

    NAME
      A name that 'viewfinder models list' shows, a source, or a model's own name
      when only one has it.

    EXAMPLES
      viewfinder models remove my_model

    """#

  static let modelsPath = #"""
    Print the path of a hosted model's file.

    USAGE
      viewfinder models path [OPTION...] NAME

    The path stays the same when the model is updated.

    OPTIONS
          --cache DIR  Keep hosted models in this folder. Default: VIEWFINDER_CACHE,
                       or viewfinder in XDG_CACHE_HOME or ~/.cache.
      -h, --help       Show this help.

    NAME
      A name that 'viewfinder models list' shows, a source, or a model's own name
      when only one has it.

    EXAMPLES
      viewfinder models path my_model

    """#
}
