import SwitchyardFleet

extension CommandOption {
  static let allowOpen = CommandOption(
    name: "--allow-open",
    summary: "takes maps that no guard decides about and that are not public"
  )
  static let allowWarnings = CommandOption(
    name: "--allow-warnings",
    summary: "takes routes of which validate warns"
  )
  static let note = CommandOption(
    name: "--note",
    value: "TEXT",
    summary: "says what the routes are for, in the status"
  )
  static let patience = CommandOption(
    name: "--patience",
    value: "SECONDS",
    summary: "waits so long for servers; 20 without it"
  )
}

extension Command {
  static let publish = Command(
    "publish",
    "publishes a manifest to all servers that share routes",
    operands: [SharedSource.operand, .init(name: "MANIFEST")],
    options: [.note, .allowOpen, .allowWarnings, .patience, .precedence],
    discussion: """
      Publishes the routes of MANIFEST, a file or - for standard input, as the next
      generation of SOURCE. They are checked here as by validate, which may find
      nothing worse than a note; then each server is asked, and when all have taken
      them all change to them, each in one step. What one refuses is refused for all.

      \(SharedSource.help)
      The handler of a route is named by "handler" in JSON, or else by the name of the
      route. Each map needs guards, or a reason to be public, as servers ask for that
      by default.

      Where somebody else publishes, they are waited for first: for at most one and a
      half times the patience that they have, and a second. By --patience that is up
      to an hour, and so the wait up to 5401 seconds. Standard error tells it where
      it may be longer than the own patience; a call that is ended before begins anew.

      Ends with 0 when the routes are active, and with 1 when they are refused.
      """,
    examples: [
      "yardmaster publish folder:/srv/shop/routes routes.json",
      "yardmaster publish sqlite:routes.db routes.txt --note=shop",
      "yardmaster publish postgres://shop@db.internal/shop routes.json",
    ]
  ) { call, output in
    let shared = try SharedSource(call, isNew: true)
    let policies = try RouterPolicies(call.arguments, call.syntax)
    let patience = try seconds(call)
    let manifest = try RouteManifest(call, policies, operand: call.arguments.operands[1])
    let yard = ManifestRouter(manifest, policies)
    let isStrict = !call.arguments.has(.allowOpen)
    let report = yard.router.validate(allExceptPublic: isStrict)
      .adding(unread: yard.unread(under: policies))
    let forbidden = report.findings.filter { finding in
      finding.severity == .error
        || finding.severity == .warning && !call.arguments.has(.allowWarnings)
    }
    for finding in forbidden { show(finding, yard, &output) }
    guard forbidden.isEmpty else {
      output.error(
        "\(call.syntax.command): error: Nothing is published, as there are findings. Correct the "
          + "routes\(forbidden.contains { $0.severity == .error } ? "" : ", or allow warnings")."
      )
      return .findings
    }
    var configuration = Router.Configuration.server
    configuration.precedence = yard.router.configuration.precedence
    let routes = manifest.entries.map(\.route)
    let note = call.arguments.value(of: .note)
    let options = SharedRoutes.Options(allExceptPublic: isStrict)
    let onWait = SharedSource.tellingWait(output.styling)
    return try shared.publish(call, &output) { [configuration] source in
      let publisher = RoutePublisher(
        source,
        configuration: configuration,
        options: options,
        patience: patience,
        onWait: onWait
      )
      return try await publisher.publish(routes, note: note)
    }
  }

  /// Returns how long servers are waited for.
  static func seconds(_ call: Call) throws(ArgumentError) -> Duration {
    guard let text = call.arguments.value(of: .patience) else { return .seconds(20) }
    let most = RoutePublisher.mostPatienceOfTool
    guard let number = Int(text), 1...most ~= number else {
      throw call.syntax.error(.invalidValue(.patience, text, choices: ["1 to \(most)"]))
    }
    return .seconds(number)
  }
}
