/// Elements that leave in the order in which they came.
struct FIFO<Element> {
  private var elements: [Element?] = []
  private var head = 0

  var count: Int { elements.count - head }

  var first: Element? { head < elements.count ? elements[head] : nil }

  mutating func append(_ element: Element) {
    elements.append(element)
  }

  /// - Complexity: O(1) on average.
  mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    defer {
      head += 1
      if head == elements.count {
        elements.removeAll(keepingCapacity: head <= 64)
        head = 0
      } else if head > 64, head > elements.count / 2 {
        elements.removeFirst(head)
        head = 0
      }
    }
    return elements[head].take()
  }

  /// Takes the first that fulfils a condition out of the middle.
  ///
  /// - Complexity: O(count).
  mutating func removeFirst(where condition: (Element) -> Bool) -> Element? {
    let index = elements[head...].firstIndex { $0.map(condition) ?? false }
    return index.flatMap { elements.remove(at: $0) }
  }
}

extension FIFO: Sendable where Element: Sendable {}
