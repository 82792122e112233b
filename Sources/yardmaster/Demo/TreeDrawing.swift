import NavigationTree

/// The tree of nodes as a picture: what is shown, what is kept, and the rest.
struct TreeDrawing {
  /// What the state says of a node, or of the line that leads to it.
  private enum Standing: String {
    case current, active, kept, idle
  }

  private struct Box {
    let label: String
    let standing: Standing
    let column: Int
    let row: Int
    let parent: Int?
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
    add(outline, column: 0, parent: nil)
  }

  private mutating func add(_ outline: Outline, column: Int, parent: Int?) {
    let index = boxes.count
    boxes.append(
      Box(
        label: label(of: outline),
        standing: standing(of: outline),
        column: column,
        row: rows,
        parent: parent
      )
    )
    for (number, part) in outline.parts.enumerated() {
      // The first part stands beside its node, each further one below all that came before.
      if number > 0 { rows += 1 }
      add(part, column: column + 1, parent: index)
    }
  }

  private func label(of outline: Outline) -> String {
    switch outline {
    case .endpoint(let place, _, _): place.pattern.text
    case .stack: "stack"
    case .fork: "fork"
    case .switcher: "switcher"
    }
  }

  private func standing(of outline: Outline) -> Standing {
    if case .endpoint(let place, _, _) = outline, place.pattern.text == state.current?.route {
      return .current
    }
    // A container stands on the way if something within it does; an endpoint if it is named itself.
    let routes: [String] =
      if case .endpoint(let place, _, _) = outline {
        [place.pattern.text]
      } else { outline.places.map(\.pattern.text) }
    if routes.contains(where: activeRoutes.contains) { return .active }
    return routes.contains(where: keptRoutes.contains) ? .kept : .idle
  }
}

extension TreeDrawing {
  private func x(_ column: Int) -> Int { 10 + (0..<column).reduce(0) { $0 + width(of: $1) + 36 } }
  private func y(_ row: Int) -> Int { 10 + row * 40 }

  /// The width of the boxes of a column: that of its longest label.
  private func width(of column: Int) -> Int {
    (boxes.filter { $0.column == column }.map(\.label.count).max() ?? 0) * 8 + 20
  }

  /// The drawing.
  var svg: HTML {
    let columns = (boxes.map(\.column).max() ?? 0) + 1
    let (width, height) = (x(columns) - 26, y(rows) + 40)
    // What is active is drawn last, over the rest.
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
    let (left, top) = (x(box.column), y(box.row))
    let name = box.standing == .current ? "active current" : box.standing.rawValue
    return """
      <g class="\(name)"><rect x="\(left)" y="\(top)" width="\(width(of: box.column))" height="28" rx="5"></rect>\
      <text x="\(left + 10)" y="\(top + 19)">\(box.label)</text></g>
      """
  }

  private func line(to box: Box) -> HTML {
    guard let parent = box.parent.map({ boxes[$0] }) else { return "" }
    let (startX, startY) = (x(parent.column) + width(of: parent.column), y(parent.row) + 14)
    let (endX, endY) = (x(box.column), y(box.row) + 14)
    let middle = endX - 18
    let name = box.standing == .current ? "active" : box.standing.rawValue
    return #"<path class="\#(name)" d="M\#(startX) \#(startY)H\#(middle)V\#(endY)H\#(endX)"></path>"#
  }
}
