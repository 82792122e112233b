import SwitchyardFleet

extension Command {
  static let rollback = Command(
    "rollback",
    "publishes the routes of an earlier generation once more",
    operands: [SharedSource.operand, .init(name: "GENERATION", isOptional: true)],
    options: [.allowOpen, .patience, .precedence],
    discussion: """
      Publishes the routes of GENERATION, or of the one before that which is active,
      as a new generation of SOURCE. Servers are asked as for publish, and stay as
      they are where one of them refuses; others who publish are waited for as there.
      Before the first generation is number 0, which has no routes: going back from
      the first takes all shared routes away.

      \(SharedSource.help)
      The last 1,000 generations at least are kept. Ends with 0 when the routes are
      active, and with 1 when they are refused.
      """,
    examples: [
      "yardmaster rollback sqlite:routes.db",
      "yardmaster rollback folder:/srv/shop/routes 41",
    ]
  ) { call, output in
    let shared = try SharedSource(call, isNew: false)
    let policies = try RouterPolicies(call.arguments, call.syntax)
    let patience = try seconds(call)
    let words = call.arguments.operands
    let number = words.count > 1 ? Int(words[1]) : nil
    if words.count > 1, number == nil || number ?? 0 < 0 {
      let choices = ["the numbers from 0 on"]
      throw call.syntax.error(.invalidOperand("GENERATION", words[1], choices: choices))
    }
    let precedence = policies.precedence
    let options = SharedRoutes.Options(allExceptPublic: !call.arguments.has(.allowOpen))
    let onWait = SharedSource.tellingWait(output.styling)
    return try shared.publish(call, &output) { source in
      let earlier = try await source.earlier(number)
      var configuration = Router.Configuration.server
      // As `publish` has it for a manifest with these routes.
      configuration.precedence = precedence ?? earlier.routes.precedence
      let publisher = RoutePublisher(
        source,
        configuration: configuration,
        options: options,
        patience: patience,
        onWait: onWait
      )
      return try await publisher.rollBack(to: earlier.number)
    }
  }
}
