#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A style in which a piece of text stands out on a terminal.
enum Style: String, Sendable {
  case strong = "1"
  case faint = "2"
  case bad = "31"
  case good = "32"
  case doubtful = "33"
  case remark = "36"
}

/// Whether the two streams of a process take colour.
struct Styling: Equatable, Sendable {
  var output = false
  var errors = false

  static let none = Styling()

  /// Colour on terminals, unless the environment says that it is not wanted.
  static var ofProcess: Styling {
    // See no-color.org: set to any value, but not empty.
    if let refusal = getenv("NO_COLOR"), refusal.pointee != 0 { return .none }
    if let terminal = getenv("TERM"), strcmp(terminal, "dumb") == 0 { return .none }
    return Styling(output: isatty(1) == 1, errors: isatty(2) == 1)
  }
}

extension String {
  /// The text between the codes that begin and end a style.
  func styled(_ style: Style?, _ isOn: Bool) -> String {
    guard isOn, let style, !isEmpty else { return self }
    return "\u{1B}[\(style.rawValue)m\(self)\u{1B}[0m"
  }
}
