// The declarations of swift-metrics that the adapters use.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@preconcurrency public protocol _SwiftMetricsSendableProtocol: Sendable {}

public protocol MetricsFactory: _SwiftMetricsSendableProtocol {}

public enum MetricsSystem {
  public static var factory: any MetricsFactory { fatalError() }
}

public struct TimeUnit: Sendable {
  public static let seconds = TimeUnit()
}

public final class Counter: Sendable {
  public convenience init(
    label: String,
    dimensions: [(String, String)] = [],
    factory: any MetricsFactory
  ) { self.init() }

  public func increment() {}
}

public final class Timer: Sendable {
  public convenience init(
    label: String,
    dimensions: [(String, String)] = [],
    preferredDisplayUnit displayUnit: TimeUnit,
    factory: any MetricsFactory
  ) { self.init() }

  public func record(duration: Duration) {}
}

public final class Meter: Sendable {
  public convenience init(
    label: String,
    dimensions: [(String, String)] = [],
    factory: any MetricsFactory
  ) { self.init() }

  public func increment() {}
  public func decrement() {}
}
