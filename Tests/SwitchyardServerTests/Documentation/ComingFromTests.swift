import Foundation
import SwitchyardCompression
import SwitchyardServer
import TestSupport
import Testing

/// The words of this package in the articles for those who come from other libraries.
@Suite struct ComingFromTests {
  struct User: Codable, Sendable { var name: String }

  enum TakenError: ResponseConvertible {
    case name
    var responseError: ResponseError { ResponseError.invalid([.init("name", "is taken")]) }
  }

  /// What the articles show, compiled; nothing of it is called.
  private func shown(_ router: Router, _ server: EmbeddedServer, path: String) async throws {
    router.get("/books/:id") { request in request.parameters["id", as: Int.self] }
    router.group("/api") { api in
      api.get("/a/:id(\\d+)") { request in try request.parameters.require("id", as: Int.self) }
      api.get("/:_/b{/:page}?/:name.jpg") { request in request.query["page", as: Int.self] }
      api.get("/c/*") { request in try request.query.decode(User.self) }
    }
    router.post("/books") { request in try await request.body.decode(User.self) }
    router.get("/gone") { _ -> String in throw ResponseError(.notFound, message: "Gone.") }
    router.onError { _, error in error is TakenError ? .text("taken") : nil }
    router.use("/api/*") { request, next in try await next() }
    router.guard("/api/*") { context in context[User.self] == nil ? .deny : .allow }
    router.guard("/api/*", bearer: "The API") { token, context in !token.text.isEmpty }
    router.get("/me") { request in try request.require(User.self) }
    router.get("/me/name") { request in request.context?[User.self] }
    router.post("/form") { request in try await request.body.multipartForm().fields["name"] }
    router.post("/parts") { request in
      for try await part in try request.body.formParts() { _ = part }
      return try await request.body.collect(upTo: 1).count
    }
    router.post("/bytes") { request in
      for try await bytes in request.body { _ = bytes }
      return "read"
    }
    router.get("/file") { request in try .file(path, to: request) }
    router.get("/stream") { _ in .stream { writer in try await writer.write("a") } }
    router.files("/assets", from: try ServedFolder(path))
    router.cors("/books/*", policy: CORS(origins: .only([])))
    router.compress("/books/*")
    router.expandBodies("/books/*", upTo: 1 << 20)
    var configuration = EmbeddedServer.Configuration()
    configuration.responder.errorPage = { error, _ in "\(error.status)" }
    configuration.responder.observers = [try AccessLog(path: path), RequestMetrics()]
    let responder = try RouteResponder(router: router)
    _ = await responder.respond(to: RequestHead(.get, "/"))
    try await server.run()
  }

  /// The words of Swift, and of modules that are built with a package trait or that this test does
  /// without.
  private static let elsewhere = [
    "Encodable", "Observability", "RequestMeters", "RequestLogger", "router.traceRequests()",
    "ServerService",
    "Sessions", "Vapor",
  ]

  @Test(arguments: ["ComingFromVapor", "ComingFromHummingbird"])
  func `what is written here is as it is called`(_ article: String) throws {
    let root = "/" + "\(#filePath)".split(separator: "/").dropLast(4).joined(separator: "/")
    let path = "\(root)/Sources/SwitchyardServer/SwitchyardServer.docc/\(article).md"
    let known = try ShownCode.text(ofFile: #filePath)
    var count = 0
    for row in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      let cells = row.split(separator: "|")
      guard row.hasPrefix("| "), let ours = cells.last else { continue }
      let spans = ours.split(separator: "`", omittingEmptySubsequences: false)
      for (place, span) in spans.enumerated()
      where place % 2 == 1 && !Self.elsewhere.contains(String(span)) {
        for piece in span.split(separator: "…") {
          count += 1
          let isKnown = known.contains(piece.filter { !$0.isWhitespace })
          #expect(isKnown, "\(span)")
        }
      }
    }
    #expect(count > 25)
  }
}
