/// The fewest steps that lead from one list of elements to another, when only its end can be
/// changed.
///
///     ListTransition(from: ["tabs", "books", "1"], to: ["tabs", "today"]).steps
///     // pop "1" at 2, change "books" to "today" at 1
///
/// The common beginning of both lists stays. Of the rest of the old list all but the first element
/// is popped, from the end; the first is changed into its counterpart in the new list, or popped if
/// there is none; then come the pushes. Each step deals with the last element there is at that
/// moment, and its index is that of the element in the list.
///
/// - Complexity: O(*n* + *m*) for lists of *n* and *m* elements.
public struct ListTransition<Element: Equatable> {
  /// One change of the end of a list.
  public enum Step {
    /// Removes the last element.
    case pop(Element, at: Int)
    /// Replaces the last element by another.
    case change(Element, to: Element, at: Int)
    /// Adds an element at the end.
    case push(Element, at: Int)
  }

  /// The steps, in the order in which they are taken.
  public let steps: [Step]

  /// Finds the steps between two lists.
  public init(from old: [Element], to new: [Element]) {
    let kept = zip(old, new).prefix { $0 == $1 }.count
    let isChanged = kept < min(old.count, new.count)
    // The first element that differs is neither popped nor pushed if both lists have one.
    let changed = isChanged ? kept + 1 : kept
    var steps: [Step] = []
    for index in old.indices[changed...].reversed() { steps.append(.pop(old[index], at: index)) }
    if isChanged { steps.append(.change(old[kept], to: new[kept], at: kept)) }
    for index in new.indices[changed...] { steps.append(.push(new[index], at: index)) }
    self.steps = steps
  }
}

extension ListTransition: Equatable {}
extension ListTransition.Step: Equatable {}
extension ListTransition: Hashable where Element: Hashable {}
extension ListTransition.Step: Hashable where Element: Hashable {}
extension ListTransition: Sendable where Element: Sendable {}
extension ListTransition.Step: Sendable where Element: Sendable {}

extension ListTransition.Step {
  /// The index in the list at which the step is taken.
  public var index: Int {
    switch self {
    case .pop(_, let index), .change(_, _, let index), .push(_, let index): index
    }
  }

  /// Applies the step to a list.
  ///
  /// - Parameter list: The list whose end is changed.
  /// - Returns: Whether the step could be taken; otherwise the list is as it was.
  @discardableResult
  public func apply(to list: inout [Element]) -> Bool {
    switch self {
    case .pop(let element, let index):
      guard index == list.count - 1, list.last == element else { return false }
      list.removeLast()
    case .change(let old, let new, let index):
      guard index == list.count - 1, list.last == old else { return false }
      list[index] = new
    case .push(let element, let index):
      guard index == list.count else { return false }
      list.append(element)
    }
    return true
  }
}
