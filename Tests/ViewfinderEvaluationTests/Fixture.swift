import Foundation
import Testing

/// The files that `Fixtures/make_golden.py` writes.
enum Fixture {
  static func path(_ name: String) throws -> String {
    let url = Bundle.module.resourceURL?.appendingPathComponent("Fixtures/\(name)")
    return try #require(url).path
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: try path(name))))
  }

  static func decode<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(try bytes(name)))
  }
}

/// Whether two figures are both absent or equal to ten digits.
func agree(_ a: Double?, _ b: Double?) -> Bool {
  switch (a, b) {
  case (nil, nil): true
  case (let a?, let b?): abs(a - b) < 1e-10
  default: false
  }
}
