import Switchyard
import Testing

/// Values without which no handler goes on.
@Suite struct RequiredValueTests {
  private struct User: Sendable, Equatable { let name: String }
  private enum Token: RouteContextKey { typealias Value = String }

  private let router = Router()

  /// Notes what a handler at a pattern gets.
  private func asks(_ pattern: RoutePattern, _ notes: Notes<Result<String, ContextValueError>>) {
    router.map(pattern) { (context: RouteContext) async throws in
      notes.add(
        Result { () throws(ContextValueError) in
          try context.require(User.self).name + context.require(Token.self)
        }
      )
    }
  }

  @Test func `what a guard has set is there, typed`() async {
    let notes = Notes<Result<String, ContextValueError>>()
    router.guard("/desk/*") { context async in
      context[User.self] = User(name: "Ada")
      context[Token.self] = "7"
      return .allow
    }
    asks("/desk/orders", notes)
    _ = await router.dispatch("/desk/orders")
    #expect(notes.all.map { try? $0.get() } == ["Ada7"])
  }

  @Test func `what nobody has set is an error that names it, and the route`() async throws {
    let notes = Notes<Result<String, ContextValueError>>()
    asks("/desk/orders", notes)
    _ = await router.dispatch("/desk/orders")
    guard case .failure(let error) = try #require(notes.all.first) else {
      Issue.record("there is a value")
      return
    }
    #expect(error.key == "User")
    #expect(error.route?.pattern.text == "/desk/orders")
    #expect(!error.isOfOtherTarget)
    let line = try #require(error.route?.origin.line)
    #expect(
      "\(error)"
        == "No handler before the map /desk/orders at SwitchyardTests/RequiredValueTests.swift:\(line) has set a "
        + "value of User. Set it in a guard whose pattern covers that of the route, for all methods of it."
    )
  }

  @Test func `an error of it is that of the dispatch`() async throws {
    router.map("/desk") { (context: RouteContext) async throws in
      _ = try context.require(Token.self)
      Issue.record("it went on")
    }
    guard case .failed(let error) = await router.dispatch("/desk") else {
      Issue.record("it was handled")
      return
    }
    #expect((error.cause as? ContextValueError)?.key == "Token")
  }

  @Test(arguments: ["commit", "redirect"])
  func `what was set for another target does not count`(_ way: String) async throws {
    let notes = Notes<Result<String, ContextValueError>>()
    router.guard("/members/*") { context async in
      context[User.self] = User(name: "Ada")
      context[Token.self] = "7"
      return way == "redirect" && context.route == "/members/old" ? .redirect("/open") : .allow
    }
    router.proxy("/members/old") { (context: RouteContext) async throws in .commit("/open") }
    router.proxy("/other") { (context: RouteContext) async throws in
      context[User.self] = User(name: "Eve")
      context[Token.self] = "0"
      return .commit("/members/page")
    }
    asks("/open", notes)
    asks("/members/page", notes)
    _ = await router.dispatch("/members/old")
    guard case .failure(let error) = try #require(notes.all.last) else {
      Issue.record("a value has leaked")
      return
    }
    #expect(error.isOfOtherTarget)
    #expect("\(error)".contains("before a commit or redirect"))
    // The guard of the new target sets it again.
    _ = await router.dispatch("/other")
    #expect(notes.all.last.flatMap { try? $0.get() } == "Ada7")
  }

  @Test func `a value that is taken away is missing`() async {
    let notes = Notes<Result<String, ContextValueError>>()
    router.guard("/desk") { context async in
      context[User.self] = User(name: "Ada")
      context[Token.self] = "7"
      return .allow
    }
    router.guard("/desk") { context async in
      context[User.self] = nil
      return .allow
    }
    asks("/desk", notes)
    _ = await router.dispatch("/desk")
    #expect(notes.all.allSatisfy { (try? $0.get()) == nil })
  }

  @Test func `middleware gives a value to what it is around`() async {
    let notes = Notes<Result<String, ContextValueError>>()
    router.around("/desk") { context, next in
      context[User.self] = User(name: "Ada")
      context[Token.self] = "7"
      try await next()
    }
    asks("/desk", notes)
    _ = await router.dispatch("/desk")
    #expect(notes.all.map { try? $0.get() } == ["Ada7"])
  }

  @Test func `a guard that ends late gives nothing to the next target`() async throws {
    let notes = Notes<Result<String, ContextValueError>>()
    let contexts = Notes<RouteContext>()
    router.guard("/old") { context async in
      contexts.add(context)
      return .redirect("/new")
    }
    router.guard("/new") { context async in
      // The one of the old target runs on.
      contexts.all.first?[User.self] = User(name: "Eve")
      contexts.all.first?[Token.self] = "0"
      return .allow
    }
    asks("/new", notes)
    _ = await router.dispatch("/old")
    #expect(notes.all.count == 1)
    #expect(notes.all.allSatisfy { (try? $0.get()) == nil })
  }
}
