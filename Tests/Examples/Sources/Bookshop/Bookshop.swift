import SwitchyardServer

/// The shop: its router, and what its routes work with.
public struct Bookshop: Sendable {
  /// The routes.
  public let router: Router
  /// The answer of `/ready`, to be set by the server.
  public let readiness = ServerReadiness()
  /// The answer of `/metrics`, to be fed by the responder.
  public let metrics = RequestMetrics()
  let news = News()

  /// Makes the shop.
  /// - Parameters:
  ///   - database: the path of the database; `:memory:` for a test.
  ///   - covers: the folder of the covers.
  /// - Throws: an error of the database when it cannot be opened.
  public init(database: String, covers: String) throws {
    let shelf = try Shelf(path: database)
    router = Router(.server)

    // For whoever keeps the shop running.
    router.get("/health", calledOn: .serverThread) { _ in .text("well") }
    router.get("/ready", calledOn: .serverThread) { [readiness] _ in readiness.response }
    router.get("/metrics", calledOn: .serverThread) { [metrics] _ in metrics.response }

    // Nothing of the shop is shown in a frame, errors and denials included.
    router.guard("/*", observing: true, name: "fields") { context async in
      context.exchange?.onResponse { response in
        response.fields["X-Content-Type-Options"] = "nosniff"
        response.fields["X-Frame-Options"] = "DENY"
      }
      return .allow
    }

    // Browsers show beside an answer of the API how long it took to be made.
    router.use("/api/*") { _, next in
      let start = ContinuousClock.now
      var response = try await next()
      response.fields[.serverTiming] = "api;dur=\(start.duration(to: .now) / .milliseconds(1))"
      return response
    }
    // Another process has the database for longer than it is waited for.
    router.onError { _, error in
      guard let error = error as? DatabaseError, error.isBusy else { return nil }
      return ServerResponse(.serviceUnavailable, fields: [.retryAfter: "1"])
    }

    // The pages of the reader may ask for books. Before the guard, as browsers show no token when they ask whether.
    router.cors("/api/books{/*}?", policy: CORS(origins: .only(["https://reader.example"])))

    // Who writes shows a token, but for whoever comes for one.
    router.guard(
      "/api/*",
      methods: [.post, .put, .delete],
      except: [.post("/api/users")],
      bearer: "The shop",
      name: "writers"
    ) { token, context in
      context[User.self] = try await shelf.user(showing: token.text)
      return context[User.self] != nil
    }
    let covers = Covers(folder: covers)
    router.group("/api") { api in
      BookRoutes(shelf: shelf, covers: covers, news: news).register(in: api)
      AccountRoutes(shelf: shelf).register(in: api)
    }
    DeskRoutes(shelf: shelf, covers: covers).register(in: router)
  }

  /// Ends the streams that go on for ever, before the server stops.
  public func endNews() { news.end() }
}
