import Switchyard
import Testing

/// The faults that a router has reported.
final class FaultLog: Sendable {
  private let faults = Shared<[RouterFault]>([])
  private let arrivals = Signal()

  func receive(_ fault: RouterFault) {
    faults.withLock { $0.append(fault) }
    arrivals.fire()
  }

  /// What they say, but for the places at which routes were registered.
  var texts: [String] { faults.withLock { $0.map(\.description.withoutOrigins) } }

  var all: [RouterFault] { faults.withLock { $0 } }

  /// The places at which the routes that they are about were registered.
  var origins: [RouteOrigin?] { faults.withLock { $0.map(\.origin) } }

  /// Each in short: the kind of the route, its pattern, and the name of what happened.
  var summary: [String] { faults.withLock { $0.map(Self.summary) } }

  /// The next fault in short, which is waited for.
  func next(sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
    try await arrivals.take(sourceLocation: sourceLocation)
    return faults.withLock { Self.summary($0.removeFirst()) }
  }

  private static func summary(_ fault: RouterFault) -> String {
    let name = "\(fault.code)".prefix { $0 != "(" }
    guard let kind = fault.kind else { return String(name) }
    return "\(kind) \(fault.pattern ?? ""): \(name)"
  }
}

extension String {
  /// The text without the places at which routes were registered.
  var withoutOrigins: String { replacing(#/ at SwitchyardTests/[^ ]+\.swift:[0-9]+/#, with: "") }
}
