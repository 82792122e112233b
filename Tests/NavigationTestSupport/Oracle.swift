import NavigationTree
import RoutePatterns

/// A way through a drawn tree that a state names.
struct Way {
  let path: [Int]
  let parameters: [Int: RouteParameters]
}

/// What must be so, worked out from the drawing alone.
extension Sketch {
  /// The ways that a state names, the active one first.
  func ways(of state: RouterState) -> [Way] {
    ([state.active] + state.kept).compactMap { chain in
      guard let end = chain.last.flatMap({ endpoint[$0.route] }) else { return nil }
      let parameters = zip(endpoints(to: end), chain).map { ($0, $1.parameters) }
      return Way(path: paths[end], parameters: Dictionary(uniqueKeysWithValues: parameters))
    }
  }

  /// What is wrong with a state: its ways have to be those of the tree, whole, and to part where options are kept, with
  /// the same parameters before that.
  func fault(in state: RouterState) -> String? {
    if state.active.isEmpty {
      return state.kept.isEmpty ? nil : "something is kept, and none active"
    }
    for chain in [state.active] + state.kept {
      guard let end = chain.last.flatMap({ endpoint[$0.route] }) else {
        return "a way ends nowhere"
      }
      var isModal = false
      var rest = chain[...]
      for node in paths[end] {
        isModal = isModal || nodes[node].role == .modal
        guard nodes[node].kind == .endpoint else { continue }
        guard let first = rest.popFirst(), first.route == names[node], first.isModal == isModal
        else { return "the way to \(names[end]) is \(chain)" }
        isModal = false
      }
      if !rest.isEmpty { return "the way to \(names[end]) goes on" }
    }
    return faultOfKept(ways(of: state))
  }

  private func faultOfKept(_ ways: [Way]) -> String? {
    for (index, way) in ways.enumerated() {
      for other in ways[..<index] {
        let shared = zip(way.path, other.path).prefix { $0 == $1 }.map(\.0)
        guard let last = shared.last, keeps(way.path, partedAt: last),
          shared.count < way.path.count, shared.count < other.path.count
        else { return "kept ways part at \(shared.last ?? -1)" }
        if shared.contains(where: { way.parameters[$0] != other.parameters[$0] }) {
          return "kept ways have different parameters for what they share"
        }
      }
      // A modal behind the fork would cover what is active.
      if index > 0 {
        let shared = zip(ways[0].path, way.path).prefix { $0 == $1 }.count
        if hasModal(on: way.path, behind: shared - 1) { return "a kept way has a modal open" }
      }
    }
    return nil
  }

  /// Whether a way that parts from the active one at a node is kept there: a fork keeps all, a switcher those with a
  /// fork behind it, if it keeps any.
  func keeps(_ path: [Int], partedAt node: Int) -> Bool {
    guard let index = path.firstIndex(of: node) else { return false }
    let hasFork = path[(index + 1)...].contains { nodes[$0].kind == .fork }
    return nodes[node].kind == .fork || nodes[node].keepsForks && hasFork
  }

  /// The ways that are on the stage: not those that part from one before them at a switcher.
  func shown(_ ways: [Way]) -> [Way] {
    ways.reduce(into: []) { shown, way in
      let closest = shown.map { zip($0.path, way.path).prefix { $0 == $1 }.map(\.0) }
        .max { $0.count < $1.count }
      if let node = closest?.last, nodes[node].kind == .switcher { return }
      shown.append(way)
    }
  }

  /// The nodes that a state needs: those on its ways, and the options of forks on them.
  func needed(for ways: [Way]) -> [Bool] {
    var needed = Array(repeating: false, count: nodes.count)
    for way in shown(ways) {
      for node in way.path {
        needed[node] = true
        if nodes[node].kind == .fork {
          for option in nodes[node].children { needed[option] = true }
        }
      }
    }
    return needed
  }
}

extension [Facet] {
  static func empty(_ sketch: Sketch) -> [Facet] {
    Array(repeating: Facet(), count: sketch.nodes.count)
  }

  /// What must be shown in a state after all of this was shown.
  ///
  /// What is not needed goes, and out of what shows it. What is active is shown. All else is as it was.
  /// What is new has the serial number -1.
  func showing(_ state: RouterState, in sketch: Sketch) -> [Facet] {
    let ways = sketch.ways(of: state)
    let needed = sketch.needed(for: ways)
    var facets = self
    for node in indices where self[node].serial != 0 || node == 0 {
      guard needed[node] else {
        facets[node] = Facet()
        continue
      }
      switch sketch.nodes[node].kind {
      case .endpoint:
        if let modal = self[node].modal, !needed[modal] { facets[node].modal = nil }
      case .stack: if !self[node].list.isEmpty { facets[node].list.removeAll { !needed[$0] } }
      case .fork, .switcher:
        if let option = self[node].selection, !needed[option] { facets[node].selection = nil }
        if let option = self[node].options.first, !needed[option] { facets[node].options = [] }
      }
    }
    guard let active = ways.first else { return facets }
    for (index, node) in active.path.enumerated() {
      let next = index + 1 < active.path.count ? active.path[index + 1] : nil
      facets.make(node, sketch)
      switch sketch.nodes[node].kind {
      case .endpoint:
        facets[node].parameters = active.parameters[node]
        facets[node].modal = next.flatMap { sketch.nodes[$0].role == .modal ? $0 : nil }
      case .stack: facets[node].list = sketch.list(of: node, on: active.path)
      case .fork:
        facets[node].options = sketch.nodes[node].children
        for option in sketch.nodes[node].children { facets.make(option, sketch) }
        facets[node].selection = next
      case .switcher: facets[node].selection = next
      }
    }
    return facets
  }

  private mutating func make(_ node: Int, _ sketch: Sketch) {
    if !self[node].isLive, sketch.nodes[node].hasPresentable { self[node].serial = -1 }
  }

  /// What differs from what must be; a presentable that is new must not have been there before.
  func difference(to expected: [Facet], before: [Facet]) -> String? {
    for node in indices where self[node] != expected[node] {
      var wanted = expected[node]
      if wanted.serial == -1, self[node].isLive, !before[node].isLive {
        wanted.serial = self[node].serial
      }
      if self[node] != wanted { return "\(node) shows \(self[node])\n  and not \(wanted)" }
    }
    return nil
  }

  /// The same without regard to which presentables are there, but to whether.
  func resembles(_ other: [Facet]) -> Bool {
    indices.allSatisfy { node in
      var facet = self[node]
      if facet.serial != 0, other[node].serial != 0 { facet.serial = other[node].serial }
      return facet == other[node]
    }
  }

  /// What is shown in a state when all that it keeps has been shown, the latest last.
  static func settled(_ state: RouterState, in sketch: Sketch) -> [Facet] {
    let chains = [state.active] + state.kept
    return chains.indices.reversed().reduce(empty(sketch)) { facets, index in
      let kept = Array<[ActiveNode]>(chains[(index + 1)...])
      return facets.showing(RouterState(active: chains[index], kept: kept), in: sketch)
    }
  }
}
