/// The value of `--color`: where there is colour.
enum ColorChoice: String, CaseIterable, Sendable {
  /// On a terminal, unless the environment says otherwise.
  case auto
  case always
  case never
}

extension CommandOption {
  static let color = CommandOption(
    name: "--color",
    value: "WHEN",
    choices: ColorChoice.allCases.map(\.rawValue),
    summary: "has colour auto (on a terminal), always or never"
  )
}
