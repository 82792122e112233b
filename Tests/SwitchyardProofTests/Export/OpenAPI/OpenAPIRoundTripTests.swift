import Foundation
@testable import SwitchyardProof
import TestSupport
import Testing

/// Tables of routes, the documents of them, and the tables of those.
@Suite struct OpenAPIRoundTripTests {
  /// A route, so that methods and tags count in any order.
  private struct Said: Hashable {
    let pattern: String
    let tags: Set<RouteTag>
    let name: String?
    let access: RouteAccess?
    let about: RouteNotes?
    let order: Int?

    init(_ route: RouteDescription) throws {
      pattern = try RoutePattern(parsing: route.pattern).text
      tags = Set(route.tags)
      name = route.name
      access = route.access
      about = route.about
      order = route.order
    }
  }

  @Test func `routes that are said in a document each are the same behind it`() throws {
    let cases = PropertyRun.cases(default: 60)
    var drawn = DrawnRoutes(PropertyRun.generator(for: "routes and documents", cases: cases))
    var compared = 0
    for number in 0..<cases {
      let routes = try drawn.table(number.isMultiple(of: 2) ? .plain : .sayable)
      let document = OpenAPIDocument(routes)
      let table = OpenAPITable(routes)
      let again = try OpenAPIDocument(parsing: Data(document.json.utf8)).listing
      let read = try Dictionary(grouping: again.map { try Said($0) }, by: \.order)
      for (place, entry) in routes.entries.enumerated() where !table.unsaid.contains(place) {
        let one = try Said(entry.route)
        let operations = table.operations.filter { $0.place == place }
        let others = read[one.order] ?? []
        // Where another map answers some of it, that is not said of this one.
        let methods = entry.route.tags.contains(.anyMethod) ? 7 : entry.route.tags.methodCount
        let isWhole = operations.count == (try entry.pattern.templates().count) * methods
        #expect(others.isEmpty == operations.isEmpty)
        #expect(!isWhole || others.count == 1, "\(one) \(others)")
        for other in others {
          #expect(!isWhole || one.tags == other.tags && areEqual(one.pattern, other.pattern))
          #expect(one.name == other.name && one.about == other.about && one.access == other.access)
          let isPart = other.tags.allSatisfy { tag in
            one.tags.contains(tag) || one.tags.contains(.anyMethod) && tag.method != nil
          }
          #expect(isPart, "\(one) \(other)")
          let part = try RoutePattern(parsing: other.pattern)
          #expect(entry.pattern.covers(part) == .yes)
        }
        compared += isWhole ? 1 : 0
      }
      // A second time nothing changes, but that a route which has become several stays so.
      guard read.values.allSatisfy({ $0.count == 1 }) else { continue }
      let second = OpenAPIDocument(try ListedRoutes(again))
      #expect(try OpenAPIDocument(parsing: Data(second.json.utf8)).listing == again)
    }
    #expect(compared >= PropertyRun.least(oneIn: 1, of: 3 * cases))
  }

  private func areEqual(_ one: String, _ other: String) -> Bool {
    if one == other { return true }
    guard let one = try? RoutePattern(parsing: one), let other = try? RoutePattern(parsing: other)
    else { return false }
    return one.covers(other) == .yes && other.covers(one) == .yes
  }

  @Test func `a document answers as its routes do, but for what it notes`() throws {
    let cases = PropertyRun.cases(default: 100)
    var drawn = DrawnRoutes(PropertyRun.generator(for: "documents of any routes", cases: cases))
    var answered = 0
    var split = 0
    for _ in 0..<cases {
      let routes = try drawn.table(.any)
      let document = OpenAPIDocument(routes)
      let table = OpenAPITable(routes)
      for (place, route) in routes.listing.enumerated() {
        let isSaid = table.operations.contains { $0.place == place }
        let isNoted = document.notes.contains { $0.place == place }
        let isGuard = route.kind == .guard
        let isHidden = route.kind == .map && !isSaid
        #expect(isSaid || isNoted || isGuard || isHidden)
      }
      let again = try ListedRoutes(OpenAPIDocument(parsing: Data(document.json.utf8)).listing)
      // A route of several paths, one of which another route answers, is several routes behind it.
      let orders = again.listing.compactMap(\.order)
      let isSplit = orders.count > Set(orders).count
      split += isSplit ? 1 : 0
      guard !isSplit else { continue }
      for target in targets(of: routes) {
        for method in [RequestMethod.get, .post, .head, .options, "TRACE"] {
          let place = try routes.map(for: target, method)
          let other = try again.map(for: target, method).map { again.listing[$0].order }
          guard let place, routes.listing[place].kind == .map else {
            #expect(other == nil, "\(target) \(method)")
            continue
          }
          guard !table.unsaid.contains(place) else { continue }
          let maps = routes.listing.map { "\($0) \($0.tags)" }
          #expect(other == routes.listing[place].order, "\(target) \(method) \(maps)")
          answered += 1
        }
      }
    }
    #expect(answered >= PropertyRun.least(oneIn: 1, of: cases))
    #expect(split <= PropertyRun.most(oneIn: 4, of: cases))
  }

  @Test func `a route of any method keeps to the methods that are its own`() throws {
    let routes = try ListedRoutes(
      RouteListing([
        RouteDescription(.map, "/:y(\\d+)", tags: [.anyMethod]),
        RouteDescription(.map, "/", tags: [.method(.put), .method(.head)]),
        RouteDescription(.map, "/:id(\\d+)?", tags: [.anyMethod]),
      ])
    )
    let document = OpenAPIDocument(routes)
    let again = try ListedRoutes(OpenAPIDocument(parsing: Data(document.json.utf8)).listing)
    #expect(again.listing.map(\.tags.count) == [1, 2, 5])
    // `HEAD` that comes to the route for `GET`, and `TRACE`, are noted.
    #expect(document.notes.map(\.place) == [1, 2])
    for (text, method, order) in [
      ("/0", .get, 1), ("/", .put, 2), ("/", .get, 3), ("/", .delete, 3),
    ] as [(String, RequestMethod, Int)] {
      let target = try RouteTarget(text)
      let place = try #require(try again.map(for: target, method))
      #expect(again.listing[place].order == order, "\(method) \(text)")
      #expect(try routes.map(for: target, method) == order - 1, "\(method) \(text)")
    }
  }

  @Test func `a pattern is whole again if each of its paths is its own for all methods`() throws {
    let routes = try ListedRoutes(
      RouteListing([
        RouteDescription(.map, "/:x(0|[1-9]\\d*)", tags: [.method(.options)]),
        RouteDescription(
          .map,
          "/:y(0|[1-9]\\d*){.:kind(json|xml)}?",
          tags: [.method(.options), .method(.delete)]
        ),
      ])
    )
    let json = OpenAPIDocument(routes).json
    let again = try ListedRoutes(OpenAPIDocument(parsing: Data(json.utf8)).listing)
    for (text, method, order) in [
      ("/0", .options, 1), ("/0", .delete, 2), ("/0.xml", .options, 2), ("/0.xml", .delete, 2),
    ] as [(String, RequestMethod, Int)] {
      let target = try RouteTarget(text)
      let place = try #require(try again.map(for: target, method))
      #expect(again.listing[place].order == order, "\(method) \(text)")
      #expect(try routes.map(for: target, method) == order - 1, "\(method) \(text)")
    }
  }

  /// Which of two maps wins may depend on how their expressions are spelt.
  @Test(arguments: [
    ["/:x([a-z\\d.]+)", "/:y([^.]+).json"], ["/:x([^.]+)", "/:y([a-z\\d\\-]{2,4})"],
    ["/:x", "/:y(\\d+)", "/0*"],
  ]) func `the same map wins behind a document`(_ patterns: [String]) throws {
    let routes = try ListedRoutes(
      RouteListing(patterns.map { RouteDescription(.map, $0, tags: [.method(.get)]) })
    )
    let document = OpenAPIDocument(routes)
    let again = try ListedRoutes(OpenAPIDocument(parsing: Data(document.json.utf8)).listing)
    var compared = 0
    for text in ["/a.json", "/ab", "/1", "/0", "/b"] {
      let target = try RouteTarget(text)
      guard let place = try routes.map(for: target, .get) else { continue }
      guard !document.notes.contains(where: { $0.place == place }) else { continue }
      let other = try again.map(for: target, .get).map { again.listing[$0].order }
      #expect(other == routes.listing[place].order, "\(text)")
      compared += 1
    }
    #expect(compared > 0)
    #expect(!document.notes.contains { $0.description.contains("never runs") })
  }

  /// Targets that patterns of a table match, and others near to them.
  private func targets(of routes: ListedRoutes) -> [RouteTarget] {
    let texts = ["/a", "/books/42", "/books/new", "/new/old", "/", "/v1/x.y", "/a/b-c/1/2"]
    let samples = routes.entries.compactMap { entry in
      let language = PatternLanguage(entry.pattern)
      return language.targetShared(with: language)
    }
    return samples + texts.compactMap { try? RouteTarget($0) }
  }

  @Test func `security is of guards that are asked for all targets of an operation`() throws {
    let cases = PropertyRun.cases(default: 100)
    var drawn = DrawnRoutes(PropertyRun.generator(for: "guards of operations", cases: cases))
    var asked = 0
    for _ in 0..<cases {
      let routes = try drawn.table(.any)
      let table = OpenAPITable(routes)
      let targets = targets(of: routes)
      for operation in table.operations {
        guard let pattern = operation.pattern else { continue }
        let (all, part) = table.guards.before(PatternLanguage(pattern), operation.method)
        for target in targets where try pattern.match(target) != nil {
          let found = try table.guards.members.filter { try $0.isAsked(target, operation.method) }
          let names = Set(found.map(\.place))
          #expect(names.isSuperset(of: all.map(\.place)))
          #expect(names.isSubset(of: (all + part).map(\.place)))
          asked += all.count
        }
      }
    }
    // Some four for each table, in clumps.
    #expect(asked >= PropertyRun.least(oneIn: 2, of: cases))
  }

  @Test func `a document and its own routes do not differ`() throws {
    let cases = PropertyRun.cases(default: 60)
    var drawn = DrawnRoutes(PropertyRun.generator(for: "documents compared", cases: cases))
    for _ in 0..<cases {
      let routes = try drawn.table(.any)
      let document = OpenAPIDocument(routes)
      let again = try OpenAPIDocument(parsing: Data(document.json.utf8))
      let found = (again.differences(from: routes) + document.differences(from: routes))
        .filter(\.isSure)
      #expect(found.isEmpty, "\(found)")
    }
  }
}

extension [RouteTag] {
  /// The number of the methods among them.
  fileprivate var methodCount: Int { Set(compactMap(\.method)).count }
}

extension GuardNames.Member {
  /// Whether it is asked for a request, by its pattern, its methods and its exceptions.
  fileprivate func isAsked(_ target: RouteTarget, _ method: RequestMethod) throws -> Bool {
    let methods = entry.route.tags.compactMap(\.method)
    guard methods.isEmpty || methods.contains(method), try entry.pattern.match(target) != nil else {
      return false
    }
    return try !entry.exceptions.contains { exception in
      let isFor =
        exception.methods.isEmpty || exception.methods.contains(.method(method))
        || method == .head && exception.methods.contains(.method(.get))
      return try isFor && exception.pattern.match(target) != nil
    }
  }
}
