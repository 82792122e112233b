import TestSupport
import SwitchyardProof
import Trials

/// A route of a drawn table; it has a name of its own, by which it is known in another table.
struct DrawnEntry: CustomStringConvertible {
  var name: String
  var kind: RouteKind
  /// The number of its pattern in the pool.
  var pattern: Int
  /// The methods, of which none stands for all; in an app none is there.
  var methods: [RequestMethod] = []
  var labels: [String] = []
  var exceptions: [(methods: [RequestMethod], pattern: Int)] = []
  var isObserving = false
  /// Whether no request finds it, in the table of a server.
  var isOfApp = false
  /// The number of its access.
  var access = 0

  static let accesses: [RouteAccess?] = [
    nil, .public("a"), .public("b"), .requires("x"), .requires("x", "y"), .requires("y"),
  ]

  var isEnd: Bool { kind == .map || kind == .fallback }
  var decides: Bool { kind == .guard && !isObserving }

  func described(_ pool: PatternPool, isServer: Bool) -> RouteDescription {
    var tags: [RouteTag] = methods.map { .method($0) }
    if isServer, isEnd, methods.isEmpty, !isOfApp { tags = [RouteTag("HTTP")] }
    return RouteDescription(
      kind,
      pool.members[pattern].pattern.text,
      tags: tags + labels.map { RouteTag($0) },
      isObserving: isObserving ? true : nil,
      exceptions: exceptions.isEmpty
        ? nil
        : exceptions.map { exception in
          let methods = exception.methods.map(\.rawValue).joined(separator: ",")
          let text = pool.members[exception.pattern].pattern.text
          return methods.isEmpty ? text : "\(methods) \(text)"
        },
      name: name,
      access: isEnd ? Self.accesses[access] : nil
    )
  }

  var description: String { "\(kind) \(pattern) \(name) \(methods) \(labels)" }
}

/// A lookup of a drawn table.
enum DrawnLookup: Hashable {
  case method(RequestMethod)
  case view(String?)

  var isRequest: Bool { if case .method = self { true } else { false } }
}

/// Routes in the order of their registration.
struct DrawnTable {
  var isServer: Bool
  var entries: [DrawnEntry]

  /// Lists the routes, and that at a place once more, without a name.
  func listed(
    _ pool: PatternPool,
    _ precedence: Router.Precedence,
    doubling doubled: Int? = nil
  ) throws -> ListedRoutes {
    var configuration = Router.Configuration.server
    configuration.precedence = precedence
    var routes = entries.map { $0.described(pool, isServer: isServer) }
    if let doubled {
      var twin = routes[doubled]
      twin.name = nil
      routes.append(twin)
    }
    return try ListedRoutes(RouteListing(routes), configuration: configuration)
  }
}

/// Draws tables, and others that differ from them.
struct TableDraw {
  let pool: PatternPool
  private static let methods: [[RequestMethod]] = [[.get], [.get], [.post], [.get, .post], []]
  private static let labels: [[String]] = [[], ["X"], ["Y"], ["X", "Y"]]
  private static let kinds: [RouteKind] = [
    .map, .map, .map, .map, .guard, .guard, .fallback, .proxy, .middleware,
  ]

  func table(_ random: inout SeededGenerator) -> DrawnTable {
    let isServer = random.below(4) != 0
    let first = isServer && random.below(4) == 0 ? RouteKind.fallback : .map
    var entries = [entry("r0", first, isServer, &random)]
    for place in 1..<(2 + random.below(4)) {
      entries.append(entry("r\(place)", random.pick(Self.kinds), isServer, &random))
    }
    return DrawnTable(isServer: isServer, entries: entries)
  }

  private func entry(
    _ name: String,
    _ kind: RouteKind,
    _ isServer: Bool,
    _ random: inout SeededGenerator
  ) -> DrawnEntry {
    var entry = DrawnEntry(name: name, kind: kind, pattern: random.below(pool.members.count))
    fill(&entry, isServer, &random)
    return entry
  }

  private func fill(_ entry: inout DrawnEntry, _ isServer: Bool, _ random: inout SeededGenerator) {
    entry.exceptions = []
    if isServer {
      let isByMethod = entry.isEnd || entry.kind == .guard && random.below(3) == 0
      entry.methods = isByMethod ? random.pick(Self.methods) : []
      entry.isOfApp = entry.kind == .map && random.below(6) == 0
      if entry.isOfApp { entry.methods = [] }
    }
    if entry.isEnd || entry.kind == .proxy, !isServer || entry.isEnd && random.below(4) == 0 {
      entry.labels = random.pick(Self.labels)
    }
    entry.access = random.below(DrawnEntry.accesses.count)
    guard entry.kind == .guard else { return }
    entry.isObserving = random.below(6) == 0
    if random.below(3) == 0 {
      let methods: [RequestMethod] = isServer ? random.pick([[], [.get], [.post]]) : []
      entry.exceptions = [(methods, random.below(pool.members.count))]
    }
  }

  /// A table in which some routes are gone, or some new, and others have changed.
  func changed(_ table: DrawnTable, _ random: inout SeededGenerator) -> DrawnTable {
    var table = table
    let removes = random.below(2) == 0
    var entries: [DrawnEntry] = []
    for var entry in table.entries {
      switch random.below(8) {
      case 0 where removes: continue
      case 1: entry.pattern = random.below(pool.members.count)
      case 2: fill(&entry, table.isServer, &random)
      default: break
      }
      entries.append(entry)
    }
    if !removes, random.below(2) == 0 {
      let new = self.entry("new", random.pick(Self.kinds), table.isServer, &random)
      entries.insert(new, at: random.below(entries.count + 1))
    }
    if random.below(4) == 0 { entries.shuffle(using: &random) }
    table.entries = entries
    return table
  }
}
