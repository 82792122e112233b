/// The form in which findings are printed.
enum ReportFormat: String, CaseIterable {
  case text, json, sarif, github

  /// Reads the form that a call asks for; `--json` is the short way to write one of them.
  init(_ call: Command.Call) throws(ArgumentError) {
    let format: ReportFormat? = try call.choice(of: .format)
    guard call.arguments.has(.json) else {
      self = format ?? .text
      return
    }
    guard format == nil || format == .json else {
      throw call.syntax.error(.opposedOptions(.json, .format))
    }
    self = .json
  }
}

extension CommandOption {
  static let format = CommandOption(
    name: "--format",
    value: "FORMAT",
    choices: ReportFormat.allCases.map(\.rawValue),
    summary: "prints the findings as text, json, sarif, or github"
  )
}
