import Foundation
import Measuring

/// Lookup time against the number of routes, both by powers of ten, as a picture that follows the reader's colours.
struct LookupPlot {
  private typealias Decades = (routes: ClosedRange<Double>, time: ClosedRange<Double>)

  private struct Line {
    var name: String
    /// The class of its colour.
    var style: String
    var points: [(routes: Int, nanoseconds: Double)]
  }

  private let lines: [Line]
  private let size = (width: 890.0, height: 530.0)
  private let frame = (left: 70.0, right: 640.0, top: 78.0, bottom: 470.0)

  init(_ standings: Standings, sizes: [Int], peers: [String]) {
    let own = [
      (TableRows.match, "Switchyard", "own"),
      (TableRows.text, "Switchyard, from a String", "text"),
      (TableRows.regex, TableRows.regex, "floor"), (TableRows.hash, TableRows.hash, "floor"),
    ]
    let styles = ["first", "second", "third", "fourth"]
    let others = peers.enumerated().map { ($1, $1, styles[$0 % styles.count]) }
    lines = (own + others).map { row, name, style in
      Line(
        name: name,
        style: style,
        points: sizes.sorted().compactMap { count in
          standings["\(count) synthetic routes", row].map { (count, $0.median) }
        }
      )
    }
    .filter { !$0.points.isEmpty }
  }

  func svg() -> String {
    let range = decades
    return """
      <svg xmlns="http://www.w3.org/2000/svg" \
      viewBox="0 0 \(number(size.width)) \(number(size.height))" role="img" \
      aria-label="Lookup time against the number of routes">
      \(Self.style)
      <rect class="paper" width="100%" height="100%" rx="8"/>
      <text class="title" x="24" y="32">Time of one lookup against the number of routes</text>
      \(tick(Machine.name, 24, 52, anchor: "start"))
      \(grid(range))
      \(lines.map { drawn($0, range) }.joined(separator: "\n"))
      \(labels(range))
      </svg>

      """
  }

  /// The powers of ten that the picture shows, of routes and of nanoseconds.
  private var decades: Decades {
    let routes = lines.flatMap { $0.points.map { log10(Double($0.routes)) } }
    let times = lines.flatMap { $0.points.map { log10($0.nanoseconds) } }
    let first = (routes.min() ?? 2).rounded(.down)
    let low = (times.min() ?? 0).rounded(.down)
    return (
      first...max(routes.max() ?? 3, first + 0.5),
      low...max((times.max() ?? 3).rounded(.up), low + 1)
    )
  }

  private func x(_ routes: Double, _ range: ClosedRange<Double>) -> Double {
    let part = (routes - range.lowerBound) / (range.upperBound - range.lowerBound)
    return frame.left + part * (frame.right - frame.left)
  }

  private func y(_ time: Double, _ range: ClosedRange<Double>) -> Double {
    let part = (time - range.lowerBound) / (range.upperBound - range.lowerBound)
    return frame.bottom - part * (frame.bottom - frame.top)
  }

  private func grid(_ range: Decades) -> String {
    let times = (Int(range.time.lowerBound)...Int(range.time.upperBound)).map { decade in
      let y = y(Double(decade), range.time)
      return #"<path class="grid" d="M\#(number(frame.left)) \#(number(y))"#
        + #"H\#(number(frame.right))"/>"#
        + tick(Self.time(of: pow(10, Double(decade))), frame.left - 10, y + 4, anchor: "end")
    }
    let routes = (Int(range.routes.lowerBound)...Int(range.routes.upperBound)).map { decade in
      let x = x(Double(decade), range.routes)
      return #"<path class="grid" d="M\#(number(x)) \#(number(frame.top))"#
        + #"V\#(number(frame.bottom))"/>"#
        + tick(Self.grouped(Int(pow(10, Double(decade)))), x, frame.bottom + 22)
    }
    let title = tick("routes", (frame.left + frame.right) / 2, frame.bottom + 44)
    return (times + routes + [title]).joined(separator: "\n")
  }

  private func tick(
    _ text: String,
    _ x: Double,
    _ y: Double,
    anchor: String = "middle"
  ) -> String {
    #"<text class="tick" x="\#(number(x))" y="\#(number(y))" text-anchor="\#(anchor)">\#(text)</text>"#
  }

  private func drawn(_ line: Line, _ range: Decades) -> String {
    let points = line.points.map { point in
      (x: x(log10(Double(point.routes)), range.routes), y: y(log10(point.nanoseconds), range.time))
    }
    let path = points.map { "\(number($0.x)) \(number($0.y))" }.joined(separator: "L")
    let dots = points.map { #"<circle cx="\#(number($0.x))" cy="\#(number($0.y))" r="3.5"/>"# }
    return #"<g class="\#(line.style)"><path d="M\#(path)"/>\#(dots.joined())</g>"#
  }

  /// The names at the ends of the lines, apart from one another, with what was measured last.
  private func labels(_ range: Decades) -> String {
    let ends = lines.compactMap { line in
      line.points.last.map { last in
        (
          line: line, x: x(log10(Double(last.routes)), range.routes),
          y: y(log10(last.nanoseconds), range.time)
        )
      }
    }
    .sorted { $0.y < $1.y }
    var heights = ends.map(\.y)
    let gap = 17.0
    // From the top each below the one before, then from the bottom each back above the one after.
    for index in heights.indices.dropFirst() {
      heights[index] = max(heights[index], heights[index - 1] + gap)
    }
    if let last = heights.indices.last {
      heights[last] = min(heights[last], frame.bottom)
      for index in heights.indices.dropLast().reversed() {
        heights[index] = min(heights[index], heights[index + 1] - gap)
      }
    }
    return zip(ends, heights).map { end, height in
      let left = frame.right + 16
      let time = Self.time(of: end.line.points[end.line.points.count - 1].nanoseconds)
      return """
        <path class="leader" \
        d="M\(number(end.x + 5)) \(number(end.y))L\(number(left - 4)) \(number(height))"/>\
        <text class="label \(end.line.style)" x="\(number(left))" y="\(number(height + 4))">\
        \(end.line.name) <tspan class="value">\(time)</tspan></text>
        """
    }
    .joined(separator: "\n")
  }

  private func number(_ value: Double) -> String { String(format: "%.1f", value) }

  private static func time(of nanoseconds: Double) -> String {
    let (value, unit): (Double, String) =
      switch nanoseconds {
      case ..<1e3: (nanoseconds, "ns")
      case ..<1e6: (nanoseconds / 1e3, "µs")
      case ..<1e9: (nanoseconds / 1e6, "ms")
      default: (nanoseconds / 1e9, "s")
      }
    return String(format: value < 9.95 && value != value.rounded() ? "%.1f" : "%.0f", value)
      + " \(unit)"
  }

  private static func grouped(_ number: Int) -> String {
    var digits = String(number)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return ([digits] + groups).joined(separator: ",")
  }
}
