import SwitchyardHTTP

extension Router {
  /// Routes of a site of which a part is guarded, and stops the program when it is reached.
  static func guardedSite() -> Router {
    var configuration = Router.Configuration.server
    configuration.onFault = { _ in }
    let router = Router(configuration)
    router.guard("/admin/*") { _, decide in decide(.deny) }
    router.guard("/account/*") { context, decide in
      decide(.redirect("/login", query: ["callback": context.route]))
    }
    router.any("/admin/*") { _ in fail("the guarded part was reached") }
    router.any("/account/*") { _ in fail("the guarded part was reached") }
    router.get("/books/:id(\\d+)") { request in .text("Book \(request.parameters["id"] ?? "")") }
    router.put("/books/:id(\\d+)") { _ in ServerResponse(.noContent) }
    router.get("/login") { request in
      try .redirect(to: request.query["callback"] ?? "/")
    }
    router.post("/body") { request async throws in
      .bytes(try await request.body.collect(upTo: 4096))
    }
    router.get("/stream") { _ in
      .stream { writer in
        try await writer.write("some ")
        try await writer.write("parts")
      }
    }
    router.get("/*") { _ in .text("public") }
    return router
  }
}
