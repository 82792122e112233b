import Dispatch
import Switchyard
import TestSupport
import Testing

/// How a map that nobody may come to takes the place of another one, or comes in, behind a guard that came before it.
struct SecretMapCase: CustomTestStringConvertible, Sendable {
  enum Yard: CaseIterable {
    case app, server, queue
  }

  enum Exchange: CaseIterable {
    /// The guard and the map come, and then the old map goes.
    case goesLast
    case goesFirst
    case ownerDies
    case update
    case replace
    /// Both come where there was nothing, and a route that has nothing to do with them goes.
    case plugIn
    /// The same where a fallback was.
    case plugInBeforeFallback
  }

  /// When it happens.
  enum Moment: CaseIterable {
    /// While a guard of the dispatch makes up its mind.
    case inGuard
    /// The same, after a proxy has committed to the target.
    case inGuardBehindCommit
    /// The same, after another guard has redirected to the target.
    case inGuardBehindRedirect
    /// While a proxy makes up its mind.
    case inProxy
  }

  let yard: Yard
  let exchange: Exchange
  let moment: Moment

  var testDescription: String { "\(yard), \(exchange), \(moment)" }

  static let all = Yard.allCases.flatMap { yard in
    Exchange.allCases.flatMap { exchange in
      Moment.allCases.map { SecretMapCase(yard: yard, exchange: exchange, moment: $0) }
    }
  }

  var configuration: Router.Configuration {
    var configuration = yard == .app ? Router.Configuration.app : .server
    if yard == .queue { configuration.queue = DispatchQueue(label: "router") }
    return configuration
  }
}

/// A map that is registered behind its guard is never reached but through that guard, whatever is under way.
@Suite(.bug(id: "H1")) struct SecretMapTests {
  @Test(arguments: SecretMapCase.all)
  func `what stands behind a guard never runs without it`(_ test: SecretMapCase) async throws {
    let yard = Yard(test.configuration)
    let router = yard.router
    let waiting = Mailbox<@Sendable () -> Void>()
    var owner: TestOwner? = TestOwner()
    let unrelated = yard.map("/unrelated")
    router.guard("/start") { _, _, _, decide in
      decide(test.moment == .inGuardBehindRedirect ? .redirect("/report") : .allow)
    }
    if test.moment == .inProxy {
      router.proxy("/report") { _, _, _, next in waiting.put { next(nil) } }
    } else {
      router.guard("/report") { _, _, _, decide in waiting.put { decide(.allow) } }
    }
    router.proxy("/start") { _, _, _, next in next(("/report", nil, nil)) }
    let isPlugIn = test.exchange == .plugIn || test.exchange == .plugInBeforeFallback
    let old = isPlugIn ? unrelated : yard.map("/report", "public", owner: owner)
    let fallback = test.exchange == .plugInBeforeFallback ? yard.fallback("/report") : nil

    let isLed = test.moment == .inGuardBehindCommit || test.moment == .inGuardBehindRedirect
    let outcome = yard.start(isLed ? "/start" : "/report")
    let answer = try await waiting.take()
    let guards = Shared<[RouteID]>([])
    @Sendable func addSecret(to registrar: some RouteRegistrar) {
      let id = registrar.guard("/report") { [journal = yard.journal] _, _, _, decide in
        journal("second guard")
        decide(.deny)
      }
      guards.withLock { $0.append(id) }
      registrar.map("/report") { [journal = yard.journal] _, _, _, completed in
        journal("SECRET")
        completed()
      }
    }
    switch test.exchange {
    case .goesLast, .plugIn, .plugInBeforeFallback:
      addSecret(to: router)
      #expect(router.dispose(of: old) == 1)
    case .goesFirst:
      #expect(router.dispose(of: old) == 1)
      addSecret(to: router)
    case .ownerDies:
      addSecret(to: router)
      owner = nil
    case .update:
      router.update { table in
        addSecret(to: table)
        table.dispose(of: old)
      }
    case .replace: router.replace(old) { addSecret(to: $0) }
    }
    answer()
    // The one that made up its mind is asked again where the leg begins anew; a proxy that has gone on is not.
    if !isPlugIn, test.moment != .inProxy { try await waiting.take()() }
    let expected: RouteOutcome =
      isPlugIn
      ? fallback.map { .handled(by: $0) } ?? .notFound
      : .denied(by: try #require(guards.withLock { $0.first }))
    #expect(await outcome.value == expected)
    #expect(!yard.journal.entries.contains("SECRET"))
    #expect(!yard.journal.entries.contains("public"))
    #expect(await router.dispatch("/unrelated") == (isPlugIn ? .notFound : .handled(by: unrelated)))
    withExtendedLifetime(owner) {}
  }

  // A serial router finds the routes of a dispatch at its turn.
  @Test(arguments: [false, true])
  func `what waits for its turn meets the routes that there are then`(isQueued: Bool) async throws {
    let yard = Yard { if isQueued { $0.queue = DispatchQueue(label: "router") } }
    let waiting = Mailbox<@Sendable () -> Void>()
    yard.router.map("/hold") { _, _, _, completed in waiting.put(completed) }
    let old = yard.map("/report", "public")
    yard.router.open("/hold")
    let release = try await waiting.take()
    let outcome = yard.start("/report")
    // Also `open` gives its Bool for the routes at the call, and not what it has found.
    #expect(yard.router.open("/report"))
    let post = yard.guard("/report", "second guard", says: .deny)
    yard.map("/report", "SECRET")
    yard.router.dispose(of: old)
    release()
    #expect(await outcome.value == .denied(by: post))
    await yard.finish()
    #expect(yard.journal.entries == ["second guard", "second guard"])
  }

  @Test func `the Bool of open is that of the call`() async throws {
    let yard = Yard()
    let waiting = Mailbox<@Sendable () -> Void>()
    yard.router.map("/hold") { _, _, _, completed in waiting.put(completed) }
    yard.router.open("/hold")
    let release = try await waiting.take()
    #expect(!yard.router.open("/report"))
    let map = yard.map("/report")
    #expect(yard.router.open("/report"))
    yard.router.dispose(of: map)
    #expect(!yard.router.open("/report"))
    yard.fallback("/report")
    #expect(!yard.router.open("/report"))
    release()
    await yard.finish()
    #expect(yard.journal.entries == Array(repeating: "fallback /report", count: 4))
  }
}
