import Switchyard
import Testing

/// What a handler was called with.
struct Visit: Sendable, Equatable {
  let route: String
  let query: QueryParameters
}

/// A handler that was called.
struct Step: Sendable, Equatable {
  enum Kind: Sendable { case `guard`, map }

  let kind: Kind
  let visit: Visit

  init(_ kind: Kind, _ visit: Visit) {
    self.kind = kind
    self.visit = visit
  }
}

/// A router with maps for `/admin/secret`, with or without a guard that denies all of `/admin`.
struct GuardedYard: Sendable {
  enum Guard: Sendable { case none, first, last }

  let router: Router
  let `guard`: Guard
  /// How a dispatch ends that the guard does not allow.
  let denial: RouteOutcome?
  private let steps = Notes<Step>()

  init(
    _ policies: GuardTargetCase,
    _ precedence: Router.Precedence,
    _ maps: GuardTargetCase.Maps,
    guard place: Guard
  ) {
    var configuration = Router.Configuration.app
    configuration.slashes = policies.slashes
    configuration.letterCase = policies.letterCase
    configuration.precedence = precedence
    // Most of the targets are rejected, which is no fault here.
    configuration.onFault = { _ in }
    router = Router.lent(configuration)
    self.guard = place
    var id = place == .first ? Self.stand(on: router, steps) : nil
    let steps = steps
    let handler: RouteHandler = { route, parameters, _, completed in
      steps.add(Step(.map, Visit(route: route, query: parameters.query)))
      completed()
    }
    for pattern in maps.patterns {
      if maps.areFallbacks {
        router.fallback(pattern, tags: ["Views"], handler: handler)
      } else {
        router.map(pattern, tags: ["Views"], handler: handler)
      }
    }
    router.proxy("/way/commit") { _, _, passed, next in
      next((passed as? String, nil, nil))
    }
    router.guard("/way/redirect") { _, _, passed, decide in
      decide(.redirect(passed as? String ?? ""))
    }
    if place == .last { id = Self.stand(on: router, steps) }
    denial = id.map { .denied(by: $0) }
  }

  private static func stand(on router: Router, _ steps: Notes<Step>) -> RouteID {
    router.guard(GuardTargetCase.guard) { route, parameters, _, decide in
      steps.add(Step(.guard, Visit(route: route, query: parameters.query)))
      decide(.deny)
    }
  }

  /// The guards and maps that were called since the last time.
  func take() -> [Step] { steps.take() }
}

/// What a router makes of slashes and letter case.
struct GuardTargetCase: Sendable, CustomTestStringConvertible {
  /// The maps of a router, in the order of registration.
  struct Maps: Sendable, CustomStringConvertible {
    let patterns: [RoutePattern]
    var areFallbacks = false

    var description: String { "\(areFallbacks ? "fallbacks" : "maps") \(patterns)" }
  }

  static let `guard`: RoutePattern = "/admin/*"
  static let all = [RouteTarget.SlashPolicy.lenient, .strict].flatMap { slashes in
    [RoutePattern.Options.LetterCase.sensitive, .insensitive].map {
      GuardTargetCase(slashes: slashes, letterCase: $0)
    }
  }
  static let maps = [
    Maps(patterns: ["/admin/secret"]),
    Maps(patterns: ["/:a/secret"]),
    Maps(patterns: ["/*"]),
    Maps(patterns: ["/admin/:page"]),
    Maps(patterns: ["/admin/secret", "/:a/secret", "/*", "/admin/:page"]),
    Maps(patterns: ["/*"], areFallbacks: true),
  ]

  let slashes: RouteTarget.SlashPolicy
  let letterCase: RoutePattern.Options.LetterCase

  var testDescription: String { "\(slashes) slashes, letters \(letterCase)" }

  /// Whether the guard stands before a route: as the pattern on its own says, or the letters of the path do.
  func isGuarded(_ route: String) throws -> Bool {
    let target = try RouteTarget(route, options: RouteTarget.Options(slashes: slashes))
    let path = letterCase == .sensitive ? String(target.path) : target.path.lowercased()
    if path.hasPrefix("/admin/") { return true }
    let options = RoutePattern.Options(slashes: slashes, letterCase: letterCase)
    return try Self.guard.with(options).match(target) != nil
  }
}
