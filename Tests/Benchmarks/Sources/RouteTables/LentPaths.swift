public import Switchyard

/// Paths that are lent one after the other, again and again.
///
/// `@unchecked` because one thread uses one of these.
public final class LentPaths: @unchecked Sendable {
  /// A path in both forms.
  ///
  /// Its properties are lent to a lookup; an element of an array would be copied for each, which counts references
  /// and costs as much as a small lookup.
  public final class Path {
    /// As a text.
    public let text: String
    /// As a target.
    public let target: RouteTarget

    init(_ text: String) throws {
      self.text = text
      target = try RouteTarget(text)
    }
  }

  private let paths: [Path]
  @usableFromInline let lent: [Unmanaged<Path>]
  @usableFromInline var next = 0

  /// Makes them of texts, which are targets.
  public init(_ paths: [String]) throws {
    self.paths = try paths.map(Path.init)
    lent = self.paths.map(Unmanaged.passUnretained)
  }

  /// Calls a closure with one path after the other.
  /// - Returns: the sum of what it has returned.
  @inlinable
  @inline(__always)
  public func each(_ times: Int, _ body: (Path) throws -> Int) rethrows -> Int {
    var sum = 0
    var next = next
    for _ in 0..<times {
      sum &+= try lent[next]._withUnsafeGuaranteedRef(body)
      next += 1
      if next == lent.count { next = 0 }
    }
    self.next = next
    return sum
  }

  /// Takes the next path, to be kept.
  public func take() -> Path {
    defer { next = next + 1 == paths.count ? 0 : next + 1 }
    return paths[next]
  }
}
