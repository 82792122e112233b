extension ServerResponse {
  /// Makes a response with events, sent as they come: an endless one for `EventSource`.
  ///
  ///     router.get("/news") { _ in
  ///       .events(news.lines().map { ServerSentEvent($0) })
  ///     }
  ///
  /// Its first byte is sent at once, and a comment now and then, so that proxies keep the
  /// connection and a client that has gone is noticed. Events are asked for as long as less than
  /// 64 KiB of them wait for the client. Each request needs a sequence of its own: two readers of
  /// one stream share its events, or stop the program. When the client leaves, the task that waits
  /// for events is cancelled; the sequence has to heed that, as those of the standard library do.
  /// When it ends, so does the response, and a client asks anew.
  /// - Parameters:
  ///   - events: the events; an error of theirs breaks the response off.
  ///   - pause: the time between two comments, a millisecond at the least.
  /// - Returns: the response.
  public static func events<Events: AsyncSequence & Sendable>(
    _ events: Events,
    commentEvery pause: Duration = .seconds(15)
  ) -> ServerResponse where Events.Element == ServerSentEvent {
    var response = stream(type: "text/event-stream") { writer in
      // Nothing may come for long, and a page is to know that it is heard.
      try await writer.write(":\n\n")
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for try await event in events { try await writer.write(event.text) }
        }
        group.addTask {
          while true {
            try await Task.sleep(for: max(pause, .milliseconds(1)))
            try await writer.write(":\n\n")
          }
        }
        defer { group.cancelAll() }
        try await group.next()
      }
    }
    response.fields[.cacheControl] = "no-cache"
    // nginx would keep events until there are many of them.
    response.fields["X-Accel-Buffering"] = "no"
    return response
  }
}
