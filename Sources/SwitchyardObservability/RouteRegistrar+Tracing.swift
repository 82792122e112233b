#if Observability
  public import RoutePatterns
  public import Switchyard
  import SwitchyardHTTP
  public import Tracing

  extension RouteRegistrar {
    /// Registers middleware that opens a span for each request, as OpenTelemetry has them.
    ///
    ///     router.traceRequests()
    ///
    /// The span continues the trace that the fields of the request name, and has the name of its
    /// method and the pattern of its route, `GET /books/:id`; never of the URL. It ends when the
    /// response is made. Handlers, and what they call, find it in the task-local service context.
    /// A response or an error that is answered with a status from 500 on makes the span one of an
    /// error. Register it before other middleware, so that it is around that; what guards and the
    /// server itself answer has no span.
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
    defer { span.end() }
    span.updateAttributes { attributes in
      attributes["http.request.method"] = method ?? "_OTHER"
      if method == nil { attributes["http.request.method_original"] = head.method }
      attributes["http.route"] = route?.pattern.text
      attributes["url.scheme"] = head.scheme.rawValue
      attributes["url.path"] = String(request.target.path)
      attributes["client.address"] = head.remoteAddress
      attributes["user_agent.original"] = head.fields[.userAgent]
    }
    func end(_ status: ResponseStatus, _ failure: String) {
      span.attributes["http.response.status_code"] = status.code
      guard status.code >= 500 else { return }
      span.attributes["error.type"] = failure
      span.setStatus(SpanStatus(code: .error))
    }
    do {
      let response = try await ServiceContext.$current.withValue(span.context) { try await next() }
      end(response.status, "\(response.status.code)")
      return response
    } catch let error as CancellationError {
      throw error  // The client has left: nobody is answered.
    } catch {
      let status = ResponseError(answering: error)?.status ?? .internalServerError
      if status.code >= 500 { span.recordError(error) }
      end(status, "\(type(of: error))")
      throw error
    }
  }

  /// Reads the fields of a request that carry the context of a trace.
  private struct FieldExtractor: Extractor {
    func extract(key: String, from fields: HeaderFields) -> String? {
      HeaderField.Name(parsing: key).flatMap { fields[$0] }
    }
  }
#endif
