import Dispatch
import RoutePatterns
import Synchronization
import TestSupport
import Testing

@testable import Switchyard

/// A guard that is replaced, by one that is registered before it is disposed of, leaves no moment open.
@Suite struct GuardReplacementTests {
  /// A guard that is replaced by another like it, again and again.
  private final class Post: Sendable {
    private let yard: Yard
    private let pattern: RoutePattern
    private let queue: DispatchQueue?
    private let verdict: GuardVerdict
    private let ids = Shared<[RouteID]>([])

    init(
      _ yard: Yard,
      _ pattern: RoutePattern,
      queue: DispatchQueue? = nil,
      says verdict: GuardVerdict = .deny
    ) {
      self.yard = yard
      self.pattern = pattern
      self.queue = queue
      self.verdict = verdict
      register()
    }

    var last: RouteID? { ids.withLock { $0.last } }
    var count: Int { ids.withLock { $0.count } }

    func replace() {
      let old = last
      register()
      if let old { yard.router.dispose(of: old) }
    }

    private func register() {
      let id = yard.guard(pattern, "guard \(count + 1)", queue: queue, says: verdict)
      ids.withLock { $0.append(id) }
    }
  }

  // MARK: - Before it was looked for

  @Test func `a commit to what another guard stands before by now meets that`() async throws {
    let yard = Yard()
    let post = Post(yard, "/b")
    let next = Mailbox<@Sendable (ProxyCommit?) -> Void>()
    yard.router.proxy("/a") { _, _, _, commit in next.put(commit) }
    yard.map("/b")
    let outcome = yard.start("/a")
    let commit = try await next.take()
    post.replace()
    commit(("/b", nil, nil))
    #expect(await outcome.value == .denied(by: try #require(post.last)))
    #expect(yard.journal.entries == ["guard 2"])
  }

  // MARK: - While it is looked for

  // A closure of a pattern is asked between the search and the first handler.
  @Test(arguments: [1, 2, DispatchMachine.beginningLimit, 100])
  func `one that is replaced while guards are looked for is met`(times: Int) async throws {
    let yard = Yard()
    let (waiting, place) = (Shared(times), Shared<Post?>(nil))
    let check = RouteValidation.check { _ in
      let isMore = waiting.withLock { waiting in
        waiting -= 1
        return waiting >= 0
      }
      if isMore { place.withLock { $0 }?.replace() }
      return true
    }
    yard.guard(try RoutePattern(parsing: "/a/:x", where: ["x": check]), "first")
    let post = Post(yard, "/a/*")
    place.withLock { $0 = post }
    yard.map("/a/b")
    let outcome = await yard.router.dispatch("/a/b")
    // Each try asks all guards again, and there is one more of them than there are beginnings.
    let tries = min(times, DispatchMachine.beginningLimit) + 1
    #expect(yard.journal.entries.prefix(tries) == Array(repeating: "first", count: tries)[...])
    if times <= DispatchMachine.beginningLimit {
      #expect(outcome == .denied(by: try #require(post.last)))
      #expect(yard.journal.entries.last == "guard \(post.count)")
      #expect(post.count == times + 1)
    } else {
      guard case .denied = outcome else { return #expect(Bool(false), "\(outcome)") }
      #expect(yard.journal.entries.count == tries)
    }
    place.withLock { $0 = nil }
  }

  // What stands there is asked for without the index when others come and go at each look.
  @Test func `one that hits a limit denies while others are replaced all the time`() async throws {
    let yard = Yard { $0.matchSteps = 1_000 }
    let place = Shared<Post?>(nil)
    let check = RouteValidation.check { _ in
      place.withLock { $0 }?.replace()
      return true
    }
    yard.guard(try RoutePattern(parsing: "/:x", where: ["x": check]), "first")
    let hard = yard.guard("/:x((?:b|bb)+[cd])", "never")
    let post = Post(yard, "/*", says: .allow)
    place.withLock { $0 = post }
    yard.map("/*")
    let outcome = await yard.router.dispatch("/" + String(repeating: "b", count: 24) + "e")
    #expect(outcome == .denied(by: hard))
    #expect(yard.journal.entries == ["first"])
    #expect(yard.faults.summary == ["guard /:x((?:b|bb)+[cd]): guardFailed"])
    #expect(post.count == 2)
    place.withLock { $0 = nil }
  }

  // MARK: - Before it starts

  @Test(arguments: [true, false])
  func `one that is replaced before it starts is met`(isQueued: Bool) async throws {
    let yard = Yard { if isQueued { $0.queue = DispatchQueue(label: "own") } }
    let posts = Shared<[Post]>([])
    yard.router.guard("/a") { _, _, _, decide in
      let once = posts.withLock { posts in
        defer { posts = [] }
        return posts
      }
      for post in once { post.replace() }
      decide(.allow)
    }
    let both = [Post(yard, "/a", says: .allow), Post(yard, "/a")]
    posts.withLock { $0 = both }
    yard.guard("/a", "between")
    yard.map("/a")
    #expect(await yard.router.dispatch("/a") == .denied(by: try #require(both[1].last)))
    #expect(yard.journal.entries == ["between", "guard 2", "guard 2"])
  }

  @Test func `one that only goes is passed over`() async {
    let yard = Yard()
    let ids = Shared<[RouteID]>([])
    yard.router.guard("/a") { [router = yard.router] _, _, _, decide in
      router.dispose(of: ids.withLock { $0 })
      decide(.allow)
    }
    let gone = (0..<40).map { yard.guard("/a", "\($0)") }
    ids.withLock { $0 = gone }
    let map = yard.map("/a")
    #expect(await yard.router.dispatch("/a") == .handled(by: map))
    #expect(yard.journal.entries == ["map /a"])
  }

  @Test func `one that is replaced for ever denies in the end`() async throws {
    let yard = Yard()
    let queue = DispatchQueue(label: "own")
    let post = Post(yard, "/a", queue: queue, says: .allow)
    yard.map("/a")
    let isShut = Signal()
    func shut() -> Gate {
      let gate = Gate()
      queue.async {
        isShut.fire()
        gate.pass()
      }
      return gate
    }
    var gate = shut()
    try await isShut.take()
    let outcome = yard.start("/a")
    for _ in 0..<100 {
      // Between the guard that waits for its start and the one that takes its place.
      let next = shut()
      post.replace()
      gate.open()
      try await isShut.take()
      gate = next
    }
    gate.open()
    guard case .denied(let id) = await outcome.value else {
      Issue.record("it is not denied")
      return
    }
    #expect(id != post.last)
    #expect(yard.journal.entries.isEmpty)
  }

  // MARK: - On two threads

  @Test(.busy, arguments: [Router.Order.serial, .concurrent])
  func `no dispatch gets past one that is replaced all the time`(order: Router.Order) {
    var configuration = Router.Configuration()
    configuration.order = order
    let router = Router.lent(configuration)
    let runs = Atomic(0)
    let isDone = Atomic(false)
    let times = PropertyRun.cases(default: 4_000)
    @Sendable func deny() -> RouteID { router.guard("/a/*") { _, _, _, decide in decide(.deny) } }
    let first = deny()
    router.proxy("/b") { _, _, _, next in next(("/a/1", nil, nil)) }
    router.map("/a/:x") { _, _, _, completed in
      runs.add(1, ordering: .relaxed)
      completed()
    }
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      guard thread == 0 else {
        while !isDone.load(ordering: .acquiring) {
          router.open("/a/1")
          router.open("/b")
        }
        return
      }
      var old = first
      for _ in 0..<times {
        let new = deny()
        router.dispose(of: old)
        old = new
      }
      isDone.store(true, ordering: .releasing)
    }
    #expect(runs.load(ordering: .relaxed) == 0)
  }
}
