#if HTTPTypes
  public import HTTPTypes
  public import RoutePatterns
  public import SwitchyardHTTP

  extension RequestHead {
    /// Makes the head of a request that another server has received.
    ///
    /// The target is the path as it came in. Of the scheme in the request nothing is taken, as a
    /// client of HTTP/2 chooses it.
    /// - Parameters:
    ///   - request: the request.
    ///   - scheme: the scheme that the server listens for.
    ///   - remoteAddress: the address that the request came from, if it is known.
    public init(
      _ request: HTTPRequest,
      scheme: RouteTarget.ServerScheme = .http,
      remoteAddress: String? = nil
    ) {
      var fields = HeaderFields()
      fields.reserveCapacity(request.headerFields.count + 1)
      let authority = request.authority
      if let authority { fields.append(.host, value: authority) }
      for field in request.headerFields {
        // A client of HTTP/2 may send the authority as a field as well.
        if field.name == Self.host, field.value == authority { continue }
        fields.append(parsing: field.name.rawName, value: field.value)
      }
      self.init(
        method: request.method.rawValue,
        target: Array((request.path ?? "").utf8),
        fields: fields,
        scheme: scheme,
        remoteAddress: remoteAddress
      )
    }

    private static let host = HTTPField.Name("Host")
  }

  extension HTTPRequest {
    /// Makes a request for a client of another library.
    /// - Returns: the request; `nil` for a head whose method is no token, or whose target is no
    ///   UTF-8 or a whole URL.
    public init?(_ head: RequestHead) {
      guard let method = Method(head.method),
        let path = String(validating: head.target, as: UTF8.self),
        path.hasPrefix("/") || path == "*"
      else { return nil }
      self.init(
        method: method,
        scheme: head.scheme.rawValue,
        authority: head.fields[.host],
        path: path,
        headerFields: HTTPFields(head.fields) { $0.name != .host }
      )
    }
  }

  extension HTTPFields {
    /// Makes fields of those that are to stay.
    init(_ fields: HeaderFields, where stays: (HeaderField) -> Bool) {
      self.init()
      // Servers add some: the length, the date, their name.
      reserveCapacity(fields.count + 3)
      for field in fields where stays(field) {
        guard let name = HTTPField.Name(field.name.text) else { continue }
        append(HTTPField(name: name, value: field.value))
      }
    }
  }
#endif
