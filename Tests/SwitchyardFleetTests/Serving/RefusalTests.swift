import SwitchyardFleet
import Testing

@testable import SwitchyardFleet

/// What is refused, beside `/a` and the guard of all that stand in the table already.
struct RefusalCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let code: RefusalReason.Code
  var added: [RouteDescription] = []
  var removed: [Int] = []
  /// Words of the message.
  let words: String

  init(
    _ description: String,
    _ code: RefusalReason.Code,
    _ added: [RouteDescription] = [],
    removing removed: [Int] = [],
    _ words: String
  ) {
    testDescription = description
    self.code = code
    self.added = added
    self.removed = removed
    self.words = words
  }
}

@Suite(.timeLimit(.minutes(6))) struct RefusalTests {
  static let cases: [RefusalCase] = [
    RefusalCase("an unknown key", .handler, [route("map /b key=plan")], "Did you mean \"plain\"?"),
    RefusalCase("a key of another kind", .handlerKind, [route("map /b key=card")], "for a guard"),
    RefusalCase("a bad pattern", .route, [route("map /b/:id(\\d+")], "never closed"),
    RefusalCase(
      "a pattern that is too long",
      .route,
      [route("map /" + String(repeating: "a", count: 100_000))],
      ""
    ),
    RefusalCase("an exception of a map", .route, [route("map /b not=/c")], "Guards alone"),
    RefusalCase(
      "a missing setting",
      .configuration,
      [route("map /b key=versioned")],
      "\"version\" is missing"
    ),
    RefusalCase("a closure", .closure, [opaque], "closures do not travel"),
    RefusalCase("a guard with a tag", .route, [tagged], "Leave the tags out"),
    RefusalCase("a guard that is taken away", .open, removing: [1], "/a"),
    RefusalCase(
      "a guard with an exception",
      .open,
      [route("guard /* key=card not=/a")],
      removing: [1],
      "/a"
    ),
    RefusalCase(
      "a guard of another place",
      .open,
      [route("guard /b/* key=card")],
      removing: [1],
      "/a"
    ),
    RefusalCase("a guard that only looks on", .open, [observing], removing: [1], "/a"),
    RefusalCase("a guard that nobody has", .open, [route("map /b needs=staff")], "staff"),
    RefusalCase("a route that is not there", .order, removing: [7], "#7"),
    RefusalCase(
      "a long text",
      .tooLarge,
      [route("map /b x=" + String(repeating: "x", count: 5000))],
      "shorter"
    ),
  ]

  private static var opaque: RouteDescription {
    var opaque = route("map /b/:id")
    opaque.isOpaque = true
    return opaque
  }

  private static var tagged: RouteDescription {
    var tagged = route("guard /b key=card")
    tagged.tags = ["Views"]
    return tagged
  }

  private static var observing: RouteDescription {
    var observing = route("guard /* key=card")
    observing.isObserving = true
    return observing
  }

  @Test(arguments: cases)
  func `a generation is refused with its reason, and nothing is changed`(_ refusal: RefusalCase)
    async throws
  {
    let stand = Stand()
    try await stand.apply(adding: [route("guard /* key=card"), route("map /a")])
    let before = stand.router.routes
    let generation = await stand.next(removing: refusal.removed, adding: refusal.added)
    for isStaged in [true, false] {
      let error = await #expect(throws: GenerationRefusal.self) {
        if isStaged {
          try await stand.shared.stage(generation)
        } else {
          try await stand.shared.apply(generation)
        }
      }
      #expect(error?.generation == 2)
      #expect(error?.reasons.map(\.code) == [refusal.code])
      #expect(
        error?.reasons.first?.message.contains(refusal.words) == true,
        "\(String(describing: error))"
      )
    }
    #expect(stand.router.routes == before)
    #expect(stand.shared.generation == 1)
    // Nothing of it is left that keeps the next one out.
    try await stand.apply(adding: [route("map /b")])
    #expect(stand.router.routes.count == 3)
  }

  @Test func `a guard takes the place of another in one step`() async throws {
    let stand = Stand()
    try await stand.apply(adding: [route("guard /* key=card"), route("map /a")])
    try await stand.apply(removing: [1], adding: [route("guard /* key=staff")])
    #expect(stand.router.routes.map(\.name) == ["plain", "staff"])
  }

  @Test func `a guard of the server itself counts`() async throws {
    let stand = Stand()
    let own = stand.router.guard("/*") { _ async in .allow }
    try await stand.apply(adding: [route("map /a")])
    stand.router.dispose(of: own)
    await #expect(throws: GenerationRefusal.self) {
      try await stand.apply(adding: [route("map /b")])
    }
  }

  @Test func `a guard of the server itself that goes after the check no longer counts`()
    async throws
  {
    let stand = Stand()
    let own = stand.router.guard("/*") { _ async in .allow }
    let generation = await stand.next(adding: [route("map /a")])
    try await stand.shared.stage(generation)
    stand.router.dispose(of: own)
    let error = await #expect(throws: GenerationRefusal.self) {
      try await stand.shared.apply(generation)
    }
    #expect(error?.reasons.map(\.code) == [.open])
    await #expect(throws: GenerationRefusal.self) {
      try await stand.apply(adding: [route("map /b")])
    }
    #expect(stand.router.routes.isEmpty)
  }

  @Test func `an update is made only on the routes that it was asked about`() {
    let router = Stand().router
    let own = router.guard("/*") { _ async in .allow }
    let watch = AccessWatch(router, allExceptPublic: true)
    let (_, update) = router.prepareUpdate { $0.map("/a") { _ in } }
    #expect(watch.findings(of: update).isEmpty && watch.isCurrent)
    router.dispose(of: own)
    #expect(!watch.isCurrent)
    let isMade = watch.make(update)
    #expect(!isMade && router.routes.isEmpty)
    watch.takeBack(update)
    let (_, again) = router.prepareUpdate { $0.map("/a") { _ in } }
    #expect(!watch.findings(of: again).isEmpty)
    watch.takeBack(again)
    router.guard("/*") { _ async in .allow }
    let (_, covered) = router.prepareUpdate { $0.map("/a") { _ in } }
    #expect(watch.findings(of: covered).isEmpty)
    #expect(watch.make(covered) && router.routes.count == 2)
  }

  @Test(arguments: [true, false])
  func `a map of the server itself whose owner is gone keeps no targets from others`(
    isStaged: Bool
  ) async throws {
    let stand = Stand()
    try await stand.apply(adding: [route("guard /a/b key=card")])
    var owner: Owner? = Owner()
    stand.router.map("/a/c", owner: owner, access: .public("a test")) { _ in }
    let generation = await stand.next(adding: [route("map /a/:x([bc])")])
    try await stand.shared.stage(generation)
    withExtendedLifetime(owner) {}
    owner = nil
    if !isStaged { try? await stand.shared.stage(stand.next(adding: [])) }
    let error = await #expect(throws: GenerationRefusal.self) {
      try await stand.shared.apply(generation)
    }
    #expect(error?.reasons.map(\.code) == [.open])
  }

  @Test func `a map of the server itself is not opened`() async throws {
    let stand = Stand()
    try await stand.apply(adding: [route("guard /* key=card")])
    stand.router.map("/own") { _ in }
    let generation = await stand.next(removing: [1], adding: [])
    let error = await #expect(throws: GenerationRefusal.self) {
      try await stand.shared.stage(generation)
    }
    #expect(error?.reasons.map(\.code) == [.open])
  }

  @Test func `a map that kept targets from another opens it when it goes`() async throws {
    let stand = Stand()
    try await stand.apply(adding: [
      route("guard /a/b key=card"), route("map /a/b"), route("map /a/c open"),
    ])
    // All but /a/b and /a/c is open to it, and these are taken by others.
    await #expect(throws: GenerationRefusal.self) {
      try await stand.apply(adding: [route("map /a/:x([bd])")])
    }
    try await stand.apply(adding: [route("map /a/:x([bc])")])
    let error = await #expect(throws: GenerationRefusal.self) {
      try await stand.apply(removing: [3], adding: [])
    }
    #expect(error?.reasons.first?.message.contains("/a/c") == true)
  }

  @Test func `what is public or required alone is asked for where that is chosen`() async throws {
    let stand = Stand(.plain(), SharedRoutes.Options(allExceptPublic: false))
    try await stand.apply(adding: [route("map /a")])
    await #expect(throws: GenerationRefusal.self) {
      try await stand.apply(adding: [route("map /b needs=card")])
    }
  }
}

private final class Owner: RouteOwner {}
