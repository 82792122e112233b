import Dispatch
import Switchyard
import Testing

/// Each form of each verb, with whatever registers.
@Suite struct RegistrarTests {
  /// What a handler runs on.
  enum Form: CaseIterable, Sendable {
    case completion, onQueue, onMain
    case async, asyncOnQueue, asyncOnMain
  }

  enum Place: CaseIterable, Sendable {
    case router, view, group

    func registrar(of router: Router) -> any RouteRegistrar {
      switch self {
      case .router: router
      case .view: router["Views"]
      case .group: router.group("/", tags: ["Views"])
      }
    }
  }

  private static let key = DispatchSpecificKey<Bool>()

  private let router = Router.lent()
  private let calls = Notes<String>()
  private let queue = DispatchQueue(label: "own")

  init() { queue.setSpecific(key: Self.key, value: true) }

  /// Notes a call, and checks that it comes where it belongs.
  private func note(_ kind: String, _ form: Form) {
    calls.add(kind)
    #expect((DispatchQueue.getSpecific(key: Self.key) == true) == (form == .onQueue))
  }

  private func noteAsync(_ kind: String, _ form: Form) async {
    calls.add(kind)
    await Task.yield()
    #expect((DispatchQueue.getSpecific(key: Self.key) == true) == (form == .asyncOnQueue))
  }

  @MainActor private func noteMain(_ kind: String) {
    MainActor.assertIsolated()
    calls.add(kind)
  }

  @Test(arguments: Place.allCases, Form.allCases)
  func `a map runs`(_ place: Place, _ form: Form) async {
    let registrar = place.registrar(of: router)
    let id =
      switch form {
      case .completion:
        registrar.map("/page", name: "page") { _, _, _, completed in
          note("map", form)
          completed()
        }
      case .onQueue:
        registrar.map("/page", queue: queue, name: "page") { _, _, _, completed in
          note("map", form)
          completed()
        }
      case .onMain:
        registrar.map("/page", queue: .main, name: "page") { _, _, _, completed in
          noteMain("map")
          completed()
        }
      case .async:
        registrar.map("/page", name: "page") { (context: RouteContext) async throws in
          await noteAsync("map", form)
        }
      case .asyncOnQueue:
        registrar.map("/page", queue: queue, name: "page") { (context: RouteContext) async throws in
          await noteAsync("map", form)
        }
      case .asyncOnMain:
        registrar.map("/page", queue: .main, name: "page") { (context: RouteContext) async throws in
          noteMain("map")
        }
      }
    #expect(await router.dispatch("/page") == .handled(by: id))
    #expect(
      await router["Views"].dispatch("/page") == (place == .router ? .notFound : .handled(by: id))
    )
    #expect(calls.all == Array(repeating: "map", count: place == .router ? 1 : 2))
  }

  @Test(arguments: Place.allCases, Form.allCases)
  func `a fallback runs`(_ place: Place, _ form: Form) async {
    let registrar = place.registrar(of: router)
    let id =
      switch form {
      case .completion:
        registrar.fallback("/*", name: "none") { _, _, _, completed in
          note("fallback", form)
          completed()
        }
      case .onQueue:
        registrar.fallback("/*", queue: queue, name: "none") { _, _, _, completed in
          note("fallback", form)
          completed()
        }
      case .onMain:
        registrar.fallback("/*", queue: .main, name: "none") { _, _, _, completed in
          noteMain("fallback")
          completed()
        }
      case .async:
        registrar.fallback("/*", name: "none") { (context: RouteContext) async throws in
          await noteAsync("fallback", form)
        }
      case .asyncOnQueue:
        registrar.fallback("/*", queue: queue, name: "none") {
          (context: RouteContext) async throws in
          await noteAsync("fallback", form)
        }
      case .asyncOnMain:
        registrar.fallback("/*", queue: .main, name: "none") {
          (context: RouteContext) async throws in
          noteMain("fallback")
        }
      }
    #expect(await router.dispatch("/page") == .handled(by: id))
    #expect(calls.all == ["fallback"])
  }

  @Test(arguments: Place.allCases, Form.allCases)
  func `a proxy runs, and commits`(_ place: Place, _ form: Form) async {
    let registrar = place.registrar(of: router)
    switch form {
    case .completion:
      registrar.proxy("/page", name: "proxy") { _, _, _, next in
        note("proxy", form)
        next(("/there", nil, nil))
      }
    case .onQueue:
      registrar.proxy("/page", queue: queue, name: "proxy") { _, _, _, next in
        note("proxy", form)
        next(("/there", nil, nil))
      }
    case .onMain:
      registrar.proxy("/page", queue: .main, name: "proxy") { _, _, _, next in
        noteMain("proxy")
        next(("/there", nil, nil))
      }
    case .async:
      registrar.proxy("/page", name: "proxy") { (context: RouteContext) async throws in
        await noteAsync("proxy", form)
        return .commit("/there")
      }
    case .asyncOnQueue:
      registrar.proxy("/page", queue: queue, name: "proxy") {
        (context: RouteContext) async throws in
        await noteAsync("proxy", form)
        return .commit("/there")
      }
    case .asyncOnMain:
      registrar.proxy("/page", queue: .main, name: "proxy") {
        (context: RouteContext) async throws in
        noteMain("proxy")
        return .commit("/there")
      }
    }
    let id = router.map("/there") { _, _, _, completed in
      calls.add("map")
      completed()
    }
    #expect(await router.dispatch("/page") == .handled(by: id))
    #expect(calls.all == ["proxy", "map"])
  }

  @Test(arguments: Place.allCases, Form.allCases)
  func `a guard runs, and denies`(_ place: Place, _ form: Form) async {
    let registrar = place.registrar(of: router)
    let id =
      switch form {
      case .completion:
        registrar.guard("/page", name: "guard") { _, _, _, decide in
          note("guard", form)
          decide(.deny)
        }
      case .onQueue:
        registrar.guard("/page", queue: queue, name: "guard") { _, _, _, decide in
          note("guard", form)
          decide(.deny)
        }
      case .onMain:
        registrar.guard("/page", queue: .main, name: "guard") { _, _, _, decide in
          noteMain("guard")
          decide(.deny)
        }
      case .async:
        registrar.guard("/page", name: "guard") { (context: RouteContext) async throws in
          await noteAsync("guard", form)
          return .deny
        }
      case .asyncOnQueue:
        registrar.guard("/page", queue: queue, name: "guard") {
          (context: RouteContext) async throws in
          await noteAsync("guard", form)
          return .deny
        }
      case .asyncOnMain:
        registrar.guard("/page", queue: .main, name: "guard") {
          (context: RouteContext) async throws in
          noteMain("guard")
          return .deny
        }
      }
    router.map("/page") { _, _, _, completed in
      calls.add("map")
      completed()
    }
    #expect(await router.dispatch("/page") == .denied(by: id))
    #expect(await router["Other"].dispatch("/page") == .denied(by: id))
    #expect(calls.all == ["guard", "guard"])
  }

  @Test func `one argument is enough where a closure says what it is`() async {
    let map = router.map("/page") { context in calls.add(context.route) }
    let fallback = router.fallback("/*") { context in calls.add("fallback") }
    router.proxy("/away") { context in .pass }
    router.guard("/shut") { context in .deny }
    #expect(await router.dispatch("/page") == .handled(by: map))
    #expect(await router.dispatch("/away") == .handled(by: fallback))
    #expect(calls.all == ["/page", "fallback"])
  }

  @Test func `all arguments have their order`() async {
    final class Screen: RouteOwner {}
    let screen = Screen()
    let id = router.map("/page", tags: ["Views"], queue: queue, owner: screen, name: "page") {
      _,
      _,
      _,
      completed in
      note("map", .onQueue)
      completed()
    }
    router.proxy("/page", tags: ["Views"], queue: .main, owner: screen, name: "proxy") {
      _,
      _,
      _,
      next in
      noteMain("proxy")
      next(nil)
    }
    router.fallback("/*", tags: ["Views"], queue: .main, owner: screen, name: "none") {
      _,
      _,
      _,
      completed in
      noteMain("fallback")
      completed()
    }
    #expect(await router["Views"].dispatch("/page") == .handled(by: id))
    #expect(calls.all == ["proxy", "map"])
    // Later nobody looks whether the owner is there, and the handlers hold the router.
    router.dispose(of: router.routes.compactMap(\.id))
    withExtendedLifetime(screen) {}
  }
}
