import RouteTables
import Switchyard

/// Routes with regular expressions, and views through tags.
struct OtherRows {
  static let constrained = "130 routes, 65 of them with regular expressions"
  static let shuffled = "130 routes, paths in random order"
  static let long = "130 routes, paths of 64 to 200 bytes"
  static let tagged = "130 routes through a tag"
  static let whole = "the whole router"
  static let view = "a view of the tag of all"
  static let half = "a view of the tag of half, hits"

  func contestants() throws -> [Contestant] {
    try rows(Self.constrained, .constrainedGitHub()) + rows(Self.shuffled, .shuffledGitHub())
      + rows(Self.long, .longGitHub()) + tagged()
  }

  private func rows(_ group: String, _ table: RouteTable) throws -> [Contestant] {
    guard let router = try Router.serving(table) else { fatalError("no limit was set") }
    let bytes = try Lookups(table.hits.map(\.path))
    let bare = BareSearch(table)
    return [
      Contestant(group: group, name: TableRows.match, isLookup: true) { times in
        try timed { try bytes.match(in: router, times) }
      },
      Contestant(group: group, name: TableRows.regex, run: bare.match),
    ]
  }

  private func tagged() throws -> [Contestant] {
    let table = RouteTable.gitHub()
    let router = Router(.server)
    for (index, pattern) in table.patterns.enumerated() {
      let tags: [RouteTag] = index % 2 == 0 ? ["All", "Half"] : ["All"]
      router.map(try RoutePattern(parsing: pattern), tags: tags) { _, completed in
        completed()
      }
    }
    let paths = table.hits.map(\.path)
    let evenPaths = table.hits.filter { ($0.route ?? 0) % 2 == 0 }.map(\.path)
    let (first, second, third) = (try Lookups(paths), try Lookups(paths), try Lookups(evenPaths))
    let (all, half) = (router["All"], router["Half"])
    return [
      Contestant(group: Self.tagged, name: Self.whole, isLookup: true) { times in
        try timed { try first.match(in: router, times) }
      },
      Contestant(group: Self.tagged, name: Self.view, isLookup: true) { times in
        try timed { try second.match(in: all, times) }
      },
      Contestant(group: Self.tagged, name: Self.half, isLookup: true) { times in
        try timed { try third.match(in: half, times) }
      },
    ]
  }
}
