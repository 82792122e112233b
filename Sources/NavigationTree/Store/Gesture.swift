/// The part of some steps that a gesture has done before the store heard of it.
///
/// A swipe closes a modal or goes back in a stack, a tap selects an option: one of these, and the
/// nodes that it brings to light are as they were left. Steps that close a modal and change what
/// lies beneath it are more than that: which of them has been done is not known, so none counts as
/// done. To be told what is there already does no harm.
struct Gesture {
  private enum Kind {
    case dismissing
    case selecting(PlannedStep)
    case popping(stack: Int)
  }

  private let kind: Kind?

  /// - Parameter steps: the steps that lead from the state before the gesture to that after it.
  init(_ steps: [PlannedStep]) {
    let isDismissing = steps.contains { if case .dismiss = $0 { true } else { false } }
    let selected = steps.first { if case .select = $0 { true } else { false } }
    let stack = steps.lazy.compactMap(\.stack).first
    kind =
      if isDismissing {
        selected == nil && stack == nil ? .dismissing : nil
      } else if let selected { .selecting(selected) } else { stack.map { .popping(stack: $0) } }
  }

  /// Whether the gesture has done a step already.
  func hasDone(_ step: PlannedStep) -> Bool {
    switch (kind, step) {
    case (.dismissing, .dismiss): true
    case (.selecting(let selected), _): step == selected
    case (.popping(let stack), _): step.stack == stack
    default: false
    }
  }
}
