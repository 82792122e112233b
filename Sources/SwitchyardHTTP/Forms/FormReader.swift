import SwitchyardLocks

/// The one reader of a form, behind its sequence of parts and the bodies of these.
///
/// `@unchecked` because what changes belongs to the read that is under way, of which there is one.
final class FormReader: @unchecked Sendable {
  private let limits: FormLimits
  private let isReading = Locked(false)
  private var machine: MultipartMachine
  private var source: ServerRequestBody.AsyncIterator
  /// The error that has ended the form, for all reads from then on.
  private var failure: (any Error)?
  /// The part that is being received, as long as it is.
  private var part: FormPartHead?
  /// Its number, or that of the last one.
  private var number = 0
  /// The number of the last part that is passed over, though a read for the next one may have been
  /// cancelled.
  private var passed = 0
  /// The number of bytes of it that were received.
  private var length = 0
  private var isAtEnd = false

  init(_ body: ServerRequestBody, boundary: String, limits: FormLimits) {
    self.limits = limits
    machine = MultipartMachine(boundary: boundary, limits: limits)
    source = body.makeAsyncIterator()
  }

  /// Awaits the next part; what is left of the last one is passed over.
  func nextPart() async throws -> FormPart? {
    try limits.check()
    try begin()
    defer { end() }
    // Some of its bytes are gone then.
    if part != nil { passed = number }
    while !isAtEnd {
      switch try await step() {
      case .partBegins(let head): return FormPart(head, of: self, number: number)
      case .bytes, .partEnds, .needsBytes: break
      }
    }
    return nil
  }

  /// Awaits the next bytes of a part.
  func nextBytes(ofPart number: Int) async throws -> [UInt8]? {
    try begin()
    defer { end() }
    if let failure { throw failure }
    guard number == self.number, number > passed else { throw ServerRequestBodyError.passedOver }
    guard part != nil, case .bytes(let bytes) = try await step() else { return nil }
    return bytes
  }

  private func begin() throws(ServerRequestBodyError) {
    let isFirst = isReading.withLock { isReading in
      defer { isReading = true }
      return !isReading
    }
    guard isFirst else { throw .readTwice }
  }

  private func end() { isReading.withLock { $0 = false } }

  /// Goes on to what comes next, or to the end.
  private func step() async throws -> MultipartMachine.Step {
    if let failure { throw failure }
    while true {
      do throws(ResponseError) {
        let step = try machine.step()
        try note(step)
        guard case .needsBytes = step else { return step }
      } catch {
        failure = error
        throw error
      }
      let bytes = try await source.next()
      do throws(ResponseError) {
        if let bytes {
          try machine.add(bytes)
        } else {
          try machine.finish()
          isAtEnd = true
          return .needsBytes
        }
      } catch {
        failure = error
        throw error
      }
    }
  }

  private func note(_ step: MultipartMachine.Step) throws(ResponseError) {
    switch step {
    case .needsBytes: break
    case .partBegins(let head):
      number += 1
      (part, length) = (head, 0)
    case .partEnds: part = nil
    case .bytes(let bytes):
      guard let part else { return }
      let limit = part.isFile ? limits.fileLength : limits.fieldLength
      guard bytes.count <= limit - length else { throw part.tooLong(beyond: limit) }
      length += bytes.count
    }
  }
}
