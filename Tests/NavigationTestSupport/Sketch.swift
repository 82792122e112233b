import NavigationTree
import TestSupport

/// A tree as the tests draw it, from which a tree of the module is built.
///
/// What must be shown is worked out from this, and from nothing that the module makes of it.
struct Sketch: Sendable {
  enum Kind: Sendable, Equatable { case endpoint, stack, fork, switcher }
  enum Role: Sendable, Equatable { case root, item, option, child, modal }

  struct Node: Sendable {
    let kind: Kind
    let role: Role
    let parent: Int?
    /// Of an endpoint.
    var route: RouteSketch?
    var hasPresentable = true
    /// Of a switcher: whether forks in an option that is left stay as they are.
    var keepsForks = false
    /// All but the modals.
    var children: [Int] = []
    var modals: [Int] = []
  }

  let nodes: [Node]
  /// The way from the root to each node, with both.
  let paths: [[Int]]
  /// For each node the first behind all that is within it.
  let ends: [Int]
  /// What states call the endpoints.
  let names: [String]
  let endpoints: [Int]
  let endpoint: [String: Int]

  init(_ nodes: [Node]) {
    self.nodes = nodes
    var paths: [[Int]] = []
    for (number, node) in nodes.enumerated() {
      paths.append((node.parent.map { paths[$0] } ?? []) + [number])
    }
    self.paths = paths
    var ends = Array(nodes.indices.map { $0 + 1 })
    for number in nodes.indices.reversed() {
      if let parent = nodes[number].parent { ends[parent] = max(ends[parent], ends[number]) }
    }
    self.ends = ends
    names = nodes.map { $0.route?.text ?? "" }
    endpoints = nodes.indices.filter { nodes[$0].kind == .endpoint }
    endpoint = Dictionary(uniqueKeysWithValues: endpoints.map { [names] in (names[$0], $0) })
  }

  /// The endpoints on the way to a node, with it.
  func endpoints(to node: Int) -> [Int] { paths[node].filter { nodes[$0].kind == .endpoint } }

  /// Whether a way has a modal behind some place of it.
  func hasModal(on path: [Int], behind index: Int) -> Bool {
    path[(index + 1)...].contains { nodes[$0].role == .modal }
  }

  /// What a stack shows, of a way that leads through it.
  func list(of stack: Int, on path: [Int]) -> [Int] {
    guard let index = path.firstIndex(of: stack) else { return [] }
    let item = path[(index + 1)...].prefix(1)
    return item + path[(index + 2)...].prefix { nodes[$0].role == .child }
  }
}

extension Sketch: CustomStringConvertible {
  var description: String {
    nodes.indices.map { number in
      let node = nodes[number]
      let indent = String(repeating: "  ", count: paths[number].count)
      let presentable = node.hasPresentable ? "" : " without a presentable"
      let keeps = node.keepsForks ? " that keeps forks" : ""
      return "\(indent)\(number) \(node.role) \(node.kind) \(names[number])\(presentable)\(keeps)"
    }.joined(separator: "\n")
  }
}

// MARK: - Drawing

extension Sketch {
  /// Draws a tree, with routes of its own or with those of another tree.
  init(_ generator: inout SeededGenerator, routes: [RouteSketch] = []) {
    let count = routes.isEmpty ? 1 + generator.below(1 + generator.below(25)) : routes.count
    var artist = Artist(generator: generator, count: count, given: routes)
    artist.draw(.root, parent: nil, above: nil)
    generator = artist.generator
    self.init(artist.nodes)
  }

  private struct Artist {
    var generator: SeededGenerator
    var nodes: [Node] = []
    /// How many endpoints may still be drawn; what has to have one gets one all the same.
    private var left: Int
    private var given: [RouteSketch]
    private let isGiven: Bool
    private var source: RouteSource

    init(generator: SeededGenerator, count: Int, given: [RouteSketch]) {
      self.generator = generator
      left = count
      self.given = given.reversed()
      isGiven = !given.isEmpty
      // Where the given ones do not suffice, others are made that are none of them.
      source = RouteSource(from: given.isEmpty ? 1 : 1001)
    }

    mutating func draw(_ role: Role, parent: Int?, above: RouteSketch?) {
      let number = nodes.count
      let kind = kind(role, depth: depth(parent))
      nodes.append(Node(kind: kind, role: role, parent: parent))
      if let parent {
        if role == .modal {
          nodes[parent].modals.append(number)
        } else {
          nodes[parent].children.append(number)
        }
      }
      switch kind {
      case .endpoint: drawEndpoint(number, above)
      case .stack: for _ in 0..<count(3) { draw(.item, parent: number, above: above) }
      case .fork: for _ in 0..<(count(3) + 1) { draw(.option, parent: number, above: above) }
      case .switcher:
        nodes[number].hasPresentable = parent != nil || generator.below(3) == 0
        nodes[number].keepsForks = generator.below(2) == 0
        for _ in 0..<(count(3) + 1) { draw(.option, parent: number, above: above) }
      }
    }

    private mutating func drawEndpoint(_ number: Int, _ above: RouteSketch?) {
      left -= 1
      let route = given.popLast() ?? source.next(below: isGiven ? nil : above, &generator)
      nodes[number].route = route
      let depth = depth(number)
      if depth < 7, left > 0, generator.below(4) == 0 {
        for _ in 0..<count(2) { draw(.modal, parent: number, above: route) }
      }
      if depth < 7, left > 0, generator.below(2) == 0 {
        for _ in 0..<count(3) { draw(.child, parent: number, above: route) }
      }
    }

    private func depth(_ node: Int?) -> Int {
      var depth = 0
      var next = node
      while let node = next {
        depth += 1
        next = nodes[node].parent
      }
      return depth
    }

    /// One or more, as far as there is something left to draw.
    private mutating func count(_ most: Int) -> Int { left > 1 ? 1 + generator.below(most) : 1 }

    private mutating func kind(_ role: Role, depth: Int) -> Kind {
      if depth >= 6 || left <= 1 && role != .root { return .endpoint }
      let kinds: [Kind] =
        switch role {
        case .root: [.switcher, .switcher, .fork, .stack, .endpoint]
        case .item: [.endpoint, .endpoint, .endpoint, .endpoint, .fork, .switcher]
        case .child: [.endpoint, .endpoint, .endpoint, .endpoint, .fork, .stack]
        case .option: [.endpoint, .stack, .stack, .stack, .fork, .switcher]
        case .modal: [.endpoint, .endpoint, .stack, .stack, .fork, .switcher]
        }
      return generator.pick(kinds)
    }
  }
}
