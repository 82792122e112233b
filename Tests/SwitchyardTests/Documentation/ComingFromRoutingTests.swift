#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Switchyard
import TestSupport
import Testing

/// The example of the article for those who come from Routing, in a class of the main actor.
@Suite struct ComingFromRoutingTests {
  @MainActor final class Session {
    var isOpen = false
  }

  @MainActor final class Screen: RouteOwner {
    private(set) var shown: [String] = []

    func show(_ argument: String?) { shown.append(argument ?? "none") }

    func register(with router: Router, _ session: Session) {
      router.map(
        "routingexample://route/:argument",
        tags: ["Views"],
        queue: .main,
        owner: self
      ) { [weak self] route, parameters, passed, completed in
        self?.show(parameters["argument"])
        completed()
      }
      router.proxy(
        "/*/privilegedinfo",
        tags: ["Views"],
        queue: .main
      ) { route, parameters, passed, next in
        let callback = parameters.adding(["callback": route])
        session.isOpen
          ? next(nil)
          : next(("routingexample://present/login", callback, passed))
      }
    }
  }

  /// The example of `RouteOwner`.
  @MainActor final class BooksScreen: RouteOwner {
    private(set) var book: String?

    init(_ router: Router) {
      router.map("/books/:id", queue: .main, owner: self) { [weak self] context, completed in
        self?.book = context.parameters["id"]
        completed()
      }
    }
  }

  @Test func `a screen of the main actor is shown what is opened`() async throws {
    let router = Router.lent()
    let (screen, session) = (Screen(), Session())
    await screen.register(with: router, session)
    let callbacks = Notes<String>()
    let views = router["Views"]
    let login = views.map("routingexample://present/login") { context, completed in
      callbacks.add(context.parameters["callback"] ?? "none")
      completed()
    }
    let info = views.map("routingexample://push/privilegedinfo") { _, completed in completed() }

    let argument = await views.dispatch("routingexample://route/plan")
    guard case .handled = argument else {
      Issue.record("\(argument)")
      return
    }
    #expect(await screen.shown == ["plan"])
    #expect(router["Views"].open("routingexample://push/privilegedinfo", passing: Date()))
    let stranger = await views.dispatch("routingexample://push/privilegedinfo")
    #expect(stranger == .handled(by: login))
    #expect(callbacks.all == Array(repeating: "routingexample://push/privilegedinfo", count: 2))
    await MainActor.run { session.isOpen = true }
    let visitor = await views.dispatch("routingexample://push/privilegedinfo")
    #expect(visitor == .handled(by: info))
  }

  @Test func `an owner of the main actor answers for itself`() async {
    let router = Router.lent()
    let screen = await BooksScreen(router)
    guard case .handled = await router.dispatch("/books/42") else {
      Issue.record("its handler did not run")
      return
    }
    #expect(await screen.book == "42")
  }

  @Test func `each line that is shown stands here`() throws {
    let lines = try ShownCode.expectLines(
      of: "Sources/Switchyard/Switchyard.docc/ComingFromRouting.md"
    )
    #expect(lines.count > 10)
  }
}
