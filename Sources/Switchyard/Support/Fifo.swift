/// A queue: the element that was appended first is removed first.
struct Fifo<Element> {
  /// The first by itself: mostly there is no other, and then no array either.
  private var first: Element?
  // Taken elements leave a hole, so that they are released when they are taken.
  private var others: [Element?] = []
  private var head = 0

  var isEmpty: Bool { first == nil }
  var count: Int { (first == nil ? 0 : 1) + others.count - head }

  mutating func append(_ element: Element) {
    if first == nil { first = element } else { others.append(element) }
  }

  mutating func popFirst() -> Element? {
    guard let element = first else { return nil }
    first = others.isEmpty ? nil : popOther()
    return element
  }

  private mutating func popOther() -> Element? {
    let element = others[head]
    others[head] = nil
    head += 1
    if head == others.count {
      others.removeAll(keepingCapacity: head <= 64)
      head = 0
    } else if head >= 64, head * 2 >= others.count {
      others.removeFirst(head)
      head = 0
    }
    return element
  }
}
