import SwitchyardSystem

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
  static let all = Styling(output: true, errors: true)

  /// The colour that the environment asks for, and else colour on terminals.
  static var ofProcess: Styling {
    Styling(output: isatty(1) == 1, errors: isatty(2) == 1) { name in
      getenv(name).map { String(cString: $0) }
    }
  }

  init(output: Bool = false, errors: Bool = false) {
    self.output = output
    self.errors = errors
  }

  /// Takes which streams are terminals, and the environment.
  ///
  /// As no-color.org and bixense.com/clicolors have it: `NO_COLOR` comes first, then
  /// `CLICOLOR_FORCE`, and each of them counts unless it is empty. Then there is none for
  /// `CLICOLOR=0` and on a terminal that is dumb.
  init(output: Bool, errors: Bool, environment: (String) -> String?) {
    func isSet(_ name: String) -> Bool { environment(name)?.isEmpty == false }
    if isSet("NO_COLOR") {
      self = .none
    } else if isSet("CLICOLOR_FORCE"), environment("CLICOLOR_FORCE") != "0" {
      self = .all
    } else if environment("CLICOLOR") == "0" || environment("TERM") == "dumb" {
      self = .none
    } else {
      self.init(output: output, errors: errors)
    }
  }

  /// The colour that `--color` asks for.
  func chosen(_ choice: ColorChoice?) -> Styling {
    switch choice {
    case .always: .all
    case .never: .none
    case .auto, nil: self
    }
  }
}

extension String {
  /// The text between the codes that begin and end a style.
  func styled(_ style: Style?, _ isOn: Bool) -> String {
    guard isOn, let style, !isEmpty else { return self }
    return "\u{1B}[\(style.rawValue)m\(self)\u{1B}[0m"
  }
}
