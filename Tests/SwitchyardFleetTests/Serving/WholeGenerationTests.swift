import HTTPTestSupport
import SwitchyardFleet
import TestSupport
import Testing

@testable import SwitchyardFleet

@Suite struct WholeGenerationTests {
  /// A guard and two maps of one version.
  private static func routes(_ version: Int) -> [RouteDescription] {
    var routes = [
      route("guard /v/* key=versioned"), route("map /v/a key=versioned"),
      route("map /v/b key=versioned"),
    ]
    for place in routes.indices { routes[place].configuration = ["version": "\(version)"] }
    routes[0].name = "guard \(version)"
    routes[0].handler = "versioned guard"
    for place in 1...2 {
      routes[place].handler = "versioned"
      routes[place].name = "map \(version)"
    }
    return routes
  }

  @Test(.busy) func `no reader sees half of a generation, nor a map before its guard`() async throws
  {
    let wrong = Notes<String>()
    let seen = Notes<Bool>()
    let handlers = RouteHandlers.plain { note in
      let parts = note.split(separator: " ")
      seen.add(true)
      if parts.count != 2 || parts[0] != parts[1] { wrong.add(note) }
    }
    let stand = Stand(handlers)
    try await stand.apply(adding: Self.routes(0))
    let isOver = Notes<Bool>()
    let count = PropertyRun.isSlow ? 100 : 1_000
    await withTaskGroup(of: Void.self) { group in
      for reader in 0..<3 {
        group.addTask {
          while isOver.all.isEmpty {
            switch reader {
            case 0:
              let outcome = await stand.router.dispatch("/v/a")
              if case .handled = outcome { break }
              wrong.add("\(outcome)")
            case 1:
              let names = Set(
                stand.router.routes.compactMap { $0.name?.split(separator: " ").last }
              )
              if names.count != 1 { wrong.add("\(names)") }
            default:
              let asked = stand.router.explain("/v/b").candidates.filter { $0.parameters != nil }
              let names = Set(asked.compactMap { $0.route.name?.split(separator: " ").last })
              if names.count != 1 || asked.count != 2 { wrong.add("\(asked)") }
            }
            await Task.yield()
          }
        }
      }
      group.addTask {
        for version in 1...count {
          let table = await stand.shared.table
          let generation = table.generation(
            version + 1,
            removing: table.routes.keys.sorted(),
            adding: Self.routes(version),
            note: nil
          )
          do { try await stand.shared.apply(generation) } catch {
            wrong.add("\(error)")
          }
        }
        isOver.add(true)
      }
    }
    #expect(Array(wrong.all.prefix(3)) == [])
    #expect(!seen.all.isEmpty)
    #expect(stand.shared.generation == count + 1)
  }

  @Test func `handlers answer requests, with the settings of their routes`() async throws {
    var handlers = RouteHandlers.plain()
    handlers.request("page") { (settings: HandlerSettings) in
      let text = try settings.require("text")
      return { request in .text("\(text) \(request.parameters["id"] ?? "")") }
    }
    handlers.use("mark") { _, next in
      var response = try await next()
      response.fields["X-Mark"] = "1"
      return response
    }
    let site = try Site()
    let shared = SharedRoutes(of: site.router, handlers: handlers)
    let generation = SharedTable().generation(
      1,
      removing: [],
      adding: [
        route("guard /* key=card"), route("map /books/:id key=page text=book method=GET"),
        route("middleware /* key=mark"),
      ],
      note: nil
    )
    try await shared.apply(generation)
    let response = await site.respond(.get, "/books/7")
    #expect(response.status == .ok)
    #expect(response.fields["X-Mark"] == "1")
    #expect(try await response.text == "book 7")
  }
}
