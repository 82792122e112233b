import InMemoryTracing
import SwitchyardServer
import SwitchyardTracing
import Tracing

extension Trial {
  static func traces(_ checks: Checks) async throws {
    let tracer = InMemoryTracer()
    let responder = try responder(register: { router in
      router.traceRequests(tracer: tracer)
      router.get("/nested") { _ async in
        let outer = tracer.withSpan("inner") { span in span.parentSpanID }
        let trace = ServiceContext.current?.inMemorySpanContext?.traceID
        return .text("\(outer ?? "none") \(trace ?? "none")")
      }
      router.guard("/hidden", observing: true) { context async in
        context.exchange?.onResponse { response in
          if response.status == .forbidden { response.status = .notFound }
        }
        return .allow
      }
      router.get("/hidden") { _ -> ServerResponse in throw ResponseError(.forbidden) }
      router.limit("/slow", time: .milliseconds(100))
      router.get("/slow") { _ in
        try await Task.sleep(for: .seconds(600))
        return .text("late")
      }
      let old = router.get("/moved") { _ in .text("old") }
      router.use("/moved") { [weak router] _, next in
        router?.update { table in
          // Once: behind it the request begins anew.
          if table.dispose(of: old) > 0 { table.get("/moved") { _ in .text("new") } }
        }
        return try await next()
      }
    })
    func span(
      _ method: String,
      _ target: String,
      _ fields: HeaderFields = [:]
    ) async -> (span: FinishedInMemorySpan?, text: String) {
      tracer.clearFinishedSpans()
      var head = RequestHead(method: method, target: Array(target.utf8), fields: fields)
      head.fields[.host] = "a"
      let body = await responder.respond(to: head).body
      let span = tracer.finishedSpans.last
      guard case .bytes(let bytes) = body else { return (span, "") }
      return (span, String(decoding: bytes, as: UTF8.self))
    }
    func text(_ span: FinishedInMemorySpan?, _ name: String) -> String? {
      guard case .string(let text)? = span?.attributes.get(name) else { return nil }
      return text
    }
    func status(_ span: FinishedInMemorySpan?) -> Int64? {
      guard case .int64(let status)? = span?.attributes.get("http.response.status_code") else {
        return nil
      }
      return status
    }

    let book = await span("GET", "/books/7?secret=1", [.userAgent: "curl/8"]).span
    checks.equal("name", book?.operationName, "GET /books/:id")
    checks.equal("kind", book?.kind, .server)
    checks.equal("method", text(book, "http.request.method"), "GET")
    checks.equal("route", text(book, "http.route"), "/books/:id")
    checks.equal("path", text(book, "url.path"), "/books/7")
    checks.equal("scheme", text(book, "url.scheme"), "http")
    checks.equal("client", text(book, "user_agent.original"), "curl/8")
    checks.equal("status", status(book), 200)
    checks.holds("no error", book != nil && book?.status == nil && book?.errors.isEmpty == true)
    checks.equal("a trace of its own", book?.parentSpanID, nil)

    let nested = await span(
      "GET",
      "/nested",
      ["in-memory-trace-id": "trace-9", "in-memory-span-id": "span-9"]
    )
    checks.equal("the trace goes on", nested.span?.traceID, "trace-9")
    checks.equal("below the caller", nested.span?.parentSpanID, "span-9")
    checks.equal("in the handler", nested.text, "\(nested.span?.spanID ?? "") trace-9")

    for (target, expected, errors, type) in [
      ("/fails", 500, 1, "Broken"), ("/busy", 503, 0, "503"), ("/gone", 410, 0, nil),
      ("/absent", 404, 0, nil), ("/slow", 504, 0, "504"),
    ] {
      let span = await span("GET", target).span
      checks.equal("\(target): status", status(span), Int64(expected))
      checks.equal("\(target): errors", span?.errors.count, errors)
      checks.equal("\(target): kind of error", text(span, "error.type"), type)
      checks.equal("\(target): a span of an error", span?.status?.code == .error, type != nil)
    }
    let hidden = await span("GET", "/hidden").span
    checks.equal("the status that is answered", status(hidden), 404)
    let moved = await span("GET", "/moved")
    checks.equal("a request that begins anew", moved.text, "new")
    checks.equal("its status", status(moved.span), 200)
    let tries = tracer.finishedSpans
    checks.equal("a span for each try", tries.count, 2)
    checks.equal("the first has no status", status(tries.first), nil)
    checks.holds("nor an error", tries.first?.errors.isEmpty == true && tries.first?.status == nil)
    checks.equal("no route", await span("GET", "/absent").span?.operationName, "GET")
    let odd = await span("BREW", "/books/7").span
    checks.equal("no method at will", odd?.operationName, "HTTP")
    checks.equal("as it came", text(odd, "http.request.method_original"), "BREW")
    checks.equal("and as it is known", text(odd, "http.request.method"), "_OTHER")
    checks.equal("all spans end", tracer.activeSpans.count, 0)
  }
}
