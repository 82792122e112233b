import SwitchyardSystem

/// The width of the terminal that a process writes to.
enum TerminalWidth {
  /// A smaller number is no width, but a terminal that does not know.
  private static let least = 20

  /// The columns of standard output; `nil` where it is no terminal, or one of unknown width.
  static var ofProcess: Int? {
    guard isatty(1) == 1 else { return nil }
    return columns(getenv("COLUMNS").map { String(cString: $0) }, terminal: ofTerminal)
  }

  /// Returns the width that the environment says, or else the terminal.
  static func columns(_ variable: String?, terminal: Int) -> Int? {
    let columns = variable.flatMap { Int($0) } ?? terminal
    return columns < least ? nil : columns
  }

  private static var ofTerminal: Int {
    var size = winsize()
    return ioctl(1, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : 0
  }
}
