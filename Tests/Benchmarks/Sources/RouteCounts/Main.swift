import CAllocations
import Measuring
import RouteTables
import Switchyard
import SwitchyardHTTP
import URLPatterns

/// Does each operation a number of times, for `counts.sh` to count what that takes.
///
///     RouteCounts TIMES             prints the operations, each with the blocks that it takes
///     RouteCounts TIMES OPERATION   does one of them alone, for a profile
///
/// All in one process, for starting it takes valgrind longer than all that is counted.
@main
struct RouteCounts {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard (2...3).contains(arguments.count), let times = Int(arguments[1]), times > 0 else {
      fatalError("usage: RouteCounts TIMES [OPERATION]")
    }
    let asked = arguments.dropFirst(2).compactMap(Operation.init)
    guard asked.count == arguments.count - 2 else {
      fatalError("an operation is one of \(Operation.allCases.map(\.rawValue))")
    }
    let subject = try Subject()
    for operation in asked.isEmpty ? Operation.allCases : asked {
      // Whatever is made when it is first needed is made now, and tables have grown.
      try subject.run(operation, 260)
      let before = callocations_count()
      callocations_begin()
      try subject.run(operation, times)
      callocations_end()
      let blocks = callocations_count() - before
      print(operation.rawValue, Double(blocks) / Double(times))
    }
  }
}

/// What is counted.
enum Operation: String, CaseIterable {
  /// A call of PCRE2 for the one right expression: the unit that others are set against.
  case bare
  /// A lookup of one of the 130 routes, from bytes.
  case hit
  /// A lookup of none of them.
  case miss
  /// A lookup from a text.
  case text
  /// A lookup through a tag.
  case view
  /// An open that goes through a guard and a proxy to a map.
  case open
  /// A dispatch that is awaited, through a guard and a proxy to a map, all of them async.
  case awaited
  /// A GET through a responder in this process, behind a guard, to a handler that does not wait.
  case get
  /// A GET, likewise, to a function.
  case function
  /// A GET to a function in a router that has middleware for other targets.
  case beside
  /// A GET to a function with middleware around it that is a function.
  case transformed
  /// A GET to a function with two of them.
  case twice
  /// A GET to a function with middleware around it that is async.
  case async
  /// A GET that no route answers: 404.
  case unfound
  /// A route that comes and goes.
  case change
  /// A path in a list of patterns of URLs, with the text of a group.
  case listPath
  /// A whole URL in such a list, likewise.
  case listURL
}

/// The 130 routes, and the paths that are looked up.
struct Subject {
  private let bare: BareSearch
  private let router = Router(.server)
  private let guarded = Router(.server)
  private let awaited = Router(.server)
  private let responder: RouteResponder
  /// Those of functions, by the number of middleware.
  private let callers: [RouteResponder]
  /// That of functions in a router that has middleware for other targets.
  private let beside: RouteResponder
  /// That of functions with middleware that is async.
  private let async: RouteResponder
  private let hits: [String]
  private let misses: [String]
  private let lentHits: LentPaths
  private let lentMisses: LentPaths
  private let patterns: [RoutePattern]
  private let ofPaths = URLPatternList<Int>()
  private let ofURLs = URLPatternList<Int>(order: .specificity)
  private let listed: [String]
  private let urls: [String]

  init() throws {
    let table = RouteTable.gitHub()
    bare = BareSearch(table)
    let served = Router(.server)
    responder = try RouteResponder(router: served)
    let called = (0...2).map { _ in Router(.server) }
    callers = try called.map { try RouteResponder(router: $0) }
    let besideRouter = Router(.server)
    beside = try RouteResponder(router: besideRouter)
    let asyncRouter = Router(.server)
    async = try RouteResponder(router: asyncRouter)
    hits = table.hits.map(\.path)
    misses = table.misses.map(\.path)
    lentHits = try LentPaths(hits)
    lentMisses = try LentPaths(misses)
    patterns = try (0..<130).map { try RoutePattern(parsing: "/coming/:id/going\($0)") }
    for text in table.patterns {
      let pattern = try RoutePattern(parsing: text)
      router.map(pattern, tags: ["Views"]) { _, completed in completed() }
      guarded.map(pattern) { _, completed in completed() }
      awaited.map(pattern) { (_: RouteContext) async in }
      served.get(pattern) { _ in ServerResponse(.noContent) }
      for router in called + [asyncRouter, besideRouter] {
        router.on(.get, pattern, calledOn: .serverThread) { _ in ServerResponse(.noContent) }
      }
    }
    let synthetic = RouteTable.synthetic(100)
    listed = synthetic.hits.map(\.path)
    urls = listed.map { "https://example.com" + $0 }
    for (index, text) in synthetic.patterns.enumerated() {
      ofPaths.add(try URLPattern(.init(pathname: text)), value: index)
      ofURLs.add(try URLPattern(parsing: "https://example.com" + text), value: index)
    }
    guarded.guard("/*") { _, decide in decide(.allow) }
    guarded.proxy("/*") { _, next in next(.pass) }
    served.guard("/*") { _, decide in decide(.allow) }
    for (count, router) in called.enumerated() {
      router.guard("/*") { _, decide in decide(.allow) }
      for _ in 0..<count { router.transform("/*") { _, _ in } }
    }
    besideRouter.guard("/*") { _, decide in decide(.allow) }
    besideRouter.transform("/elsewhere/*") { _, _ in }
    asyncRouter.guard("/*") { _, decide in decide(.allow) }
    asyncRouter.use("/*") { _, next in try await next() }
    awaited.guard("/*") { _ async in .allow }
    awaited.proxy("/*") { (_: RouteContext) async in .pass }
  }

  func run(_ operation: Operation, _ times: Int) throws {
    if operation == .awaited { return runAwaited(times) }
    if operation == .unfound { return runRequests(times, callers[0], misses, .notFound) }
    if let responder = responder(of: operation) { return runRequests(times, responder, hits) }
    let found =
      switch operation {
      case .bare: bare.match(times)
      case .hit: try lentHits.each(times) { try router.match($0.target) == nil ? 0 : 1 }
      case .miss: try lentMisses.each(times) { try router.match($0.target) == nil ? 0 : 1 }
      case .text: try lentHits.each(times) { try router.match(RouteTarget($0.text)) == nil ? 0 : 1 }
      case .view: try match(in: router["Views"], times)
      case .open: lentHits.each(times) { guarded.open($0.target) ? 1 : 0 }
      case .change: change(times)
      case .listPath, .listURL: try find(operation, times)
      case .awaited, .get, .function, .beside, .transformed, .twice, .async, .unfound: times
      }
    precondition(found == (operation == .miss ? 0 : times), "\(operation) found \(found)")
    consume(found)
  }

  private func match(in view: RouterView, _ times: Int) throws -> Int {
    try lentHits.each(times) { try view.match($0.target) == nil ? 0 : 1 }
  }

  private func change(_ times: Int) -> Int {
    var found = 0
    for number in 0..<times {
      let route = router.map(patterns[number % patterns.count]) { _, completed in completed() }
      found += router.dispose(of: route)
    }
    return found
  }

  private func find(_ operation: Operation, _ times: Int) throws -> Int {
    var found = 0
    for number in 0..<times {
      let match =
        operation == .listPath
        ? try ofPaths.first(path: listed[number % listed.count])
        : try ofURLs.first(in: urls[number % urls.count])
      if match?[.pathname, "id"] != nil { found += 1 }
    }
    return found
  }

  /// All in one task, which runs on this thread to its end: nothing has to wait.
  private func runAwaited(_ times: Int) {
    guard #available(macOS 26, *) else { return }
    let found = Counter()
    Task.immediate {
      for _ in 0..<times {
        let outcome = await awaited.dispatch(lentHits.take().target)
        if case .handled = outcome { found.count += 1 }
      }
    }
    precondition(found.count == times, "awaited found \(found.count)")
  }

  private func responder(of operation: Operation) -> RouteResponder? {
    switch operation {
    case .get: responder
    case .function: callers[0]
    case .beside: beside
    case .transformed: callers[1]
    case .twice: callers[2]
    case .async: async
    default: nil
    }
  }

  /// Likewise, as the responder is awaited.
  private func runRequests(
    _ times: Int,
    _ responder: RouteResponder,
    _ paths: [String],
    _ status: ResponseStatus = .noContent
  ) {
    guard #available(macOS 26, *) else { return }
    let found = Counter()
    Task.immediate {
      for number in 0..<times {
        let head = RequestHead(.get, paths[number % paths.count])
        if await responder.respond(to: head).status == status { found.count += 1 }
      }
    }
    precondition(found.count == times, "\(status) was found \(found.count) times")
  }
}

/// One thread counts, hence `@unchecked`.
private final class Counter: @unchecked Sendable {
  var count = 0
}
