/// The pieces of a path of a document.
enum OpenAPIPath {
  enum Piece: Equatable {
    case text(String)
    case value(String)
  }

  struct Fault: Error, Equatable {
    let message: String
  }

  /// Reads a path such as `/books/{id}`.
  static func pieces(of path: String) throws(Fault) -> [Piece] {
    guard path.hasPrefix("/") else { throw Fault(message: "A path begins with a slash.") }
    var pieces: [Piece] = []
    var names: Set<String> = []
    var rest = Substring(path)
    while let end = rest.firstIndex(where: { "{}?#".contains($0) }) {
      if end > rest.startIndex { pieces.append(.text(String(rest[..<end]))) }
      switch rest[end] {
      case "{": break
      case "}": throw Fault(message: "A brace is closed that none opens.")
      default: throw Fault(message: "A path has neither query nor fragment; remove them.")
      }
      rest = rest[rest.index(after: end)...]
      guard let close = rest.firstIndex(of: "}") else {
        throw Fault(message: "A brace is opened that none closes.")
      }
      let name = String(rest[..<close])
      guard !name.isEmpty, !name.contains("{") else {
        throw Fault(message: "A name stands between braces, such as {id}.")
      }
      guard names.insert(name).inserted else {
        throw Fault(message: "The name \(name.printable) stands twice in the path; rename one.")
      }
      pieces.append(.value(name))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    return pieces
  }
}
