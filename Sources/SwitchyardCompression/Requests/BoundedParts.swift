import SwitchyardLocks

/// A body without a coding, or one that is expanded already, within a bound of its own.
final class BoundedParts: ChangedBodySource {
  private struct State {
    /// The bytes that were read.
    var count = 0
    /// Whether there were more than the bound: then nothing of the rest is read.
    var isOver = false
  }

  let parts: any RequestBodySource
  private let bound: Int
  private let state = Locked(State())

  init(_ parts: any RequestBodySource, upTo bound: Int) {
    self.parts = parts
    self.bound = bound
  }

  func next() async throws -> [UInt8]? {
    try ServerRequestBodyError.check("upTo", bound)
    guard !state.withLock({ $0.isOver }) else { throw tooLong }
    guard let bytes = try await parts.next() else { return nil }
    let isOver = state.withLock { state in
      state.isOver = bytes.count > bound - state.count
      if !state.isOver { state.count += bytes.count }
      return state.isOver
    }
    guard !isOver else { throw tooLong }
    return bytes
  }

  private var tooLong: ResponseError {
    .tooLong("The body has", limit: bound)
  }
}
