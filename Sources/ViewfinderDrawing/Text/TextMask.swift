internal import ViewfinderCore
internal import ViewfinderSystem

/// A line of text as a mask.
struct TextMask: Hashable {
  var mask: Mask
  /// Columns from where the line starts to the mask.
  var left: Int
  /// Rows from the baseline to the mask; negative above it.
  var top: Int
  /// The width of the line in pixels.
  var advance: Int
}

/// Text masks that were made before; the ones not used for long are dropped.
///
/// Two generations: when the younger one is full, it becomes the older one, whose masks are
/// forgotten unless they were asked for meanwhile.
final class TextCache: Sendable {
  struct Key: Hashable {
    let text: String
    let weight: TextRenderer.Weight
    let size: Int
    let limit: Int?
  }

  private struct Generations {
    var younger: [Key: TextMask] = [:]
    var older: [Key: TextMask] = [:]
    var youngerBytes = 0
  }

  /// The bytes of masks in one generation.
  private let capacity: Int
  private let generations = Mutex(Generations())

  init(capacity: Int = 4 << 20) {
    self.capacity = capacity
  }

  /// The bytes that masks and their keys take, at least.
  var byteCount: Int {
    generations.withLock { state in
      [state.younger, state.older].reduce(0) { $0 + $1.reduce(0) { $0 + Self.bytes($1) } }
    }
  }

  func mask(for key: Key) throws(ViewfinderError) -> TextMask {
    if let known = generations.withLock({ Self.recall(key, &$0, capacity) }) { return known }
    let made = try TextRenderer.render(
      key.text, weight: key.weight, size: key.size, limit: key.limit
    )
    generations.withLock { Self.remember(key, made, &$0, capacity) }
    return made
  }

  private static func recall(
    _ key: Key,
    _ state: inout Generations,
    _ capacity: Int
  ) -> TextMask? {
    if let mask = state.younger[key] { return mask }
    guard let mask = state.older[key] else { return nil }
    remember(key, mask, &state, capacity)
    return mask
  }

  private static func remember(
    _ key: Key,
    _ mask: TextMask,
    _ state: inout Generations,
    _ capacity: Int
  ) {
    let bytes = bytes((key, mask))
    if state.youngerBytes + bytes > capacity {
      state.older = state.younger
      state.younger = [:]
      state.youngerBytes = 0
    }
    guard bytes <= capacity, state.younger.updateValue(mask, forKey: key) == nil else { return }
    state.youngerBytes += bytes
  }

  private static func bytes(_ entry: (key: Key, value: TextMask)) -> Int {
    entry.value.mask.bytes.count + entry.key.text.utf8.count + 160
  }
}
