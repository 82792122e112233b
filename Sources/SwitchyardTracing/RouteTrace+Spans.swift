#if Observability
  public import Switchyard
  import SwitchyardHTTP
  public import Tracing

  extension RouteTrace {
    /// Reports the dispatch as a span, and each of its steps as a span below that, with the times
    /// of the trace.
    ///
    ///     configuration.onTrace = { trace in trace.recordSpans() }
    ///
    /// The span of a dispatch is named by the pattern that it came to, and stands below that of
    /// `traceRequests`, where that middleware was called. The spans of steps have the names of
    /// their routes, or else the patterns. None of them has a value that the trace withholds.
    /// - Parameter tracer: the maker of spans; without one that which the program has set.
    public func recordSpans(tracer: any Tracer = InstrumentationSystem.tracer) {
      record(by: tracer)
    }

    private func record(by tracer: some Tracer) {
      var context = ServiceContext.topLevel
      let notes = steps.last { $0.notes.keys.contains { $0.hasPrefix(SpanNotes.prefix) } }?.notes
      if let notes { tracer.extract(notes, into: &context, using: SpanNotes()) }
      let whole = tracer.startSpan(
        "dispatch \(outcome.pattern ?? outcome.code.rawValue)",
        context: context,
        ofKind: .internal,
        at: instant(0)
      )
      whole.updateAttributes { attributes in
        attributes["http.route"] = outcome.pattern
        attributes["http.request.method"] = method?.rawValue
        attributes["http.response.status_code"] = status
        attributes["switchyard.trace"] = "\(id)"
        attributes["switchyard.target"] = target
        attributes["switchyard.outcome"] = outcome.code.rawValue
      }
      if outcome.code == .failed || outcome.code == .timedOut {
        whole.attributes["error.type"] = outcome.error ?? outcome.failure ?? outcome.code.rawValue
        whole.setStatus(SpanStatus(code: .error))
      }
      for step in steps { record(step, below: whole.context, by: tracer) }
      whole.end(at: instant(duration))
    }

    private func record(_ step: Step, below context: ServiceContext, by tracer: some Tracer) {
      let span = tracer.startSpan(
        "\(step.kind.rawValue) \(step.name ?? step.pattern)",
        context: context,
        ofKind: .internal,
        at: instant(step.start)
      )
      span.updateAttributes { attributes in
        attributes["switchyard.pattern"] = step.pattern
        attributes["switchyard.answer"] = step.answer.rawValue
        attributes["switchyard.hop"] = step.hop
        attributes["switchyard.wait_ns"] = step.wait.map { Int($0) }
      }
      if step.answer == .throwsError || step.answer == .timesOut {
        span.attributes["error.type"] = step.error ?? step.answer.rawValue
        span.setStatus(SpanStatus(code: .error))
      }
      // What had not answered was under way until the dispatch ended.
      span.end(at: instant(step.end ?? (step.wait == nil ? step.start : duration)))
    }

    private func instant(_ nanoseconds: Int64) -> TraceInstant {
      TraceInstant(nanosecondsSinceEpoch: nanosecondsSince1970(at: nanoseconds))
    }
  }

  private struct TraceInstant: TracerInstant {
    let nanosecondsSinceEpoch: UInt64

    static func < (one: TraceInstant, other: TraceInstant) -> Bool {
      one.nanosecondsSinceEpoch < other.nanosecondsSinceEpoch
    }
  }

  /// The context of a span among the notes of a step.
  struct SpanNotes: Injector, Extractor {
    static let prefix = "span."
    /// The keys of identifiers; others, as `baggage`, may hold what has come from a client.
    private static let known: Set<String> = [
      "traceparent", "b3", "x-b3-traceid", "x-b3-spanid", "x-b3-parentspanid", "x-b3-sampled",
      "x-b3-flags", "uber-trace-id",
    ]

    func inject(_ value: String, forKey key: String, into notes: inout [String: String]) {
      if Self.known.contains(key.lowercased()) { notes[Self.prefix + key] = value }
    }

    func extract(key: String, from notes: [String: String]) -> String? { notes[Self.prefix + key] }
  }
#endif
