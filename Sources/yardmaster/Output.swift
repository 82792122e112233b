#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a run writes, gathered so that tests can look at it.
struct Output {
  private var pieces: [(text: String, isError: Bool)] = []

  /// What goes to standard output.
  var text: String { pieces.filter { !$0.isError }.map(\.text).joined() }
  /// What goes to standard error.
  var errors: String { pieces.filter(\.isError).map(\.text).joined() }

  mutating func line(_ line: String = "") { pieces.append((line + "\n", false)) }

  mutating func error(_ message: String) { pieces.append((message + "\n", true)) }

  /// A name and a value in columns.
  mutating func row(_ name: String, _ value: String) {
    line(name + String(repeating: " ", count: max(1, 9 - name.count)) + value)
  }

  /// Writes all to the streams of the process, in the order it came.
  func flush() {
    for piece in pieces { Self.write(piece.text, to: piece.isError ? 2 : 1) }
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { bytes in
        #if canImport(Darwin)
          Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Glibc)
          Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
          Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
      }
      if written < 0, errno == EINTR { continue }
      // A reader that has gone wants no more.
      guard written > 0 else { return }
      rest = rest.dropFirst(written)
    }
  }
}

extension String {
  /// The text in quotation marks, with nothing in it that could command a terminal.
  var quoted: String {
    var out = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
          out += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        default: out.unicodeScalars.append(scalar)
        }
      }
    }
    return out + "\""
  }
}
