#if Observability
  public import RoutePatterns
  public import Switchyard
  import SwitchyardHTTP
  import SwitchyardLocks
  public import Tracing

  extension RouteRegistrar {
    /// Registers middleware that opens a span for each request, as OpenTelemetry has them.
    ///
    ///     router.traceRequests()
    ///
    /// The span continues the trace that the fields of the request name, and has the name of its
    /// method and the pattern of its route, `GET /books/:id`; never of the URL. It ends when the
    /// response is made, and has its status, also 504; it has none where the client has left, or
    /// the request began anew with other routes. Handlers, and what they call, find it in the
    /// task-local service context. From 500 on it is one of an error. Register it before other
    /// middleware; what guards and the server itself answer has no span.
    /// - Parameters:
    ///   - pattern: the pattern to be matched; `nil` for all requests, with a route or without.
    ///   - tracer: the maker of spans; without one that which the program has set.
    ///   - fileID: the file that registers it, for faults and listings.
    ///   - line: the line that registers it, for faults and listings.
    /// - Returns: the route's identifier, for `dispose(of:)`.
    @discardableResult
    public func traceRequests(
      _ pattern: RoutePattern? = nil,
      tracer: (any Tracer)? = nil,
      fileID: StaticString = #fileID,
      line: UInt = #line
    ) -> RouteID {
      use(pattern, name: "tracing", fileID: fileID, line: line) { request, next in
        let tracer = tracer ?? InstrumentationSystem.tracer
        return try await respond(to: request, next, tracer)
      }
    }
  }

  private func respond(
    to request: ServerRequest,
    _ next: NextResponder,
    _ tracer: some Tracer
  ) async throws -> ServerResponse {
    let head = request.exchange.head
    let route = request.context?.destination?.matched
    let method = RequestLabels.method(of: head, at: route)
    let name = [method ?? "HTTP", route?.pattern.text].compactMap { $0 }.joined(separator: " ")
    var context = ServiceContext.current ?? .topLevel
    tracer.extract(head.fields, into: &context, using: FieldExtractor())
    let span = tracer.startSpan(name, context: context, ofKind: .server)
    span.updateAttributes { attributes in
      attributes["http.request.method"] = method ?? "_OTHER"
      if method == nil { attributes["http.request.method_original"] = head.method }
      attributes["http.route"] = route?.pattern.text
      attributes["url.scheme"] = head.scheme.rawValue
      attributes["url.path"] = String(request.target.path)
      attributes["client.address"] = head.remoteAddress
      attributes["user_agent.original"] = head.fields[.userAgent]
    }
    let open = OpenSpan(span)
    // The closures of guards in front may change the status.
    request.exchange.onFinalResponse { open.end(with: $0.status) }
    if let context = request.context, context.isTraced {
      var notes: [String: String] = [:]
      tracer.inject(span.context, into: &notes, using: SpanNotes())
      for (name, note) in notes { context.note(name, note) }
    }
    do {
      return try await ServiceContext.$current.withValue(span.context) { try await next() }
    } catch {
      if !(error is CancellationError) { open.error.withLock { $0 = error } }
      throw error
    }
  }

  /// A span that ends once, with the response or when nobody waits for that; it is around an error.
  private final class OpenSpan: Sendable {
    let error = Locked<(any Error)?>(nil)
    private let span: Locked<(any Span)?>
    init(_ span: any Span) { self.span = Locked(span) }
    deinit { span.withLock { $0 }?.end() }

    func end(with status: ResponseStatus) {
      guard let span = span.withLock({ $0.take() }) else { return }
      defer { span.end() }
      span.attributes["http.response.status_code"] = status.code
      guard status.code >= 500 else { return }
      let error = error.withLock { $0 }
      if let error { span.recordError(error) }
      span.attributes["error.type"] = error.map { "\(type(of: $0))" } ?? "\(status.code)"
      span.setStatus(SpanStatus(code: .error))
    }
  }

  private struct FieldExtractor: Extractor {
    func extract(key: String, from fields: HeaderFields) -> String? {
      HeaderField.Name(parsing: key).flatMap { fields[$0] }
    }
  }
#endif
