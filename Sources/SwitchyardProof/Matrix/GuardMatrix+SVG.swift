extension GuardMatrix {
  /// The matrix as a drawing in SVG, for a page or the remarks on a change.
  ///
  ///     try Data(router.guardMatrix().svg().utf8).write(to: file)
  ///
  /// Of more routes than are to be drawn those with holes come first, and of guards those that are
  /// missing there; the drawing says how many are left out.
  /// - Parameter limit: the most routes and the most guards.
  /// - Returns: the text of the drawing.
  public func svg(limit: Int = 500) -> String { MatrixDrawing(self, limit: max(1, limit)).svg.text }
}

/// A drawing of a matrix: a route in each line, a guard in each column.
private struct MatrixDrawing {
  private let matrix: GuardMatrix
  private let rows: [GuardMatrix.Row]
  /// The places of the guards that are drawn.
  private let columns: [Int]
  /// The routes that are not, those with holes first.
  private let leftOut: [GuardMatrix.Row]
  /// The place where the cells begin, behind the longest label.
  private let left: Int
  private let width: Int

  private static let cell = 30
  private static let top = 190

  init(_ matrix: GuardMatrix, limit: Int) {
    self.matrix = matrix
    let sorted =
      matrix.rows.count <= limit
      ? matrix.rows : matrix.holes + matrix.rows.filter { !$0.hasHole }
    let rows = Array(sorted.prefix(limit))
    self.rows = rows
    leftOut = Array(sorted.dropFirst(limit))
    let guards = Array(matrix.guards.indices)
    if guards.count <= limit {
      columns = guards
    } else {
      let missing = guards.filter { place in rows.contains { $0.cells[place].isHole } }
      let others = Set(guards).subtracting(missing).sorted()
      columns = (missing + others).prefix(limit).sorted()
    }
    left = 24 + (rows.map { min($0.label.count, 60) }.max() ?? 0) * 8
    width = max(720, left + (columns.count + 1) * Self.cell + 520)
  }

  private var height: Int { Self.top + rows.count * Self.cell + 60 }

  var svg: HTML {
    let holes = matrix.holes.count
    let summary =
      "\(matrix.rows.count) routes and \(matrix.guards.count) guards; "
      + "\(holes) \(holes == 1 ? "route lacks" : "routes lack") what is required."
      + matrix.findings.map { " " + $0.message.printable }.joined()
    return """
      <svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="matrix-title matrix-text" \
      width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
      font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, monospace" font-size="13">
      <title id="matrix-title">Which guard stands before which route</title>
      <desc id="matrix-text">\(summary)</desc>
      <style>\(Self.style)</style>
      <rect class="ground" width="\(width)" height="\(height)"/>
      \(columns.enumerated().map { head(matrix.guards[$1].title, at: $0) })\
      \(head("together", at: columns.count))
      \(rows.enumerated().map { line($1, at: $0) })
      \(legend(summary))
      </svg>

      """
  }

  /// Both schemes have marks and texts of 4.5:1 and more.
  private static let style: HTML = """
    .ground{fill:#fff}text{fill:#24201a}.rule{stroke:#d9d1c3}.covered{fill:#1c6337}
    .open{fill:none;stroke:#6b6256;stroke-width:1.5}.unknown{fill:#7a5200;font-weight:bold}
    .hole{fill:none;stroke:#a11d1d;stroke-width:3}.slips{fill:#a11d1d}
    @media(prefers-color-scheme:dark){.ground{fill:#1b1916}text{fill:#ece6da}.rule{stroke:#45403a}
    .covered{fill:#8fd0a4}.open{stroke:#b3aa9b}.unknown{fill:#e0b154}.hole{stroke:#ff9c94}.slips{fill:#ff9c94}}
    """

  private func center(of column: Int) -> Int { left + column * Self.cell + Self.cell / 2 }

  private func head(_ title: String, at column: Int) -> HTML {
    let x = center(of: column) + 4
    return """
      <text x="\(x)" y="\(Self.top - 10)" transform="rotate(-60 \(x) \(Self.top - 10))">\(title.cut(24))</text>

      """
  }

  private func line(_ row: GuardMatrix.Row, at place: Int) -> HTML {
    let y = Self.top + place * Self.cell + Self.cell / 2
    let cells = columns.enumerated().map { mark(row.cells[$1], x: center(of: $0), y: y) }
    let together = mark(row.together, x: center(of: columns.count), y: y)
    var remark: HTML = ""
    if let slip = row.slip {
      let x = center(of: columns.count) + Self.cell
      let faults = row.findings.map { $0.message.printable }.joined(separator: " ")
      remark = #"""
        <text class="slips" x="\#(x)" y="\#(y + 5)">\#(slip.cut(60))<title>\#(faults)</title></text>
        """#
    }
    return """
      <path class="rule" d="M12 \(y + Self.cell / 2)H\(width - 12)"/>\
      <text x="12" y="\(y + 5)">\(row.label.cut(60))</text>\(cells)\(together)\(remark)

      """
  }

  private func mark(_ cell: GuardMatrix.Cell, x: Int, y: Int) -> HTML {
    let title: HTML = "<title>\(cell.text)</title>"
    switch cell.cover {
    case .covered: return #"<circle class="covered" cx="\#(x)" cy="\#(y)" r="6">\#(title)</circle>"#
    case .unknown:
      return
        #"<text class="\#(cell.isHole ? "slips" : "unknown")" x="\#(x - 4)" y="\#(y + 5)">?\#(title)</text>"#
    case .open where cell.isHole:
      return """
        <path class="hole" d="M\(x - 6) \(y - 6)l12 12M\(x - 6) \(y + 6)l12 -12">\(title)</path>
        """
    case .open: return #"<circle class="open" cx="\#(x)" cy="\#(y)" r="4">\#(title)</circle>"#
    }
  }

  private func legend(_ summary: String) -> HTML {
    let y = Self.top + rows.count * Self.cell + 30
    let holes = leftOut.count(where: \.hasHole)
    let guards = matrix.guards.count - columns.count
    let rest = [
      (holes, "route", " with a hole"), (leftOut.count - holes, "route", " without a hole"),
      (guards, "guard", ""),
    ]
    .map { count, noun, kind in
      switch count {
      case 0: ""
      case 1: " 1 \(noun)\(kind) is not drawn."
      default: " \(count) \(noun)s\(kind) are not drawn."
      }
    }
    .joined()
    return """
      <circle class="covered" cx="18" cy="\(y - 5)" r="6"/><text x="30" y="\(y)">asked</text>
      <circle class="open" cx="108" cy="\(y - 5)" r="4"/><text x="120" y="\(y)">not asked</text>
      <text class="unknown" x="222" y="\(y)">?</text><text x="240" y="\(y)">undecided</text>
      <path class="hole" d="M342 \(y - 11)l12 12M342 \(y + 1)l12 -12"/>\
      <text x="364" y="\(y)">required, and not asked</text>
      <text x="12" y="\(y + 22)">\(summary + rest)</text>
      """
  }
}

extension GuardMatrix.Row {
  /// The route with its methods.
  fileprivate var label: String {
    let methods = route.tags.methodsText
    return "\(methods.isEmpty ? route.kind.rawValue : methods) \(route.pattern.printable)"
  }

  /// The first hole with a request that shows it.
  package var shownHole: GuardMatrix.Cell? {
    ([together] + cells).first { $0.isHole && $0.example != nil }
  }

  /// The request that comes past what is required, or else the fault in words.
  fileprivate var slip: String? {
    (shownHole?.request ?? findings.first?.message.printable).map { "✕ \($0)" }
  }
}

extension GuardMatrix.Cell {
  /// The request that shows an open cell.
  package var request: String? {
    example.map { example in (method.map { "\($0) " } ?? "") + example.printable }
  }

  /// The answer in words.
  package var text: String {
    switch cover {
    case .covered: "asked about all of it"
    case .unknown: isHole ? "required, and undecided" : "undecided"
    case .open:
      (isHole ? "required, and not asked" : "not asked")
        + (request.map { " about \($0)" } ?? "")
    }
  }
}

extension RouteDescription {
  /// The name of a route, or its pattern.
  package var title: String { (name ?? pattern).printable }
}

extension [RouteTag] {
  /// The methods among the tags, as a request names them.
  package var methodsText: String {
    map { $0 == .anyMethod ? "any" : $0.methodToken ?? "" }.filter { !$0.isEmpty }
      .joined(separator: ", ")
  }
}

extension String {
  fileprivate func cut(_ length: Int) -> String {
    count > length ? "\(prefix(length - 1))…" : self
  }
}
