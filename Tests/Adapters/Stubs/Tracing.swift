// The declarations of swift-distributed-tracing that the adapters use.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct ServiceContext: Sendable {
  @TaskLocal public static var current: ServiceContext?
  public static var topLevel: ServiceContext { ServiceContext() }
}

public protocol Extractor: Sendable {
  associatedtype Carrier: Sendable

  func extract(key: String, from carrier: Carrier) -> String?
}

public protocol Injector: Sendable {
  associatedtype Carrier: Sendable

  func inject(_ value: String, forKey key: String, into carrier: inout Carrier)
}

public protocol TracerInstant: Comparable, Hashable, Sendable {
  var nanosecondsSinceEpoch: UInt64 { get }
}

public struct DefaultTracerClock {
  public typealias Instant = Timestamp

  public struct Timestamp: TracerInstant {
    public let nanosecondsSinceEpoch: UInt64

    public static func < (lhs: Instant, rhs: Instant) -> Bool { false }
  }

  public static var now: Instant { fatalError() }
}

public protocol Instrument: Sendable {
  func inject<Carrier, Inject>(
    _ context: ServiceContext,
    into carrier: inout Carrier,
    using injector: Inject
  ) where Inject: Injector, Inject.Carrier == Carrier

  func extract<Carrier, Extract>(
    _ carrier: Carrier,
    into context: inout ServiceContext,
    using extractor: Extract
  ) where Extract: Extractor, Extract.Carrier == Carrier
}

public protocol LegacyTracer: Instrument {}

public protocol Tracer: LegacyTracer {
  associatedtype Span: Tracing.Span
}

extension Tracer {
  public func startSpan(
    _ operationName: String,
    context: @autoclosure () -> ServiceContext = .current ?? .topLevel,
    ofKind kind: SpanKind = .internal,
    at instant: @autoclosure () -> some TracerInstant = DefaultTracerClock.now,
    function: String = #function,
    file fileID: String = #fileID,
    line: UInt = #line
  ) -> Self.Span { fatalError() }
}

public enum InstrumentationSystem {
  public static var tracer: any Tracer { fatalError() }
}

public enum SpanKind: Sendable {
  case server, `internal`
}

public struct SpanStatus {
  public enum Code {
    case ok, error
  }

  public init(code: Code, message: String? = nil) {}
}

public enum SpanAttribute {
  case string(String)
}

public protocol SpanAttributeConvertible {
  func toSpanAttribute() -> SpanAttribute
}

extension String: SpanAttributeConvertible {
  public func toSpanAttribute() -> SpanAttribute { .string(self) }
}

extension Int: SpanAttributeConvertible {
  public func toSpanAttribute() -> SpanAttribute { .string("\(self)") }
}

public struct SpanAttributes {
  public subscript(_ name: String) -> (any SpanAttributeConvertible)? {
    get { nil }
    set {}
  }
}

public protocol Span: Sendable {
  var context: ServiceContext { get }
  var attributes: SpanAttributes { get nonmutating set }

  func setStatus(_ status: SpanStatus)
}

extension Span {
  public func updateAttributes(_ update: (inout SpanAttributes) -> Void) {}
  public func recordError(_ error: any Error) {}
  public func end() {}
  public func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {}
}
