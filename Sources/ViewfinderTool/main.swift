internal import ViewfinderCommandLine

CommandLineTool.main()
