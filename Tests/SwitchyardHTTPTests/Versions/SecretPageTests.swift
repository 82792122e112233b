import HTTPTestSupport
import SwitchyardHTTP
import Testing

private final class Owner: RouteOwner {}

/// A page that is registered behind its guard is never answered with but through that guard, whatever is under way.
@Suite(.bug(id: "H1")) struct SecretPageTests {
  enum Exchange: CaseIterable {
    case goesLast, goesFirst, ownerDies, update, plugIn
  }

  /// The guard waits before the maps are looked for no more, or behind a commit.
  @Test(arguments: Exchange.allCases, [false, true])
  func `what stands behind a guard is never answered with without it`(
    exchange: Exchange,
    isBehindCommit: Bool
  ) async throws {
    let site = try Site()
    let router = site.router
    let (isThere, isDone) = (Gate(), Gate())
    var owner: Owner? = Owner()
    let unrelated = router.get("/unrelated") { _ in .text("unrelated") }
    router.guard("/report") { _ async in
      isThere.open()
      await isDone.wait()
      return .allow
    }
    router.proxy("/start", tags: [.method(.get)]) { _ async in .commit("/report") }
    let old =
      exchange == .plugIn
      ? unrelated : router.get("/report", owner: owner) { _ in .text("public") }

    async let response = site.respond(.get, isBehindCommit ? "/start" : "/report")
    await isThere.wait()
    @Sendable func addSecret(to registrar: some RouteRegistrar) {
      registrar.guard("/report") { context in context.deny(with: .text("no", status: .forbidden)) }
      registrar.get("/report") { _ in .text("SECRET") }
    }
    switch exchange {
    case .goesLast, .plugIn:
      addSecret(to: router)
      router.dispose(of: old)
    case .goesFirst:
      router.dispose(of: old)
      addSecret(to: router)
    case .ownerDies:
      addSecret(to: router)
      owner = nil
    case .update:
      router.update { table in
        table.dispose(of: old)
        addSecret(to: table)
      }
    }
    isDone.open()
    let answer = await response
    if exchange == .plugIn {
      #expect(answer.status == .notFound)
    } else {
      #expect(answer.status == .forbidden)
      #expect(try await answer.text == "no")
    }
    withExtendedLifetime(owner) {}
  }
}
