/// A host that is written as a number: an IPv4 address in any of the ways that libraries read, or an
/// IPv6 address.
struct HostNumber: Hashable, Sendable {
  /// The 16 bytes of an IPv6 address; those of an IPv4 address stand at their end, mapped.
  let bytes: [UInt8]

  /// Reads a host in lower case, an IPv6 address without its brackets; nothing when it is a name.
  init?(_ host: String) {
    if host.contains(":") {
      guard let bytes = Self.ipv6(host) else { return nil }
      self.bytes = bytes
    } else {
      guard let bytes = Self.ipv4(host.hasSuffix(".") ? String(host.dropLast()) : host) else {
        return nil
      }
      self.bytes = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + bytes
    }
  }

  /// Whether a connection to the address ends on this machine: the loopback addresses, and the
  /// unspecified ones, which systems take for them.
  var isThisMachine: Bool {
    let head = bytes[..<12]
    let isMapped = head.elementsEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
    if isMapped { return bytes[12] == 127 || bytes[12] == 0 }
    guard head.allSatisfy({ $0 == 0 }) else { return false }
    // IPv4 addresses as they were written before they were mapped; ::1 and ::.
    return bytes[12] == 127 || bytes[12...14].allSatisfy { $0 == 0 } && bytes[15] <= 1
  }

  /// Whether a name means this machine everywhere (RFC 6761).
  static func isLocalName(_ host: String) -> Bool {
    let name = host.hasSuffix(".") ? String(host.dropLast()) : host
    return name == "localhost" || name.hasSuffix(".localhost")
  }

  /// One to four numbers, each decimal, octal or hexadecimal; the last fills what is left.
  private static func ipv4(_ host: String) -> [UInt8]? {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...4).contains(parts.count) else { return nil }
    var value: UInt64 = 0
    for (index, part) in parts.enumerated() {
      guard let number = number(part) else { return nil }
      let bits = index == parts.count - 1 ? 8 * (5 - parts.count) : 8
      guard number >> UInt64(bits) == 0 else { return nil }
      value = value << UInt64(bits) | number
    }
    return (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt64(24 - 8 * $0)) }
  }

  private static func number(_ text: Substring) -> UInt64? {
    let isPlain = text.utf8.allSatisfy { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }
    guard isPlain, !text.isEmpty else { return nil }
    if text.hasPrefix("0x") { return text.count == 2 ? 0 : UInt64(text.dropFirst(2), radix: 16) }
    return UInt64(text, radix: text.hasPrefix("0") && text.count > 1 ? 8 : 10)
  }

  private static func ipv6(_ host: String) -> [UInt8]? {
    let halves = host.split(separator: "::", omittingEmptySubsequences: false)
    guard halves.count <= 2 else { return nil }
    var groups: [[UInt8]] = []
    for half in halves {
      guard let bytes = self.groups(half) else { return nil }
      groups.append(bytes)
    }
    if groups.count == 1 { return groups[0].count == 16 ? groups[0] : nil }
    let gap = 16 - groups[0].count - groups[1].count
    // Two colons stand for at least one group.
    return gap >= 2 ? groups[0] + [UInt8](repeating: 0, count: gap) + groups[1] : nil
  }

  private static func groups(_ text: Substring) -> [UInt8]? {
    if text.isEmpty { return [] }
    var bytes: [UInt8] = []
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index == parts.count - 1, part.contains(".") {
        guard part.split(separator: ".").count == 4, let last = ipv4(String(part)) else {
          return nil
        }
        bytes += last
        continue
      }
      guard (1...4).contains(part.utf8.count), let group = UInt16(part, radix: 16) else {
        return nil
      }
      bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
    }
    return bytes
  }
}
