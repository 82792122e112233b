#if HTTPTypes
  public import HTTPTypes
  public import SwitchyardHTTP

  extension HTTPResponse {
    /// Makes the head of a response, for another server to send before the body.
    ///
    /// It has a `Content-Length` where the length of the body is known. A response to HEAD without
    /// one has 0: remove that, as it says nothing of the response to GET. Fields that speak of the
    /// connection, as `Connection`, are left out: they are none of a message, and HTTP/2 forbids
    /// them.
    public init(_ response: ServerResponse) {
      self.init(status: Status(response.status), headerFields: HTTPFields(response))
    }
  }

  extension HTTPResponse.Status {
    /// Makes the status of a response.
    package init(_ status: ResponseStatus) {
      // Most have this one, whose reason has been looked at.
      let isOK = status.code == 200 && status.reason == "OK"
      self = isOK ? .ok : Self(code: status.code, reasonPhrase: status.reason)
    }
  }

  extension HTTPFields {
    /// Makes the fields of a response, as they stand in its head.
    package init(_ response: ServerResponse) {
      let fields = response.fields
      let needsNone = response.status.forbidsBody || fields.contains(.contentLength)
      let length = needsNone ? nil : response.body.length
      if let length, fields.count == 1, let common = Self.common(fields[0]) {
        self = common
        self[1] = HTTPField(name: .contentLength, value: "\(length)")
        return
      }
      self.init(fields) { !isOfConnection($0.name) }
      // Not by its name, which looks for one that has it.
      if let length { append(HTTPField(name: .contentLength, value: "\(length)")) }
    }

    /// Returns a type as it stands in most responses, with a length to be set.
    ///
    /// To copy these takes a fifth less time than to make them, which looks at the bytes again.
    private static func common(_ field: HeaderField) -> HTTPFields? {
      guard field.name == .contentType else { return nil }
      switch field.value {
      case textType: return text
      case jsonType: return json
      default: return nil
      }
    }

    private static let textType = "text/plain; charset=utf-8"
    private static let jsonType = "application/json"
    private static let text = common(type: textType)
    private static let json = common(type: jsonType)

    private static func common(type: String) -> HTTPFields {
      var fields = HTTPFields()
      fields.append(HTTPField(name: .contentType, value: type))
      fields.append(HTTPField(name: .contentLength, value: "0"))
      return fields
    }
  }

  extension ServerResponse {
    /// Makes a response of one that a client of another library has received.
    /// - Returns: the response; `nil` for a status that has no three digits.
    public init?(_ response: HTTPResponse, body: Body = .none) {
      let reason = response.status.reasonPhrase
      guard let status = ResponseStatus(exactly: response.status.code, reason: reason) else {
        return nil
      }
      var fields = HeaderFields()
      fields.reserveCapacity(response.headerFields.count)
      for field in response.headerFields {
        fields.append(parsing: field.name.rawName, value: field.value)
      }
      self.init(status, fields: fields, body: body)
    }
  }

  /// Whether a field speaks of the connection; few names are as long as one of these.
  private func isOfConnection(_ name: HeaderField.Name) -> Bool {
    switch name.text.utf8.count {
    case 7: name == "Upgrade"
    case 10: name == .connection || name == "Keep-Alive"
    case 16: name == "Proxy-Connection"
    case 17: name == "Transfer-Encoding"
    default: false
    }
  }
#endif
