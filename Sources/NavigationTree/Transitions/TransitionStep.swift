/// One step from a state to another, with some name for each node.
public enum TransitionStep<Node: Hashable & Sendable>: Hashable, Sendable {
  /// A modal is closed.
  case dismiss(Node, from: Node)
  /// The presentable of a node is cleared up, as the node is no longer used.
  case unwind(Node)
  /// A fork or switcher shows an option.
  case select(Node, in: Node)
  /// The top of a stack is removed.
  case pop(Node, from: Node)
  /// The top of a stack is replaced.
  case change(Node, to: Node, in: Node)
  /// A node is put on top of a stack.
  case push(Node, onto: Node)
  /// An endpoint is configured.
  case setParameters(Node, RouteParameters)
  /// A modal is opened.
  case present(Node, over: Node)
}

/// A step that names nodes by their numbers.
typealias PlannedStep = TransitionStep<Int>

extension TransitionStep {
  /// The stack whose list the step changes.
  var stack: Node? {
    switch self {
    case .pop(_, let stack), .change(_, _, let stack), .push(_, let stack): stack
    default: nil
    }
  }

  /// The node that the step shows something in, if it does.
  var filled: Node? {
    switch self {
    case .select(_, let node): node
    case .present(_, let owner): owner
    default: stack
    }
  }

  /// Whether the step is a dismissal or an unwinding; a pop sets a stack, and is none.
  var isRemoval: Bool {
    switch self {
    case .dismiss, .unwind: true
    default: false
    }
  }

  /// Returns the step with other names for its nodes.
  func map<Other>(_ name: (Node) -> Other) -> TransitionStep<Other> {
    switch self {
    case .dismiss(let modal, let owner): .dismiss(name(modal), from: name(owner))
    case .unwind(let node): .unwind(name(node))
    case .select(let option, let node): .select(name(option), in: name(node))
    case .pop(let node, let stack): .pop(name(node), from: name(stack))
    case .change(let node, let other, let stack):
      .change(name(node), to: name(other), in: name(stack))
    case .push(let node, let stack): .push(name(node), onto: name(stack))
    case .setParameters(let node, let parameters): .setParameters(name(node), parameters)
    case .present(let modal, let owner): .present(name(modal), over: name(owner))
    }
  }
}

extension TransitionStep: CustomStringConvertible {
  /// The step in a few words.
  public var description: String {
    switch self {
    case .dismiss(let modal, let owner): "dismiss \(modal) from \(owner)"
    case .unwind(let node): "unwind \(node)"
    case .select(let option, let node): "select \(option) in \(node)"
    case .pop(let node, let stack): "pop \(node) from \(stack)"
    case .change(let node, let other, let stack): "change \(node) to \(other) in \(stack)"
    case .push(let node, let stack): "push \(node) onto \(stack)"
    case .setParameters(let node, let parameters): "set \(node) \(parameters)"
    case .present(let modal, let owner): "present \(modal) over \(owner)"
    }
  }
}
