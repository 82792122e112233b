import Foundation
import Switchyard
import Testing

@testable import NavigationTree

/// The changes of a tree in the traces of the router that feeds it.
@Suite struct TreeTraceTests {
  private final class Log: @unchecked Sendable {
    // Touched within the lock alone.
    private var traces: [RouteTrace] = []
    private let lock = NSLock()

    func add(_ trace: RouteTrace) { lock.withLock { traces.append(trace) } }
    var all: [RouteTrace] { lock.withLock { traces } }
    var lastTree: TreeTrace? { all.last?.steps.last?.tree }
  }

  private let store = RouterStore(tree: Cast().library, queue: nil)
  private let log = Log()

  private func router(_ values: RouteTrace.Values) -> Router {
    var configuration = Router.Configuration.app
    configuration.onFault = { _ in }
    configuration.traceValues = values
    configuration.onTrace = { [log] in log.add($0) }
    let router = Router(configuration)
    store.attach(to: router)
    return router
  }

  @Test func `a map of a tree has the states before and after, and the steps`() async throws {
    let router = router(.all)
    _ = await router.dispatch("/login")
    let before = store.state
    _ = await router.dispatch("/books/7?title=x#end")
    let tree = try #require(log.lastTree)
    #expect(tree.before == before)
    #expect(tree.after == store.state)
    let transition = TreeTransition(from: before, to: store.state, in: store.tree)
    #expect(tree.steps == transition.steps.map(\.description))
    #expect(!tree.steps.isEmpty)
    _ = await router.dispatch("/books/7?title=x#end")
    let same = try #require(log.lastTree)
    #expect(same.before == same.after && same.after == store.state)
    #expect(same.steps.isEmpty)
  }

  @Test func `values of a state are withheld`() async throws {
    let router = router([])
    _ = await router.dispatch("/books/s3cret?title=s3cret#s3cret")
    _ = await router.dispatch("/books/other?title=s3cret")
    let tree = try #require(log.lastTree)
    #expect(tree.before.active.map(\.route) == ["/books", "/books/:id"])
    #expect(tree.before.current?.parameters["id"] == "…")
    #expect(tree.after.current?.parameters["id"] == "…")
    #expect(tree.after.current?.parameters.query.isEmpty == true)
    #expect(tree.steps.contains { $0.contains("[id: …]") })
    for trace in log.all {
      let coded = String(decoding: try JSONEncoder().encode(trace), as: UTF8.self)
      #expect(!coded.contains("s3cret"), "\(coded)")
    }
  }

  @Test func `a tree that refuses says so, and stays`() async throws {
    struct Refusal: Error {}
    let store = RouterStore(
      tree: Cast().library,
      reducer: { _, _, _, _ in throw Refusal() },
      queue: nil
    )
    var configuration = Router.Configuration.app
    configuration.onFault = { _ in }
    configuration.onTrace = { [log] in log.add($0) }
    let router = Router(configuration)
    store.attach(to: router)
    _ = await router.dispatch("/login")
    let tree = try #require(log.lastTree)
    #expect(tree.before == tree.after && tree.refusal == "Refusal")
    #expect(log.all.last?.steps.last?.answer == .throwsError)
  }

  @Test func `of states that are very large there is no note but of that`() async throws {
    let router = router(.all)
    let long = String(repeating: "x", count: 7000)
    _ = await router.dispatch("/books/7?title=\(long)")
    #expect(log.lastTree != nil)
    let node = try #require(store.state.active.last)
    var state = store.state
    state.kept = Array(repeating: [node], count: 10)
    let large = state
    state.kept = Array(repeating: [node], count: 500)
    let many = state
    router.map("/large") { (context: RouteContext) async in
      context.noteChange(from: large, to: large, .unchanged, .all)
    }
    router.map("/many") { (context: RouteContext) async in
      context.noteChange(from: many, to: large, .unchanged, [])
    }
    for (target, omission) in [("/large", "bytes."), ("/many", "nodes.")] {
      _ = await router.dispatch(target)
      let notes = try #require(log.all.last?.steps.last?.notes)
      #expect(notes["tree"] == nil)
      #expect(notes["tree.omitted"]?.hasSuffix(omission) == true, "\(notes)")
    }
  }

  @Test func `another handler has no tree, nor has a note that is none`() async {
    let router = router([])
    router.map("/other") { (context: RouteContext) async in context.note("tree", "{}") }
    _ = await router.dispatch("/other")
    #expect(log.all.last?.steps.last?.notes == ["tree": "{}"])
    #expect(log.lastTree == nil)
  }
}
