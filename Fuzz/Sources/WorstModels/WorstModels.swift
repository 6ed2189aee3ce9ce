import Foundation
import Viewfinder
import ViewfinderTestSupport

#if canImport(Glibc)
  import Glibc
#endif

/// Measures what the checks of a model take at worst.
///
/// Without arguments the names of the files are listed. With a name, a size and a path such a file is
/// written; with a path alone it is read, checked and reported on, and the seconds of processor time
/// and the megabytes that took are printed, and whether the file was refused.
@main
enum WorstModels {
  static func main() throws {
    let arguments = CommandLine.arguments
    switch arguments.count {
    case 1:
      for model in WorstModel.all { print(model.name) }
    case 2:
      measure(arguments[1])
    case 4:
      guard let model = WorstModel.all.first(where: { $0.name == arguments[1] }),
        let size = Int(arguments[2])
      else { exit(64) }
      try Data(model.bytes(size: size)).write(to: URL(filePath: arguments[3]))
    default:
      exit(64)
    }
  }

  private static func measure(_ path: String) {
    let before = usage()
    var outcome = "taken"
    do {
      let report = try CompatibilityReport(path: path)
      precondition(!report.text.isEmpty, "A report says something")
      _ = try JSONEncoder().encode(report)
    } catch {
      outcome = "refused"
    }
    let after = usage()
    print(after.seconds - before.seconds, after.megabytes, outcome)
  }

  /// The processor time of this process, and the most memory it has had.
  private static func usage() -> (seconds: Double, megabytes: Double) {
    #if canImport(Glibc)
      let whole = RUSAGE_SELF.rawValue
    #else
      let whole = RUSAGE_SELF
    #endif
    var usage = rusage()
    guard getrusage(whole, &usage) == 0 else { fatalError("getrusage fails") }
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return (seconds(usage.ru_utime) + seconds(usage.ru_stime), Double(usage.ru_maxrss) / 1024)
  }
}
