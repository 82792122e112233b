import Foundation
import Switchyard
import Testing

@Suite struct `Rule 1, the canonical target` {
  @Test func `every handler sees the one canonical target`() async throws {
    let yard = Yard()
    let seen = Journal()
    yard.router.guard("/a/*") { context in
      seen("guard \(context.target), \(context.route)")
      return .allow
    }
    yard.router.proxy("/a/*") { context in
      seen("proxy \(context.target), \(context.route)")
      return .pass
    }
    let map = yard.router.map("/a/*") { context in
      seen("map \(context.target), \(context.route)")
    }
    let outcome = await yard.router.dispatch("HTTP://Example.com:80/x/../a/./b//%7Ec/?q=%2f")
    #expect(outcome == .handled(by: map))
    let target = "http://example.com/a/b/~c?q=%2F, http://example.com/a/b/~c"
    #expect(seen.entries == ["guard \(target)", "proxy \(target)", "map \(target)"])
    #expect(yard.faults.texts.isEmpty)
  }

  @Test(arguments: ["/a%zz", "/a%00", "/a\n", "x:y", "http://user@host/a", "/a?x=%00"])
  func `what is no target is rejected before any handler`(_ text: String) async throws {
    let yard = Yard()
    yard.guard("/*")
    yard.proxy("/*")
    yard.fallback("/*")
    yard.map("/*")
    let error = try #require(throws: RouteTargetError.self) { try RouteTarget(text) }
    #expect(await yard.router.dispatch(text) == .rejected(error))
    #expect(yard.faults.texts.isEmpty)
    #expect(!yard.router.open(text))
    await yard.finish()
    #expect(yard.faults.texts == ["\(error)".replacing("\n", with: "\n  ")])
    #expect(yard.journal.entries == ["guard /*", "proxy /*"])
  }

  @Test func `a target that is too long is rejected`() async {
    let yard = Yard { $0.targetLength = 8 }
    let map = yard.map("/*")
    #expect(await yard.router.dispatch("/1234567") == .handled(by: map))
    #expect(!yard.router.open("/12345678"))
    guard case .rejected = await yard.router.dispatch("/12345678") else {
      Issue.record("it is not rejected")
      return
    }
    #expect(yard.faults.summary == ["rejectedTarget"])
  }

  @Test func `a text, a URL and a target are one`() async throws {
    let yard = Yard()
    let map = yard.map("app://books/:id")
    let url = try #require(URL(string: "app://books/1"))
    let target = try RouteTarget("APP://books//1/", options: .init(slashes: .strict))
    #expect(yard.router.open("app://books/1"))
    #expect(yard.router.open(url))
    #expect(yard.router.open(target))
    #expect(await yard.router.dispatch(url) == .handled(by: map))
    #expect(await yard.router.dispatch(target) == .handled(by: map))
    #expect(yard.journal.entries.count == 5)
  }

  @Test func `the policies of the router hold for targets and patterns`() async {
    let strict = Yard { $0.slashes = .strict }
    strict.map("/a/")
    #expect(strict.router.open("/a/"))
    #expect(!strict.router.open("/a"))
    #expect(!strict.router.open("//a/"))
    let loose = Yard { $0.letterCase = .insensitive }
    loose.map("/Admin/:id")
    #expect(loose.router.open("//aDMIN/X/"))
  }
}
