import RoutePatterns
import SwitchyardHTTP

/// A body without a coding, or one that is expanded already, within a bound of its own.
final class BoundedParts: RequestBodySource {
  private let parts: any RequestBodySource
  private let bound: Int
  /// The bytes that were read.
  private let count = Locked(0)

  init(_ parts: any RequestBodySource, upTo bound: Int) {
    self.parts = parts
    self.bound = bound
  }

  var isRead: Bool { parts.isRead }
  var arrival: BodyArrival { parts.arrival }

  var limit: Int {
    get { parts.limit }
    set { parts.limit = newValue }
  }

  func expect(_ length: Int?) { parts.expect(length) }
  func close() async { await parts.close() }

  func next() async throws -> [UInt8]? {
    guard let bytes = try await parts.next() else { return nil }
    let isWithin = count.withLock { count in
      guard bytes.count <= bound - count else { return false }
      count += bytes.count
      return true
    }
    guard isWithin else {
      throw ResponseError(.contentTooLarge, message: "The body has more than \(bound) bytes.")
    }
    return bytes
  }
}
