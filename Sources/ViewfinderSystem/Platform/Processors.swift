/// The processors of this machine.
package enum Processors {
  /// How many are in use, at least 1.
  package static var count: Int { max(1, Int(sysconf(CInt(_SC_NPROCESSORS_ONLN)))) }
}
