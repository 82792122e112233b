extension RouteAudit {
  /// Somebody who asks for a URL: a nobody, unless what is set says more.
  ///
  ///     await router.audit { visitor in
  ///       visitor.fields[.authorization] = "Bearer expired"
  ///     }
  ///
  /// A dispatch that is no request has its payload alone; values by key are what guards and proxies
  /// set, and none has run before.
  public struct Visitor: Sendable {
    /// The method of the request; `nil` for what is no request.
    public let method: RequestMethod?
    /// The target that is asked for.
    public let target: RouteTarget
    /// The header fields of the request, with a host.
    public var fields: HeaderFields
    /// The address that the request comes from: another for each question, so that who counts
    /// requests by address keeps no visitor out, of those that are for benchmarks.
    public var remoteAddress: String?
    /// The payload of what is no request.
    public var payload: (any Sendable)?

    init(_ number: Int, _ method: RequestMethod?, _ target: RouteTarget, _ fields: HeaderFields) {
      remoteAddress = "198.\(18 + number >> 16 & 1).\(number >> 8 & 255).\(number & 255)"
      self.method = method
      self.target = target
      self.fields = fields
    }
  }
}
