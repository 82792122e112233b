import Switchyard
import TestSupport
import Testing

/// Drawn routers whose routes change between the legs of dispatches, and within them.
@Suite struct DeclaredAccessPropertyTests {
  private static let patterns = ["/*", "/a", "/:x", "/a/*", "/a/:x", "/b/*", "/:x/b"]
  private static let targets = ["/a", "/b", "/a/b", "/b/b", "/a/a/a"]
  private static let names = ["card", "staff", "card"]

  /// Something that a handler did.
  private enum Step: Sendable {
    /// A guard decided, with its name and identifier.
    case asked(String, RouteID, String)
    /// A map ran, with what it requires.
    case ran(RouteAccess?, String, live: Set<RouteID>)
  }

  /// A router, the steps of its handlers, and changes that guards and proxies make.
  private final class Play: Sendable {
    let router: Router
    let steps = Notes<Step>()
    private let random: Shared<SeededGenerator>

    init(_ random: SeededGenerator) {
      self.random = Shared(random)
      var configuration = Router.Configuration.server
      configuration.access = .declared
      configuration.onFault = { _ in }
      router = Router(configuration)
    }

    func below(_ bound: Int) -> Int { random.withLock { $0.below(bound) } }
    func pick<Element: Sendable>(_ elements: [Element]) -> Element {
      random.withLock { $0.pick(elements) }
    }

    func pattern() throws -> RoutePattern { try RoutePattern(parsing: pick(patterns)) }

    func addGuard() throws {
      let name = pick(names)
      let isObserving = below(5) == 0
      let exceptions = below(4) == 0 ? [GuardException(try pattern())] : []
      let own = Shared<RouteID?>(nil)
      let id = router.guard(
        try pattern(),
        observing: isObserving,
        except: exceptions,
        name: name
      ) { [weak self] (context: RouteContext) async throws in
        guard let self else { return .deny }
        if !isObserving, let own = own.withLock({ $0 }) {
          steps.add(.asked(name, own, context.route))
        }
        try change()
        return below(12) == 0 ? .redirect(pick(targets)) : .allow
      }
      own.withLock { $0 = id }
    }

    func addMap(isFallback: Bool = false) throws {
      let access: RouteAccess? =
        switch below(4) {
        case 0: nil
        case 1: .public("a door")
        case 2: .requires(pick(names))
        default: .requires("card", "staff")
        }
      let note: @Sendable (RouteContext) async throws -> Void = { [weak self] context in
        guard let self else { return }
        let live = Set(router.routes.compactMap(\.id))
        steps.add(.ran(access, context.route, live: live))
      }
      if isFallback {
        router.fallback(try pattern(), access: access, handler: note)
      } else {
        router.map(try pattern(), access: access, handler: note)
      }
    }

    func addProxy() throws {
      router.proxy(try pattern()) { [weak self] (_: RouteContext) async throws in
        guard let self else { return .pass }
        try change()
        return below(3) == 0 ? .commit(pick(targets)) : .pass
      }
    }

    /// Sometimes takes a route away, or adds one.
    func change() throws {
      switch below(10) {
      case 0:
        let guards = router.routes.filter { $0.kind == .guard }.compactMap(\.id)
        if !guards.isEmpty { router.dispose(of: pick(guards)) }
      case 1: try addGuard()
      case 2: try addMap()
      default: break
      }
    }
  }

  @Test(.busy) func `no map runs but as is declared, whatever changes`() async throws {
    let count = PropertyRun.cases(default: 600)
    var random = PropertyRun.generator(for: "declared access", cases: count)
    var (ran, guarded, denied) = (0, 0, 0)
    for _ in 0..<count {
      let play = Play(SeededGenerator(seed: random.next()))
      for _ in 0..<3 { try play.addGuard() }
      for _ in 0..<3 { try play.addMap() }
      try play.addMap(isFallback: true)
      try play.addProxy()
      for target in Self.targets {
        let outcome = await play.router.dispatch(target)
        if case .denied = outcome { denied += 1 }
        var asked: [(name: String, id: RouteID, target: String)] = []
        for step in play.steps.take() {
          switch step {
          case .asked(let name, let id, let target): asked.append((name, id, target))
          case .ran(let access, let target, let live):
            ran += 1
            let access = try #require(access, "undeclared at \(target)")
            guard !access.isPublic else { continue }
            guarded += 1
            for name in access.guards {
              // The guard that has allowed this target is still there.
              let isAsked = asked.contains {
                $0.name == name && $0.target == target && live.contains($0.id)
              }
              #expect(isAsked, "\(name) at \(target)")
            }
          }
        }
      }
      play.router.dispose(of: play.router.routes.compactMap(\.id))
    }
    print("declared access: \(ran) ran, \(guarded) of them guarded, \(denied) denied")
    if count >= 60 { #expect(guarded > count / 20 && denied > count / 20 && ran > guarded) }
  }
}
