// The C library, for all files of this target and for the few above it that need a number or a call
// of its own. Nowhere else is there a choice between the platforms' names for it.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif canImport(Darwin)
  @_exported public import Darwin
#else
  #error("The C library of this platform is not known here.")
#endif

// Calls by names that members of types do not hide.

func systemOpen(_ path: String, _ flags: CInt, _ permissions: mode_t) -> CInt {
  unsafe open(path, flags, permissions)
}

func systemClose(_ descriptor: CInt) { _ = close(descriptor) }

func systemRead(_ descriptor: CInt, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(descriptor, start, count)
}

func systemWrite(_ descriptor: CInt, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, start, count)
}

func systemRename(_ path: String, _ newPath: String) -> CInt { unsafe rename(path, newPath) }
