import Switchyard

/// What a handler throws.
struct Refusal: Error {}

extension Floor {
  /// Registers guards of all kinds; behind those that allow there is a proxy to the plain map.
  func mapGuarded(in router: Router) {
    router.guard("/denied") { _, _, _, decide in decide(.deny) }
    router.guard("/redirected") { _, _, _, decide in decide(.redirect("/sync")) }
    router.guard("/circle") { _, _, _, decide in decide(.redirect("/circle")) }
    router.guard("/guardedAsync") { _ in
      await Task.yield()
      return .allow
    }
    router.guard("/guardedQueue", queue: queue) { _, _, _, decide in decide(.allow) }
    router.guard("/guardedLater") { _, _, _, decide in Postman.shared.take { decide(.allow) } }
    router.guard("/guardedThrowing") { [faults] _ in
      faults.expect(.guardFailed)
      throw Refusal()
    }
    router.guard("/guardedDropped") { [faults] _, _, _, _ in faults.expect(.dropped) }
    router.guard("/guardedDoubled") { [faults] _, _, _, decide in
      faults.expect(.repeated)
      decide(.allow)
      decide(.deny)
    }
    for kind in [Kind.guardedAsync, .guardedQueue, .guardedLater, .guardedDoubled] {
      router.proxy(pattern(kind)) { _, _, passed, next in next(("/sync", nil, passed)) }
    }
  }

  /// Registers proxies of all kinds.
  func mapProxies(in router: Router) {
    router.proxy("/passed") { _, _, passed, next in next(("/sync", nil, passed)) }
    router.proxy("/passed") { _, _, _, next in next(nil) }
    router.proxy("/proxied", tags: ["All"]) { _, _, passed, next in next(("/sync", nil, passed)) }
    router.proxy("/proxiedAsync") { _ in
      await Task.yield()
      return .commit("/queue")
    }
    router.proxy("/proxyDropped") { [faults] _, _, _, _ in faults.expect(.dropped) }
    router.proxy("/proxyThrowing") { _ in throw Refusal() }
    router.proxy("/proxyDoubled") { [faults] _, _, passed, next in
      faults.expect(.repeated)
      next(("/sync", nil, passed))
      next(nil)
    }
    router.proxy("/proxyLater") { [others] _, _, passed, next in
      others.async { next(("/sync", nil, passed)) }
    }
    router.proxy("/badCommit") { [faults] _, _, _, next in
      faults.expect(.badCommit)
      next(("/%zz", nil, nil))
    }
  }

  /// The pattern that a kind is registered with.
  func pattern(_ kind: Kind) -> RoutePattern {
    do {
      return try RoutePattern(parsing: "/\(kind)")
    } catch {
      Failure.stop("/\(kind) is no pattern: \(error)")
    }
  }
}
