/// A list of what is mostly few, the first four of which take no memory of their own.
///
/// It is not copied: to count the references of four elements, any of which may be missing, takes
/// longer than to make the list.
struct FewElements<Element: Sendable>: ~Copyable, Sendable {
  private var first: Element?
  private var second: Element?
  private var third: Element?
  private var fourth: Element?
  private var others: [Element] = []
  private(set) var count = 0

  mutating func append(_ element: Element) {
    switch count {
    case 0: first = element
    case 1: second = element
    case 2: third = element
    case 3: fourth = element
    default: others.append(element)
    }
    count += 1
  }

  mutating func removeLast() {
    count -= 1
    switch count {
    case 0: first = nil
    case 1: second = nil
    case 2: third = nil
    case 3: fourth = nil
    default: others.removeLast()
    }
  }

  subscript(index: Int) -> Element {
    let near: Element? =
      switch index {
      case 0: first
      case 1: second
      case 2: third
      case 3: fourth
      default: nil
      }
    return near ?? others[index - 4]
  }
}
