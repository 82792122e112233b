import NavigationTree
import RoutePatterns

/// How many steps there have to be, and what steps do, worked out from the drawing alone.
extension [Facet] {
  /// The fewest steps that can lead from this to something else.
  ///
  /// Each kind of step changes one thing, and nothing but that kind of step changes it:
  /// - `unwind` takes one presentable away, `dismiss` one open modal; `present` opens one.
  /// - `select` changes the selection of one container, `setParameters` the parameters of one endpoint.
  /// - `pop`, `change` and `push` change the end of one stack by one element. What lists begin with in common can
  ///   stay. The first element that differs can only be dealt with when all above it are popped; it is changed
  ///   itself where there is one in both lists, and each one above it in the new list is pushed. (That no other
  ///   sequence is shorter, the tests of `ListTransition` find by a search over small lists.)
  ///
  /// So the numbers of things that differ add up to the fewest steps. What goes with something that unwinds needs
  /// no step of its own, but a modal, which is closed before.
  func fewestSteps(to new: [Facet]) -> Int {
    indices.reduce(0) { count, node in
      if self[node].serial == 0, new[node].serial == 0, node != 0 { return count }
      let (old, new) = (self[node], new[node])
      var steps = 0
      if old.isLive, new.serial != old.serial { steps += 1 }
      if let modal = old.modal, modal != new.modal { steps += 1 }
      if let modal = new.modal, modal != old.modal { steps += 1 }
      if let option = new.selection, option != old.selection { steps += 1 }
      if let parameters = new.parameters, parameters != old.parameters { steps += 1 }
      if new.serial != 0 { steps += Self.fewestEdits(old.list, new.list) }
      return count + steps
    }
  }

  static func fewestEdits(_ old: [Int], _ new: [Int]) -> Int {
    let kept = zip(old, new).prefix { $0 == $1 }.count
    let both = kept < old.count && kept < new.count ? 1 : 0
    return old.count - kept + new.count - kept - both
  }

  /// Takes steps.
  /// - Returns: what cannot be done, if something cannot.
  mutating func take(_ steps: [TreeTransition.Step], _ ids: NodeNames, _ sketch: Sketch) -> String?
  {
    for step in steps where !take(step, ids, sketch) { return "\(step) cannot be taken" }
    return ids.unknown.map { "\($0) is no node of the tree" }
  }

  private mutating func take(_ step: TreeTransition.Step, _ ids: NodeNames, _ sketch: Sketch)
    -> Bool
  {
    switch step {
    case .dismiss(let modal, let owner):
      let (modal, owner) = (ids[modal], ids[owner])
      guard self[owner].modal == modal else { return false }
      self[owner].modal = nil
    case .unwind(let node):
      let node = ids[node]
      guard self[node].isLive else { return false }
      self[node] = Facet()
      if let parent = sketch.nodes[node].parent {
        if self[parent].selection == node { self[parent].selection = nil }
        if sketch.nodes[parent].kind == .fork { self[parent].options = [] }
      }
    case .select(let option, let node):
      let (option, node) = (ids[option], ids[node])
      guard self[node].selection != option else { return false }
      self[node].selection = option
      guard sketch.nodes[node].kind == .fork else { break }
      self[node].options = sketch.nodes[node].children
      for option in self[node].options where !self[option].isLive { self[option].serial = -1 }
    case .pop(let node, let stack):
      guard self[ids[stack]].list.popLast() == ids[node] else { return false }
    case .change(let node, let other, let stack):
      guard self[ids[stack]].list.popLast() == ids[node] else { return false }
      self[ids[stack]].list.append(ids[other])
    case .push(let node, let stack): self[ids[stack]].list.append(ids[node])
    case .setParameters(let node, let parameters):
      guard self[ids[node]].parameters != parameters else { return false }
      self[ids[node]].parameters = parameters
    case .present(let modal, let owner):
      guard self[ids[owner]].modal == nil else { return false }
      self[ids[owner]].modal = ids[modal]
    }
    return true
  }
}

/// What steps call the nodes of a drawn tree.
final class NodeNames {
  private struct Key: Hashable {
    let kind: RouteNodeID.Kind
    let route: String
    let nesting: Int
  }

  private let numbers: [Key: Int]
  private var known: [RouteNodeID: Int] = [:]
  /// What was asked for, and is not there.
  private(set) var unknown: RouteNodeID?

  init(_ sketch: Sketch) {
    var numbers: [Key: Int] = [:]
    for node in sketch.nodes.indices {
      let key = Self.key(of: node, in: sketch)
      let around = sketch.paths[node].dropLast().filter { outer in
        let outer = Self.key(of: outer, in: sketch)
        return outer.kind == key.kind && outer.route == key.route
      }
      numbers[Key(kind: key.kind, route: key.route, nesting: around.count)] = node
    }
    self.numbers = numbers
  }

  subscript(id: RouteNodeID) -> Int {
    if let number = known[id] { return number }
    guard let number = numbers[Key(kind: id.kind, route: id.route, nesting: id.nesting)] else {
      unknown = unknown ?? id
      return 0
    }
    known[id] = number
    return number
  }

  private static func key(of node: Int, in sketch: Sketch) -> Key {
    // Whatever is within a node stands behind it, with the first endpoint first.
    let first = sketch.endpoints.first { $0 >= node } ?? node
    let kind: RouteNodeID.Kind =
      switch sketch.nodes[node].kind {
      case .endpoint: .endpoint
      case .stack: .stack
      case .fork: .fork
      case .switcher: .switcher
      }
    return Key(kind: kind, route: sketch.names[first], nesting: 0)
  }
}
