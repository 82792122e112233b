import Foundation
import NavigationTree
import Testing

/// What cannot be shown, and why.
struct FailureCase: Sendable, CustomTestStringConvertible {
  let name: String
  let situation: Situation
  let source: ControllerSource<HostPage>
  let style: PresentationStyle<HostPage>
  let error: PresentationError
  let text: String
  /// What the host was asked for nevertheless.
  let asked: [String]

  var testDescription: String { name }

  // Made where it is asked for: what such a table holds is held by nothing that the search for leaks knows.
  static var all: [FailureCase] {
    [
      FailureCase(
        name: "an unknown name",
        situation: .page,
        source: .named("Bok"),
        style: .show,
        error: .unknownName("Bok", in: nil),
        text: """
          the host knows no controller named "Bok". Check the spelling, or make it with \
          ControllerSource.provided.
          """,
        asked: []
      ),
      FailureCase(
        name: "an unknown name in a storyboard",
        situation: .page,
        source: .named("a\u{1B}b", in: "Main"),
        style: .show,
        error: .unknownName("a\u{1B}b", in: "Main"),
        text: """
          the host knows no controller named "a\\u{1B}b" in "Main". Check the spelling, or make it \
          with ControllerSource.provided.
          """,
        asked: []
      ),
      FailureCase(
        name: "no window",
        situation: .nothing,
        source: .named("Book"),
        style: .present(animated: true),
        error: .noPresenter,
        text: """
          there is no controller to present from. Open the route when the host has a window that \
          shows something.
          """,
        asked: []
      ),
      FailureCase(
        name: "no navigation controller",
        situation: .page,
        source: .named("Book"),
        style: .push(animated: true),
        error: .noNavigationController,
        text: """
          there is no navigation controller to push on. Open the route from within one, or map it \
          with the style show or inNavigationController.
          """,
        asked: ["make Book"]
      ),
    ]
  }
}

/// A failure of somebody else's.
private struct Boom: Error, Equatable {}

@MainActor @Suite struct PresentationFailureTests {
  private let faults = Faults()

  private func makeRouter(_ change: (inout Router.Configuration) -> Void = { _ in }) -> Router {
    var configuration = Router.Configuration.app
    configuration.onFault = { [faults] in faults.add($0) }
    change(&configuration)
    return Router(configuration)
  }

  @Test(arguments: FailureCase.all)
  func `what cannot be shown ends the dispatch with the reason`(_ row: FailureCase) async throws {
    let router = makeRouter()
    let host = try row.situation.makeHost()
    let route = router.map("/book", host: host, source: row.source, style: row.style)
    let outcome = await router.dispatch("/book")
    guard case .failed(let failure) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(failure.code == .handlerThrew)
    #expect(failure.route == route)
    #expect(failure.cause as? PresentationError == row.error)
    #expect(row.error.description == row.text)
    #expect(
      failure.description.hasPrefix(
        "Opening /book: the handler of /book at NavigationTreeTests/PresentationFailureTests.swift:"
      ) && failure.description.hasSuffix(" threw an error: \(row.text)")
    )
    #expect(host.journal == row.asked)
    #expect(faults.names == [])
  }

  @Test func `what a source or a custom style throws ends the dispatch`() async throws {
    let router = makeRouter()
    let host = try Situation.page.makeHost()
    router.map("/source", host: host, source: .provided { throw Boom() })
    router.map(
      "/style",
      host: host,
      source: .named("Book"),
      style: .custom { _, _, _ in throw Boom() }
    )
    for url in ["/source", "/style"] {
      guard case .failed(let failure) = await router.dispatch(url) else {
        Issue.record("\(url) has not failed")
        continue
      }
      #expect(failure.cause as? Boom == Boom())
    }
    #expect(faults.names == [])
  }

  @Test func `a window that goes during the setup is noticed`() async throws {
    let router = makeRouter()
    let host = try Situation.page.makeHost()
    router.map("/book", host: host, source: .named("Book")) { [unowned host] _, _, _ in
      host.root = nil
    }
    guard case .failed(let failure) = await router.dispatch("/book") else {
      Issue.record("it has not failed")
      return
    }
    #expect(failure.cause as? PresentationError == .noPresenter)
  }

  @Test func `a failure is reported where nobody waits, and the router goes on`() async throws {
    let router = makeRouter()
    let host = try Situation.page.makeHost()
    router.map("/unknown", host: host, source: .named("Bok"))
    let book = router.map("/book", host: host, source: .named("Book"))
    #expect(router.open("/unknown"))
    #expect(await router.dispatch("/book") == .handled(by: book))
    #expect(faults.names == ["dispatchFailed"])
  }

  @Test func `a completion that is let go of counts as called, and is reported`() async throws {
    let router = makeRouter()
    let styles: [PresentationStyle<HostPage>] = [
      .show, .showDetail, .present(animated: true), .push(animated: true), .custom { _, _, _ in },
      .inNavigationController(.show),
    ]
    for style in styles {
      let host = try Situation.stack.makeHost()
      host.habit = .drops
      let route = router.map("/book", host: host, source: .named("Book"), style: style)
      #expect(await router.dispatch("/book") == .handled(by: route))
    }
    #expect(faults.names == styles.map { _ in "droppedAnswer" })
  }

  @Test func `a completion that is called twice counts once, and is reported`() async throws {
    let router = makeRouter()
    let host = try Situation.stack.makeHost()
    let route = router.map("/book", host: host, source: .named("Book"))
    host.habit = .callsTwice
    #expect(await router.dispatch("/book") == .handled(by: route))
    #expect(faults.names == ["repeatedAnswer"])
  }

  @Test(.timeLimit(.minutes(5)))
  func `a host that never completes stops no router that has a time limit`() async throws {
    let clock = HandClock()
    let router = makeRouter {
      $0.handlerTimeLimit = .seconds(5)
      $0.clock = RouterClock(clock)
    }
    let host = try Situation.stack.makeHost()
    router.map("/book", host: host, source: .named("Book"))
    let last = router.map("/last", host: host, source: .provided { HostPage("Last") })
    host.habit = .keeps
    async let first = router.dispatch("/book")
    let completion = await host.keptCompletion()
    async let second = router.dispatch("/last")
    host.habit = .calls
    clock.advance(by: .seconds(5))
    #expect(await first == .timedOut)
    #expect(await second == .handled(by: last))
    completion()
    #expect(faults.names == ["timeLimit", "lateAnswer"])
  }
}

/// The faults that a router has reported.
private final class Faults: @unchecked Sendable {
  // Touched within the lock alone.
  private var faults: [RouterFault] = []
  private let lock = NSLock()

  func add(_ fault: RouterFault) { lock.withLock { faults.append(fault) } }

  /// What happened, each in a word.
  var names: [String] { lock.withLock { faults.map { String("\($0.code)".prefix { $0 != "(" }) } } }
}
