import SwitchyardProof

extension OpenAPIOptions {
  /// The options of the command that writes a document.
  static let options: [CommandOption] = [.title, .documentVersion, .security]

  /// Reads the options of a call.
  init(_ call: Command.Call) throws(ArgumentError) {
    self.init()
    title = call.arguments.value(of: .title) ?? title
    version = call.arguments.value(of: .documentVersion) ?? version
    for text in call.arguments.values(of: .security) {
      let parts = text.split(separator: "=", maxSplits: 1).map { String($0) }
      guard parts.count == 2, let scheme = OpenAPISecurityScheme(parts[1]) else {
        let choices = [
          "GUARD=bearer", "GUARD=basic", "GUARD=mutualTLS", "GUARD=header:NAME",
          "GUARD=query:NAME", "GUARD=cookie:NAME", "GUARD=openID:URL",
        ]
        throw call.syntax.error(.invalidValue(.security, text, choices: choices))
      }
      security[parts[0]] = scheme
    }
  }
}

extension CommandOption {
  fileprivate static let title = CommandOption(
    name: "--title",
    value: "TEXT",
    summary: "names the API, for openapi"
  )
  fileprivate static let documentVersion = CommandOption(
    name: "--api-version",
    value: "TEXT",
    summary: "says the version of the API, for openapi"
  )
  fileprivate static let security = CommandOption(
    name: "--security",
    value: "GUARD=SCHEME",
    repeats: true,
    summary: "says how a guard is satisfied, for openapi: bearer, cookie:NAME, …"
  )
}
