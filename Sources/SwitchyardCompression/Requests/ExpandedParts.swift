import SwitchyardLocks

/// A compressed body that is expanded while it is read, and no further than its bounds.
///
/// One reader at a time holds the inflater: the state says which. Hence the class is sendable.
final class ExpandedParts: ChangedBodySource, @unchecked Sendable {
  private struct State {
    /// Whether somebody reads.
    var isBusy = false
    /// The error that ended the body, for all reads from then on.
    var failure: ResponseError?
  }

  /// The expanded bytes at the beginning that no ratio is asked of.
  private static let uncounted = 1 << 20

  let parts: any RequestBodySource
  private let format: ZlibFormat
  private let bound: Int
  private let ratio: Int
  private let state = Locked(State())
  // The reader that the state names alone uses these.
  private let inflater: Inflater
  private var expanded = 0
  private var isAtEnd = false

  init(
    _ parts: any RequestBodySource,
    _ inflater: Inflater,
    _ format: ZlibFormat,
    upTo limit: Int,
    ratio: Int
  ) {
    self.parts = parts
    self.inflater = inflater
    self.format = format
    bound = limit
    self.ratio = ratio
  }

  func next() async throws -> [UInt8]? {
    try ServerRequestBodyError.check("upTo", bound)
    try ServerRequestBodyError.check("ratio", ratio)
    try state.withLock { state in
      guard !state.isBusy else { throw ServerRequestBodyError.readTwice }
      if let failure = state.failure { throw failure }
      state.isBusy = true
    }
    defer { state.withLock { $0.isBusy = false } }
    do {
      return try await expand()
    } catch let error as CompressedDataError {
      throw fail(error.code == .noMemory ? ResponseError(.serviceUnavailable) : malformed)
    } catch let error as ResponseError {
      throw fail(error)
    }
  }

  private func fail(_ error: ResponseError) -> ResponseError {
    state.withLock { $0.failure = error }
    return error
  }

  private func expand() async throws -> [UInt8]? {
    while !isAtEnd {
      if let bytes = try inflater.pull() {
        expanded += bytes.count
        try checkBounds()
        return bytes
      }
      if let part = try await parts.next() {
        inflater.push(part)
      } else {
        try inflater.finish()
        isAtEnd = true
      }
    }
    return nil
  }

  private func checkBounds() throws(ResponseError) {
    guard expanded <= bound else {
      throw .tooLong("The body expands to", limit: bound)
    }
    // What is small harms nobody, however little it was. And only a beginning is known here: that
    // of an honest body may be silence, or white.
    guard (expanded - Self.uncounted) / max(inflater.consumed, 1) <= ratio else {
      throw .tooLong("The body expands to", limit: ratio, .ratio)
    }
  }

  private var malformed: ResponseError {
    let place = "near its byte \(inflater.consumed)"
    return ResponseError(
      .badRequest,
      message: "The body is not valid \(format.name) \(place), or breaks off there."
    )
  }
}
