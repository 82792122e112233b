import NavigationTree

/// A drawing of the tree of nodes: those that are shown, those that are kept, and the rest.
struct TreeDrawing {
  /// The standing of a node in the state, or of the line that leads to it.
  private enum Standing: String {
    case current, active, kept, idle
  }

  private struct Box {
    let label: String
    let standing: Standing
    let left: Int
    let row: Int
    let parent: Int?

    var width: Int { label.count * 8 + 20 }
    var right: Int { left + width }
    var top: Int { 10 + row * 40 }
  }

  private let state: RouterState
  private let activeRoutes: Set<String>
  private let keptRoutes: Set<String>
  private var boxes: [Box] = []
  private var rows = 0

  init(_ outline: Outline, _ state: RouterState) {
    self.state = state
    activeRoutes = Set(state.active.map(\.route))
    keptRoutes = Set(state.kept.flatMap { $0.map(\.route) })
    add(outline, left: 10, parent: nil)
  }

  private mutating func add(_ outline: Outline, left: Int, parent: Int?) {
    let index = boxes.count
    boxes.append(
      Box(
        label: label(of: outline),
        standing: standing(of: outline),
        left: left,
        row: rows,
        parent: parent
      )
    )
    for (number, part) in outline.parts.enumerated() {
      // The first part stands beside its node, each further one below all that came before.
      if number > 0 { rows += 1 }
      add(part, left: boxes[index].right + 36, parent: index)
    }
  }

  private func label(of outline: Outline) -> String {
    switch outline.kind {
    case .endpoint(let place): place.pattern.text
    case .stack: "stack"
    case .fork: "fork"
    case .switcher: "switcher"
    }
  }

  private func standing(of outline: Outline) -> Standing {
    if case .endpoint(let place) = outline.kind, place.pattern.text == state.current?.route {
      return .current
    }
    // A container stands on the way if something within it does; an endpoint if it is named itself.
    let routes: [String] =
      if case .endpoint(let place) = outline.kind {
        [place.pattern.text]
      } else { outline.places.map(\.pattern.text) }
    if routes.contains(where: activeRoutes.contains) { return .active }
    return routes.contains(where: keptRoutes.contains) ? .kept : .idle
  }
}

extension TreeDrawing {
  /// The drawing.
  var svg: HTML {
    let (width, height) = ((boxes.map(\.right).max() ?? 0) + 10, rows * 40 + 50)
    // Active nodes are drawn last, over the rest.
    let order = boxes.indices.sorted { rank(boxes[$0].standing) < rank(boxes[$1].standing) }
    return """
      <svg class="tree" role="img" aria-labelledby="tree-title tree-text" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)">
      <title id="tree-title">The tree of nodes</title><desc id="tree-text">Active: \(state.description)</desc>
      \(order.map { line(to: boxes[$0]) })\(order.map { box(boxes[$0]) })
      </svg>
      """
  }

  private func rank(_ standing: Standing) -> Int {
    switch standing {
    case .idle: 0
    case .kept: 1
    case .active: 2
    case .current: 3
    }
  }

  private func box(_ box: Box) -> HTML {
    let name = box.standing == .current ? "active current" : box.standing.rawValue
    return """
      <g class="\(name)"><rect x="\(box.left)" y="\(box.top)" width="\(box.width)" height="28" rx="5"></rect>\
      <text x="\(box.left + 10)" y="\(box.top + 19)">\(box.label)</text></g>
      """
  }

  private func line(to box: Box) -> HTML {
    guard let parent = box.parent.map({ boxes[$0] }) else { return "" }
    let (start, end) = (parent.top + 14, box.top + 14)
    let middle = box.left - 18
    let name = box.standing == .current ? "active" : box.standing.rawValue
    return
      #"<path class="\#(name)" d="M\#(parent.right) \#(start)H\#(middle)V\#(end)H\#(box.left)"></path>"#
  }
}
