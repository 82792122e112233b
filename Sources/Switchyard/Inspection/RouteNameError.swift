import RoutePatterns

/// An error thrown when no URL can be made for the name of a route.
public struct RouteNameError: Error, Hashable, Sendable {
  /// The kinds of reasons.
  ///
  /// More may come: a `switch` over them wants a `default`.
  public enum Code: String, Hashable, Sendable, Codable {
    /// No route has the name.
    case unknownName
    /// The route's pattern and the values make no URL; the cause gives the reason.
    case notReversible
  }

  /// The reason.
  public let code: Code
  /// The name that was asked for.
  public let name: String
  /// The names that exist, sorted; given when the name is unknown.
  public let names: [String]
  /// The reason that the pattern makes no URL, if it is known.
  public let cause: PatternReverseError?

  init(unknown name: String, among names: [String]) {
    code = .unknownName
    self.name = name
    self.names = names
    cause = nil
  }

  init(_ name: String, cause: PatternReverseError) {
    code = .notReversible
    self.name = name
    names = []
    self.cause = cause
  }
}

extension RouteNameError: CustomStringConvertible {
  /// The name, the fault, and a remedy.
  public var description: String {
    switch code {
    case .unknownName:
      "No route is named \"\(name.printable)\". \(remedy)"
    case .notReversible:
      "The route \"\(name.printable)\" makes no URL. \(cause.map { "\($0)" } ?? "")"
    }
  }

  private var remedy: String {
    guard !names.isEmpty else { return "No route has a name; give it one when it is registered." }
    let shown = names.prefix(20).map { "\"\($0.printable)\"" }.joined(separator: ", ")
    let more = names.count > 20 ? ", and \(names.count - 20) more" : ""
    return "There are \(shown)\(more)."
  }
}
