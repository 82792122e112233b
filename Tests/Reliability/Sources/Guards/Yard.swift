import TestSupport
import Dispatch
import SwitchyardHTTP
import Synchronization
import Trials

/// How a yard is laid out.
struct Layout: Sendable, CustomStringConvertible {
  /// How handlers are written.
  enum Forms: Sendable { case closures, tasks, requests }

  var policies: Policies
  var precedence: Router.Precedence
  var isServer: Bool
  var forms: Forms
  var maps: [RoutePattern]
  var areFallbacks: Bool
  var posts: [Post]
  /// How many of the maps are there before each guard.
  var places: [Int]
  /// Whether a proxy stands before all maps.
  var hasRelay: Bool
  /// Whether another thread replaces the guards all the while.
  var isRestless: Bool

  var description: String {
    """
    \(policies), \(precedence), \(isServer ? "server" : "app"), \(forms), guards \
    \(zip(posts, places).map { "\($0.pattern) after \($1) maps" }), \
    \(areFallbacks ? "fallbacks" : "maps") \(maps)\(hasRelay ? ", a proxy" : "")\
    \(isRestless ? ", guards replaced all the while" : "")
    """
  }

  private static let maps: [[RoutePattern]] = [
    ["/admin/secret"], ["/:a/secret"], ["/*"], ["/admin/:page"],
    ["/:a/*", "https://admin.example/*"],
    ["/admin/secret", "/:a/secret", "/*", "/admin/:page"],
    ["/*/secret", "/:a{/:b}?", "app://admin/:x"],
    ["/...", "/:a/:b", "/"], ["/*", "/tr%C3%A9sor/:x", "/:a(adm.+)/:b?"],
  ]

  static func draw(_ random: inout SeededGenerator) -> Layout {
    let maps = random.pick(Self.maps)
    let posts = (0..<(1 + random.below(3))).map { _ in
      // The guard before everything hides what the others do.
      random.below(24) == 0 ? Post.everything : random.pick(Post.allCases.dropLast())
    }
    let isServer = random.below(2) == 0
    let forms = random.below(16)
    return Layout(
      policies: random.pick(Policies.allCases),
      precedence: random.below(2) == 0 ? .latestFirst : .mostSpecific,
      isServer: isServer,
      forms: forms == 0 ? .tasks : isServer && forms < 5 ? .requests : .closures,
      maps: maps,
      areFallbacks: random.below(6) == 0,
      posts: posts,
      places: posts.map { _ in random.below(maps.count + 1) },
      hasRelay: random.below(3) == 0,
      // Often enough that no short run is without one.
      isRestless: random.below(8) == 0
    )
  }
}

/// A router with guards, maps, and ways that lead to other targets.
final class Yard: Sendable {
  let layout: Layout
  let router: Router
  let stage = Stage()
  /// The guards that stand, and their posts, in the order in which the first of each was registered.
  private let guards = Mutex<[RouteID]>([])
  private let order = Mutex<[Int]>([])

  init(_ layout: Layout) {
    self.layout = layout
    var configuration = layout.isServer ? Router.Configuration.server : .app
    configuration.slashes = layout.policies.slashes
    configuration.letterCase = layout.policies.letters
    configuration.precedence = layout.precedence
    configuration.onFault = { [stage] in stage.fault($0) }
    router = Router(configuration)
    router.proxy("/way/commit") { [stage] route, _, passed, next in
      next((stage.commitToLead(route), nil, passed))
    }
    router.guard("/way/redirect") { [stage] route, _, _, decide in
      decide(.redirect(stage.redirectToLead(route)))
    }
    for (index, map) in layout.maps.enumerated() {
      stand(before: index)
      register(map)
    }
    stand(before: layout.maps.count)
    if layout.hasRelay {
      router.proxy("/*", tags: ["Views"]) { [stage] route, _, _, next in next(stage.relay(route)) }
    }
  }

  /// Registers the guards whose place has come.
  private func stand(before index: Int) {
    for (post, place) in layout.places.enumerated() where place == index {
      let id = stand(at: post)
      guards.withLock { $0.append(id) }
      order.withLock { $0.append(post) }
    }
  }

  /// Registers another guard at a post, and only then disposes of the one there.
  func replace(_ post: Int) {
    guard let at = order.withLock({ $0.firstIndex(of: post) }) else { return }
    let new = stand(at: post)
    let old = guards.withLock { guards in
      defer { guards[at] = new }
      return guards[at]
    }
    router.dispose(of: old)
  }

  // MARK: - Handlers

  private func register(_ pattern: RoutePattern) {
    switch layout.forms {
    case .closures:
      let handler: RouteHandler = { [stage] route, _, _, completed in
        stage.reach(route)
        completed()
      }
      if layout.areFallbacks {
        router.fallback(pattern, tags: ["Views"], handler: handler)
      } else {
        router.map(pattern, tags: ["Views"], handler: handler)
      }
    case .tasks:
      let handler: @Sendable (RouteContext) async throws -> Void = { [stage] context in
        stage.reach(context.route)
      }
      if layout.areFallbacks {
        router.fallback(pattern, tags: ["Views"], handler: handler)
      } else {
        router.map(pattern, tags: ["Views"], handler: handler)
      }
    case .requests:
      let handler: RequestFunction = { [stage] request in
        stage.reach(request.target.withoutQuery)
        return .text("reached")
      }
      if layout.areFallbacks {
        router.fallback(pattern, tags: ["Views"], calledOn: .serverThread, handler: handler)
      } else {
        router.any(pattern, tags: ["Views"], calledOn: .serverThread, handler: handler)
      }
    }
  }

  private func stand(at post: Int) -> RouteID {
    let kind = layout.posts[post]
    guard kind != .group else {
      return router.group("/admin") { stand(post, "{/*}?", on: $0) }
    }
    return stand(post, kind.pattern(layout.policies), on: router)
  }

  private func stand(
    _ post: Int,
    _ pattern: RoutePattern,
    on registrar: some RouteRegistrar
  ) -> RouteID {
    guard layout.forms != .tasks else {
      return registrar.guard(pattern) { [weak self] context async throws in
        // A guard without its yard denies.
        guard let self else { return .deny }
        let verdict = verdict(post, context.route)
        // By its tags a guard may know what it is asked for.
        guard context.tags.allSatisfy({ $0 == "Views" }) else { return .deny }
        switch verdict {
        case .allow: return .allow
        case .redirect(let target): return .redirect(target)
        case .deny, .denyTwice: return .deny
        case .drop, .later: throw Refusal()
        }
      }
    }
    return registrar.guard(pattern) { [weak self] route, _, _, decide in
      guard let self else { return decide(.deny) }
      switch verdict(post, route) {
      case .allow: decide(.allow)
      case .redirect(let target): decide(.redirect(target))
      case .deny: decide(.deny)
      case .denyTwice:
        decide(.deny)
        decide(.allow)
      case .drop: break
      case .later: DispatchQueue.global().async { decide(.deny) }
      }
    }
  }

  private func verdict(_ post: Int, _ route: String) -> Stage.Verdict {
    let (verdict, replacing) = stage.ask(post, route)
    for post in layout.posts.indices where replacing & (1 << UInt32(post)) != 0 { replace(post) }
    return verdict
  }

  private struct Refusal: Error {}
}
