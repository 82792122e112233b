/// The proxies in front of a server that it trusts, and the header fields that they write.
///
///     configuration.trustedProxies = TrustedProxies(
///       at: ["127.0.0.1", "10.0.0.7"],
///       writing: [.xForwardedFor, .xForwardedProto]
///     )
///
/// In a request from one of these addresses, and in no other, these fields say where it comes from:
/// its client's address, the scheme and the host are those that the client has used, for patterns,
/// guards, handlers and logs alike.
///
/// Name a field only if each of the proxies sets it, adds to it or removes it: one that they pass
/// on as it came is the client's own word.
public struct TrustedProxies: Sendable {
  /// The header fields that proxies write.
  public struct Fields: OptionSet, Hashable, Sendable {
    /// A bit for each field.
    public let rawValue: UInt8

    /// Makes a set of its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Forwarded, as RFC 7239 defines it: client, scheme and host.
    public static let forwarded = Fields(rawValue: 1)
    /// X-Forwarded-For: the client.
    public static let xForwardedFor = Fields(rawValue: 2)
    /// X-Forwarded-Proto: the scheme.
    public static let xForwardedProto = Fields(rawValue: 4)
    /// X-Forwarded-Host: the host.
    public static let xForwardedHost = Fields(rawValue: 8)
    /// X-Request-ID: an identifier of the request, which the log has as well.
    ///
    /// One that is longer than 64 bytes, or holds anything but letters, digits and `-._:/+=@`, is
    /// replaced by one of the server's own.
    public static let xRequestID = Fields(rawValue: 16)
  }

  /// The addresses of the proxies.
  public var addresses: [AddressRange]
  /// The fields that they write.
  public var fields: Fields

  /// Names the proxies and their fields.
  public init(at addresses: [AddressRange], writing fields: Fields) {
    self.addresses = addresses
    self.fields = fields
  }

  func contains(_ address: NetworkAddress) -> Bool {
    addresses.contains { $0.contains(address) }
  }
}
