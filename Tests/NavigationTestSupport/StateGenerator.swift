#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import NavigationTree
import RoutePatterns
import TestSupport

extension Sketch {
  /// A state that requests lead to.
  func state(in tree: RoutingNode<Prop>, _ generator: inout SeededGenerator) -> RouterState {
    var state = RouterState()
    for _ in 0..<(1 + generator.below(5)) {
      let request = request(&generator).text
      let options: DispatchOptions = generator.pick([[], [], .junctionsOnly])
      let next = try? routerReducer(request: request, tree: tree, state: state, options: options)
      state = next ?? state
    }
    return state
  }

  /// A state that holds anything.
  func garbage(_ generator: inout SeededGenerator) -> RouterState {
    let kept = (0..<generator.below(5)).map { _ in chain(&generator) }
    return RouterState(active: chain(&generator), kept: kept)
  }

  private func chain(_ generator: inout SeededGenerator) -> [ActiveNode] {
    // Often a way of the tree with something wrong with it.
    let end = generator.pick(endpoints)
    var nodes = endpoints(to: end).map { node in
      ActiveNode(
        route: names[node],
        parameters: parameters(of: node, &generator),
        isModal: self.nodes[node].role == .modal
      )
    }
    for _ in 0..<generator.below(4) {
      let index = generator.below(nodes.count + 1)
      switch generator.below(6) {
      case 0: nodes.insert(ActiveNode(route: "/nowhere"), at: index)
      case 1: nodes.insert(ActiveNode(route: names[generator.pick(endpoints)]), at: index)
      case 2: if !nodes.isEmpty { nodes.removeLast() }
      case 3: if index < nodes.count { nodes[index].isModal.toggle() }
      case 4: if index < nodes.count { nodes[index].parameters = garbage(&generator) }
      default: if index < nodes.count { nodes.append(nodes[index]) }
      }
    }
    return nodes
  }

  private func parameters(of node: Int, _ generator: inout SeededGenerator) -> RouteParameters {
    let request = request(for: node, &generator)
    let pattern = try? RoutePattern(parsing: names[node])
    guard generator.below(4) > 0, let pattern, let target = try? RouteTarget(request.text),
      let match = try? pattern.match(target)
    else { return garbage(&generator) }
    return match.parameters
  }

  private func garbage(_ generator: inout SeededGenerator) -> RouteParameters {
    var parameters = RouteParameters()
    for _ in 0..<generator.below(3) {
      let name = generator.pick(["p1", "p2", "p3", "p4", "0", "", "a b"])
      let value = generator.pick(["1", "", "x", "a/b", "..", "%2e", "ü"])
      if generator.below(3) == 0 {
        let raw = generator.pick(["/", "..", "%2F", "a/b", ";", "%20"])
        let value = ParameterValue(raw: raw, spansSegments: generator.below(2) == 0)
        parameters.path.setValue(value, of: name)
      } else {
        parameters.path[name] = value
      }
    }
    if generator.below(4) == 0 { parameters.query = QueryParameters(parsing: "a=%20&&=b&c+") }
    if generator.below(4) == 0 { parameters.fragment = generator.pick(["", "x", "ü %"]) }
    return parameters
  }
}

extension RouterState {
  /// What is read of the state when its coded form was damaged; nothing when it cannot be read.
  func damaged(_ generator: inout SeededGenerator) -> RouterState? {
    guard var bytes = try? JSONEncoder().encode(self), !bytes.isEmpty else { return nil }
    for _ in 0..<(1 + generator.below(3)) {
      let index = bytes.startIndex + generator.below(bytes.count)
      switch generator.below(4) {
      case 0: bytes[index] = UInt8(32 + generator.below(95))
      case 1: bytes.insert(UInt8(48 + generator.below(10)), at: index)
      case 2: bytes[index] ^= 1
      default: if bytes.count > 1 { bytes.remove(at: index) }
      }
    }
    return try? JSONDecoder().decode(RouterState.self, from: bytes)
  }
}
