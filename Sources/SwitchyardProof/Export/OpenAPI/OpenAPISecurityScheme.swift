/// The way in which a caller satisfies a guard, which a router does not know.
public enum OpenAPISecurityScheme: Hashable, Sendable {
  /// The places that a key comes in.
  public enum Place: String, Hashable, Sendable, CaseIterable {
    case header, query, cookie
  }

  /// A token in the field `Authorization`, behind the word Bearer.
  case bearer
  /// A name and a password in the field `Authorization`.
  case basic
  /// A certificate of the client.
  case mutualTLS
  /// A key with a name.
  case key(Place, name: String)
  /// OpenID Connect, whose settings are found under a URL.
  case openID(String)

  /// Reads `bearer`, `basic`, `mutualTLS`, `header:NAME`, `query:NAME`, `cookie:NAME` or
  /// `openID:URL`; `nil` for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1).map { String($0) }
    switch (parts.first, parts.dropFirst().first) {
    case ("bearer", nil): self = .bearer
    case ("basic", nil): self = .basic
    case ("mutualTLS", nil): self = .mutualTLS
    case ("openID", let url?): self = .openID(url)
    case (let place?, let name?):
      guard let place = Place(rawValue: place) else { return nil }
      self = .key(place, name: name)
    default: return nil
    }
  }

  var json: [String: JSONValue] {
    switch self {
    case .bearer: ["type": "http", "scheme": "bearer"]
    case .basic: ["type": "http", "scheme": "basic"]
    case .mutualTLS: ["type": "mutualTLS"]
    case .key(let place, let name):
      ["type": "apiKey", "in": .text(place.rawValue), "name": .text(name)]
    case .openID(let url): ["type": "openIdConnect", "openIdConnectUrl": .text(url)]
    }
  }
}
