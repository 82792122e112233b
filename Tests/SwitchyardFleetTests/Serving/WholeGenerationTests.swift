import Foundation
import HTTPTestSupport
import SwitchyardFleet
import TestSupport
import Testing

@testable import SwitchyardFleet

@Suite(.timeLimit(.minutes(6))) struct WholeGenerationTests {
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
    let count = PropertyRun.isSlow ? 500 : 2_000
    let isOver = Notes<Bool>()
    defer { isOver.add(true) }
    // Threads of their own: where there are few others they would read between two changes alone.
    for reader in 0..<2 {
      let thread = Thread {
        while isOver.all.isEmpty {
          let names: [String]
          if reader == 0 {
            names = stand.router.routes.compactMap(\.name)
          } else {
            let asked = stand.router.explain("/v/b").candidates.filter { $0.parameters != nil }
            names = asked.compactMap(\.route.name)
          }
          let versions = Set(names.compactMap { $0.split(separator: " ").last })
          if versions.count != 1 || names.count != 3 - reader { wrong.add("\(names)") }
          // Between two reads, so that others go on: who changes is not to wait for who reads.
          Thread.sleep(forTimeInterval: 0.000_1)
        }
      }
      thread.start()
    }
    let asking = Task {
      while isOver.all.isEmpty {
        let outcome = await stand.router.dispatch("/v/a")
        if case .handled = outcome {
          try? await Task.sleep(for: .microseconds(100))
          continue
        }
        wrong.add("\(outcome)")
      }
    }
    for version in 1...count {
      let table = await stand.shared.table
      let generation = table.generation(
        version + 1,
        removing: table.routes.keys.sorted(),
        adding: Self.routes(version),
        note: nil
      )
      try await stand.shared.apply(generation)
    }
    isOver.add(true)
    await asking.value
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

  /// The example of the article "Sharing routes".
  @Test func `a handler sends the files of the folder that its route names`() async throws {
    let covers = try TestFolder()
    try FileManager.default.createDirectory(
      atPath: covers.path + "/a",
      withIntermediateDirectories: true
    )
    try Data("cover".utf8).write(to: URL(fileURLWithPath: covers.path + "/a/1.txt"))
    var handlers = RouteHandlers.plain()
    handlers.request("folder") { (settings: HandlerSettings) in
      let folder = try ServedFolder(try settings.require("path"))
      return { request in
        let rest = request.parameters.path.value(of: "0")
        return try folder.response(for: rest?.segments ?? [], to: request)
      }
    }
    let site = try Site()
    let shared = SharedRoutes(of: site.router, handlers: handlers)
    let routes = [
      route("guard /* key=card"), route("map /covers/* key=folder method=GET path=\(covers.path)"),
    ]
    try await shared.apply(SharedTable().generation(1, removing: [], adding: routes, note: nil))
    #expect(try await site.respond(.get, "/covers/a/1.txt").text == "cover")
    for target in ["/covers/a/2.txt", "/covers/..%2Ffleet", "/covers/a"] {
      #expect(await site.respond(.get, target).status.code >= 300, "\(target)")
    }
  }
}
