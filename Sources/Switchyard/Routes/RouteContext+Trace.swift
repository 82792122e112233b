extension RouteContext {
  /// Whether the dispatch is traced, so that notes are kept.
  public var isTraced: Bool { tracedValues != nil }

  /// The values that the trace of the dispatch takes in; `nil` where there is none.
  package var tracedValues: RouteTrace.Values? {
    guard let recorder = leg.recorder, recorder.isReceived else { return nil }
    return recorder.values
  }

  /// Leaves a note with the handler in the trace of the dispatch.
  ///
  ///     context.note("cache", isHit ? "hit" : "miss")
  ///
  /// It does nothing, and makes no text, where the dispatch is not traced or has ended. Leave out
  /// what is not to be seen: a note is shown as it is.
  /// - Parameters:
  ///   - name: the name of the note; another of the same handler with that name is replaced.
  ///   - text: the note.
  public func note(_ name: String, _ text: @autoclosure () -> String) {
    guard isTraced else { return }
    leg.recorder?.keeps(text(), name, of: matched.id)
  }
}
