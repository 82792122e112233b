/// A list that is filled again and again, in memory that it keeps.
///
/// A class with nothing but words in it: an array in a property would be looked at, each time it is
/// read, for others that change it, which takes longer than to read it.
///
/// `@unchecked` because who has it sees to it that one thread at a time changes it.
@safe
final class RefilledList<Element>: @unchecked Sendable {
  private var elements: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 4) {
    assert(capacity > 0, "It grows to twice its room.")
    unsafe elements = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit {
    removeAll()
    unsafe elements.deallocate()
  }

  func append(_ element: consuming Element) {
    guard count < capacity else { return appendGrowing(element) }
    unsafe (elements + count).initialize(to: element)
    count &+= 1
  }

  // By itself, so that the common way saves no registers for it.
  @inline(never)
  private func appendGrowing(_ element: consuming Element) {
    grow()
    append(element)
  }

  @inline(never)
  private func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    unsafe larger.moveInitialize(from: elements, count: count)
    unsafe elements.deallocate()
    unsafe elements = unsafe larger
    capacity *= 2
  }

  /// Removes those that a closure does not accept.
  func filter(_ isAccepted: (borrowing Element) -> Bool) {
    let number = count
    // What ends with an element may not come back here, but is not to find it either.
    count = 0
    for index in 0..<number {
      let element = unsafe (elements + index).move()
      guard isAccepted(element) else { continue }
      unsafe (elements + count).initialize(to: element)
      count &+= 1
    }
  }

  /// Removes all, from the first to the last.
  // One by one, as the type is known here, and to the runtime is not.
  func removeAll() {
    let number = count
    // As above.
    count = 0
    for index in 0..<number { _ = unsafe (elements + index).move() }
  }

  /// Calls a closure with an element.
  @inline(__always)
  func read<Result>(_ index: Int, _ body: (borrowing Element) -> Result) -> Result {
    precondition(index >= 0 && index < count)
    return unsafe body(elements[index])
  }
}
