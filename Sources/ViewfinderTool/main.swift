internal import ViewfinderCommandLine

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

exit(CommandLineTool.run(Array(CommandLine.arguments.dropFirst())))
