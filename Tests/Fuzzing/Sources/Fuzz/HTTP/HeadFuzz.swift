import Synchronization

@testable import RoutePatterns
@testable import SwitchyardHTTP

/// Heads as they come out of a connection, given to a responder in process, and all that reads header fields.
enum HeadFuzz {
  private static let responder: RouteResponder = {
    var configuration = RouteResponder.Configuration()
    configuration.onFault = { _ in }
    guard
      let responder = try? RouteResponder(router: .guardedSite(), configuration: configuration)
    else { fail("no responder") }
    return responder
  }()

  static func play(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let words = lines[0].split(separator: UInt8(ascii: " "), maxSplits: 1)
    var fields = HeaderFields()
    for line in lines.dropFirst() {
      let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1)
      guard let name = parts.first else { continue }
      let value = String(decoding: parts.count > 1 ? parts[1] : [], as: UTF8.self)
      let count = fields.count
      let isTaken = fields.append(parsing: String(decoding: name, as: UTF8.self), value: value)
      require(fields.count == count + (isTaken ? 1 : 0), "\(fields.count) fields")
      check(value)
    }
    for field in fields { check(field) }
    checkReaders(fields)
    // Otherwise nothing but the lack of a host would be found.
    if !fields.contains(.host), bytes.first != UInt8(ascii: "-") { fields[.host] = "h.example" }
    let head = RequestHead(
      method: String(decoding: words.first ?? [], as: UTF8.self),
      target: words.count > 1 ? Array(words[1]) : [],
      fields: fields
    )
    answer(head)
  }

  // MARK: - Answers

  private final class Taker: ResponseTaker {
    func take(_ response: ServerResponse, for request: Int) { HeadFuzz.check(response) }
  }

  private static func answer(_ head: RequestHead) {
    switch responder.begin(
      head,
      framing: HeadFraming(head.fields),
      body: nil,
      for: Taker(),
      request: 0
    ) {
    case .answered(let response): check(response)
    case .underWay: break
    }
    let entry = AccessLogEntry(
      time: HTTPDate(seconds: 0),
      head: head,
      status: .ok,
      length: nil,
      duration: .zero
    )
    let line = "\(entry)"
    require(line.utf8.allSatisfy { 0x20..<0x7F ~= $0 }, "not to be printed: \(line)")
  }

  private static func check(_ response: ServerResponse) {
    require(200...599 ~= response.status.code, "\(response.status)")
    for field in response.fields { check(field) }
    guard let location = response.fields[.location] else { return }
    let bytes = Array(location.utf8.prefix(2))
    require(
      bytes.first == UInt8(ascii: "/") && !["/", "\\"].contains(location.dropFirst().first),
      "a redirect to \(location)"
    )
  }

  private static func check(_ field: HeaderField) {
    require(
      field.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 },
      "a control in \(field)"
    )
    require(
      field.value == field.value.trimmed && field.name.text.utf8.isToken,
      "no field: \(field)"
    )
  }

  // MARK: - Values

  /// Reads a text as all that a field's value can be.
  private static func check(_ value: String) {
    let value = value.trimmed
    if let date = HTTPDate(parsing: value) {
      // A leap second is the second before it; the forms of old end in a year, or have one of two
      // digits.
      let isOther = value.contains(":60 ") || !value.hasSuffix("GMT") || value.contains("-")
      require(isOther || date.description == value, "\(value) is read as \(date)")
      require(HTTPDate(parsing: date.description) == date, "\(date) reads not back")
    }
    for size in [0, 1, 10, .max] {
      guard case .part(let offset, let length) = ByteRange(value, size: size) else { continue }
      require(
        offset >= 0 && length > 0 && offset < size && length <= size - offset,
        "\(value) of \(size) is \(offset), \(length)"
      )
    }
    if let type = MediaType(parsing: value) {
      let again = MediaType(parsing: "\(type.type)/\(type.subtype); charset=utf-8")
      require(again == type, "\(type) reads not back")
    }
    if let cookie = try? ResponseCookie(name: "a", value: value, path: value) {
      let fields: HeaderFields = [.cookie: String("\(cookie)".prefix { $0 != ";" })]
      require(RequestCookies(fields)["a"] == value, "\(cookie)")
    }
    let query = QueryParameters(parsing: value)
    let again = QueryParameters(parsing: query.description)
    require(again == query, "\(query) is read as \(again)")
    if let response = try? ServerResponse.redirect(to: value) { check(response) }
  }

  private static func checkReaders(_ fields: HeaderFields) {
    let cookies = RequestCookies(fields)
    for name in cookies.names { require(cookies[name] != nil && !name.isEmpty, "\(cookies)") }
    for name in Set(fields.map(\.name)) {
      for element in fields.elements(of: name) {
        require(!element.isEmpty && !element.utf8.contains(UInt8(ascii: ",")), element)
      }
    }
    let current: HeaderFields = [
      .eTag: "\"a\"", .lastModified: "Sun, 06 Nov 1994 08:49:37 GMT",
    ]
    let conditions = RequestConditions(method: .get, fields: fields)
    let isNamed = fields.contains(.ifMatch) || fields.contains(.ifNoneMatch)
    let isDated = fields.contains(.ifModifiedSince) || fields.contains(.ifUnmodifiedSince)
    if !isNamed, !isDated { require(conditions.verdict(current) == .proceeds, "\(fields)") }
    _ = conditions.allowsRange(current)
  }
}
