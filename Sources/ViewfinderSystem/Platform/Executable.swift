internal import CViewfinderSystem

/// The program that is running, and the library that this code is in.
package enum Executable {
  /// The files beside which others of ours may lie, symbolic links followed: the library that this
  /// code is in, if it is in one that another program has loaded, and the program.
  package static var ownFiles: [String] {
    let library = unsafe cviewfinder_own_file().flatMap {
      unsafe Folder.resolved(String(cString: $0))
    }
    // A program's own code gives the program, by the name it was started with.
    let files = [library, path].compactMap(\.self)
    return files.first == files.last ? Array(files.prefix(1)) : files
  }
}
