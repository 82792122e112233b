import SwitchyardSystem

/// The output of a run, gathered so that tests can examine it.
struct Output {
  private(set) var styling: Styling
  /// The columns of the terminal that it is for; `nil` if lines can be of any length.
  let width: Int?
  private var pieces: [(text: String, isError: Bool)] = []
  /// The number of the C library's error by which standard output could not be written.
  private(set) var failure: Int32?

  init(styling: Styling = .none, width: Int? = nil) {
    self.styling = styling
    self.width = width
  }

  /// Takes the colour that `--color` asks for.
  mutating func use(_ choice: ColorChoice?) { styling = styling.chosen(choice) }

  /// The text for standard output.
  var text: String { pieces.filter { !$0.isError }.map(\.text).joined() }
  /// The text for standard error.
  var errors: String { pieces.filter(\.isError).map(\.text).joined() }

  mutating func line(_ line: String = "", _ style: Style? = nil) {
    pieces.append((line.styled(style, styling.output) + "\n", false))
  }

  /// Adds a text as it is.
  mutating func write(_ text: String) { pieces.append((text, false)) }

  /// Adds a message whose first line stands out up to its first space: the place, or the command.
  mutating func error(_ message: String) {
    let head = message.prefix { $0 != "\n" }
    guard styling.errors, let colon = head.range(ofFirst: ": ") else {
      pieces.append((message + "\n", true))
      return
    }
    let place = String(message[..<colon]).styled(.strong, true)
    pieces.append((place + message[colon...] + "\n", true))
  }

  /// Adds a name and a value in columns.
  mutating func row(_ name: String, _ value: String, _ style: Style? = nil) {
    let gap = String(repeating: " ", count: max(1, 9 - name.count))
    line(name + gap + value.styled(style, styling.output))
  }

  /// Adds a table, in the width of the terminal unless it is to be whole.
  mutating func table(_ table: Table, isWhole: Bool = false) {
    let (text, leftOut) = table.text(styled: styling.output, within: isWhole ? nil : width)
    line(text)
    guard !leftOut.isEmpty else { return }
    let titles = leftOut.joined(separator: ", ")
    line("Not shown here for want of room: \(titles). --wide shows all.", .faint)
  }

  /// Writes the output so far to the streams of the process, in its order.
  mutating func flush() {
    for piece in pieces {
      let number = Self.write(piece.text, to: piece.isError ? 2 : 1)
      if let number, !piece.isError { failure = failure ?? number }
    }
    pieces = []
  }

  /// Writes a text to a stream.
  /// - Returns: the number of the error, if there is one.
  private static func write(_ text: String, to descriptor: Int32) -> Int32? {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { systemWrite(descriptor, $0) }
      if written < 0, errno == EINTR { continue }
      // A reader that has gone reads no more, as it wants.
      guard written > 0 else { return errno == EPIPE ? nil : errno }
      rest = rest.dropFirst(written)
    }
    return nil
  }
}

extension Substring {
  fileprivate func range(ofFirst text: String) -> Index? {
    indices.first { self[$0...].hasPrefix(text) }
  }
}
