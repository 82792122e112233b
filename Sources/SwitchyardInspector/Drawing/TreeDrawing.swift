import NavigationTree
import SwitchyardHTTP

/// A drawing of a tree in a state: what is shown with its values, and what is kept.
///
/// Where there is another state, it shows what has changed since. It is a list of lists, which
/// wraps on a phone and is read out as it is.
struct TreeDrawing {
  /// The standing of a node in the state.
  enum Standing: String {
    case current, active, kept, idle
  }

  /// The change of a node since the other state.
  enum Change: String {
    case added, removed, aside, changed, none

    var text: String {
      switch self {
      case .added: "+ added"
      case .removed: "− removed"
      case .aside: "↷ put aside"
      case .changed: "± other values"
      case .none: ""
      }
    }
  }

  private let outline: TreeOutline
  private let state: RouterState
  private let children: [Int: [Int]]
  private let active: [String: ActiveNode]
  private let former: [String: ActiveNode]?
  private let kept: [String: ActiveNode]

  /// Takes a state, and another one that it is compared with.
  init(_ outline: TreeOutline, _ state: RouterState, comparedWith other: RouterState? = nil) {
    self.outline = outline
    self.state = state
    children = Dictionary(
      grouping: outline.nodes.indices.filter { outline.nodes[$0].parent != nil },
      by: { outline.nodes[$0].parent ?? 0 }
    )
    let named = { (nodes: [ActiveNode]) in
      Dictionary(nodes.map { ($0.route, $0) }, uniquingKeysWith: { first, _ in first })
    }
    active = named(state.active)
    former = other.map { named($0.active) }
    kept = named(state.kept.flatMap { $0 })
  }

  /// The drawing.
  var html: HTML {
    let legend = Self.legend(isCompared: former != nil)
    guard !outline.nodes.isEmpty else { return "<p>The tree has no nodes.</p>" }
    return #"\#(legend)<ul class="tree">\#(node(0))</ul>"#
  }

  private static func legend(isCompared: Bool) -> HTML {
    let changes: HTML =
      isCompared
      ? """
      <li><span class="box added">+ added</span></li><li><span class="box removed">− removed</span></li>\
      <li><span class="box aside">↷ put aside</span></li><li><span class="box changed">± other values</span></li>
      """ : ""
    return """
      <ul class="legend" aria-label="Legend"><li><span class="box current">current</span> what is asked for</li>
      <li><span class="box active">active</span> leads there</li>
      <li><span class="box kept">kept</span> as other options were left</li>
      <li><span class="box idle">idle</span></li>
      <li><span class="kind">stack</span> one above the other</li>
      <li><span class="kind">fork</span> one of several, keeps the others</li>
      <li><span class="kind">switcher</span> one of several, releases the others</li>
      <li><span class="kind dialog">modal</span> over the node that it hangs on</li>\(changes)</ul>
      """
  }

  private func node(_ place: Int) -> HTML {
    let node = outline.nodes[place]
    let (standing, change) = (standing(of: place), change(of: node))
    let kind: HTML =
      node.kind == .endpoint ? "" : #"<span class="kind">\#(node.kind.rawValue)</span>"#
    let modal: HTML = node.isModal ? #"<span class="kind dialog">modal</span>"# : ""
    let id: HTML = standing == .current ? #" id="current""# : ""
    let word: HTML = standing == .idle ? "" : #"<span class="word">\#(standing.rawValue)</span>"#
    let news: HTML = change == .none ? "" : #"<span class="word">\#(change.text)</span>"#
    let parts = (children[place] ?? []).map(self.node)
    let inner: HTML = parts.isEmpty ? "" : "<ul>\(parts)</ul>"
    return """
      <li class="\(node.isModal ? "modal" : "part")"><span class="box \(standing.rawValue) \(change.rawValue)"\(id)>\
      \(modal)\(kind)\(label(of: node))\(word)\(news)</span>\(inner)</li>

      """
  }

  /// The path with its values where the node has some, and else its pattern.
  private func label(of node: TreeOutline.Node) -> HTML {
    guard node.kind == .endpoint else { return "" }
    let found = active[node.route] ?? kept[node.route] ?? former?[node.route]
    guard let found, let url = found.shownURL, url != node.route else {
      return "<code>\(node.route)</code>"
    }
    return #"<code>\#(url)</code> <span class="pattern">\#(node.route)</span>"#
  }

  private func standing(of place: Int) -> Standing {
    let node = outline.nodes[place]
    guard node.kind == .endpoint else {
      // A container stands on the way if something within it does.
      let inner = (children[place] ?? []).map(standing)
      if inner.contains(where: { $0 == .current || $0 == .active }) { return .active }
      return inner.contains(.kept) ? .kept : .idle
    }
    if state.current?.route == node.route { return .current }
    if active[node.route] != nil { return .active }
    return kept[node.route] != nil ? .kept : .idle
  }

  private func change(of node: TreeOutline.Node) -> Change {
    guard node.kind == .endpoint, let former else { return .none }
    switch (former[node.route], active[node.route]) {
    case (nil, nil): return .none
    case (nil, _?): return .added
    case (_?, nil): return kept[node.route] == nil ? .removed : .aside
    case (let one?, let other?): return one.parameters == other.parameters ? .none : .changed
    }
  }
}

extension ActiveNode {
  /// The path of the node with its values, and the query if there is one to be shown.
  ///
  /// The route is read as a pattern: it has to be one of the program's own.
  var shownURL: String? {
    guard let pattern = try? RoutePattern(parsing: route) else { return nil }
    var values: [String: String] = [:]
    for name in pattern.parameterNames { values[name] = parameters.path[name] }
    guard let url = try? pattern.url(values) else {
      return parameters.isEmpty ? nil : route + parameters.description
    }
    return parameters.query.isEmpty ? url : "\(url)?\(parameters.query)"
  }
}
