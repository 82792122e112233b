#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The response that a client receives for an error: its status and public message, without
/// internal information.
struct ProblemDetails {
  private let error: ResponseError
  /// The maker of a page, if there is one.
  private let page: (() -> String?)?
  private let encoder: JSONEncoder

  init(_ error: ResponseError, page: (() -> String?)?, encoder: JSONEncoder) {
    self.error = error
    self.page = page
    self.encoder = encoder
  }

  /// Makes the response: problem details of RFC 9457 for clients that prefer JSON, the page for
  /// those that prefer HTML, plain text for all others.
  /// - Parameters:
  ///   - accept: the field `Accept` of the request.
  ///   - onFault: the receiver of the error of a member that cannot be encoded, and is left out.
  /// - Returns: the response.
  func response(
    accept: String?,
    onFault: (any Error) -> Void = { _ in }
  ) -> ServerResponse {
    var fields = error.fields
    guard !error.status.forbidsBody else { return ServerResponse(error.status, fields: fields) }
    fields.vary(by: .accept)
    let (type, text) = content(for: accept, onFault)
    fields[.contentType] = type
    return ServerResponse(error.status, fields: fields, body: .bytes(Array(text.utf8)))
  }

  /// Returns the media type and the text of the body.
  private func content(
    for accept: String?,
    _ onFault: (any Error) -> Void
  ) -> (type: String, text: String) {
    let wish = accept.map { WantedForm($0) }
    if wish?.isPage == true, let page = page?() { return ("text/html; charset=utf-8", page) }
    if wish?.isJSON == true { return ("application/problem+json", json(onFault)) }
    return ("text/plain; charset=utf-8", text)
  }

  private var title: String {
    error.status.reason.isEmpty ? "\(error.status.code)" : error.status.reason
  }

  private var text: String {
    // What is said of a field may be a client's words, and is not to forge a line.
    let fields = error.invalidFields.map { field in
      let source = field.source.map { " (\("\($0)".printable))" } ?? ""
      return "\(field.field.excerpt)\(source): \(field.message.printable)"
    }
    return ([title] + [error.message].compactMap(\.self) + fields).map { "\($0)\n" }.joined()
  }

  private func json(_ onFault: (any Error) -> Void) -> String {
    var members = [
      "\"type\":\(Self.quoted(error.type ?? "about:blank"))",
      "\"title\":\(Self.quoted(title))", "\"status\":\(error.status.code)",
    ]
    if let message = error.message { members.append("\"detail\":\(Self.quoted(message))") }
    if let instance = error.instance { members.append("\"instance\":\(Self.quoted(instance))") }
    let known = ["type", "title", "status", "detail", "instance"]
    for (name, value) in error.members.sorted(by: { $0.key < $1.key }) where !known.contains(name) {
      do {
        let json = String(decoding: try encoder.encode(value), as: UTF8.self)
        members.append("\(Self.quoted(name)):\(json)")
      } catch {
        onFault(error)
      }
    }
    return "{\(members.joined(separator: ","))}"
  }

  private static func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }
}

/// The form of an error that a client wants, as the field `Accept` says.
private struct WantedForm {
  /// Whether it wants a page more than anything else.
  let isPage: Bool
  /// Whether it wants JSON more than plain text.
  let isJSON: Bool

  init(_ accept: String) {
    let ranges = accept.split(at: UInt8(ascii: ",")).prefix(50).compactMap { AcceptedRange($0) }
    let text = Self.quality(of: ("text", "plain"), ranges)
    let page = Self.quality(of: ("text", "html"), ranges)
    let json = max(
      Self.quality(of: ("application", "problem+json"), ranges),
      Self.quality(of: ("application", "json"), ranges)
    )
    isPage = page > text && page > json
    isJSON = json > text
  }

  /// Returns the quality that the most precise range gives a type.
  private static func quality(
    of type: (type: String, subtype: String),
    _ ranges: [AcceptedRange]
  ) -> Double {
    let fitting = ranges.compactMap { range in
      range.precision(for: type).map { (precision: $0, quality: range.quality) }
    }
    return fitting.max { $0.precision < $1.precision }?.quality ?? 0
  }
}

extension ServerResponse {
  /// Makes the answer of an error, in plain text.
  package static func problem(_ error: ResponseError) -> ServerResponse {
    ProblemDetails(error, page: nil, encoder: .standard()).response(accept: nil)
  }

  /// Returns the answer of an error, in plain text, in the place of this response, whose body
  /// cannot be sent.
  ///
  /// It keeps the fields that say nothing of the body and lead nowhere else, as others may have
  /// added them.
  package func replaced(by error: ResponseError) -> ServerResponse {
    var problem = Self.problem(error)
    var kept = fields
    for name in Self.fieldsOfBody { kept[name] = nil }
    for name in problem.fields.elements(of: .vary).compactMap(HeaderField.Name.init(parsing:)) {
      kept.vary(by: name)
    }
    let others = problem.fields.filter { $0.name != .vary }
    for field in others { kept[field.name] = nil }
    for field in others { kept.append(field) }
    problem.fields = kept
    return problem
  }

  /// The fields that describe a body and what comes behind it, lead to another, or say how long it
  /// may be kept.
  private static let fieldsOfBody: [HeaderField.Name] = [
    .acceptRanges, "Age", .cacheControl, "CDN-Cache-Control", "Cloudflare-CDN-Cache-Control",
    "Content-Digest", .contentDisposition, .contentEncoding, "Content-Language", .contentLength,
    "Content-Location", "Content-MD5", .contentRange, .contentType, "Digest", .eTag,
    "Edge-Control", "Expires", "Keep-Alive", .lastModified, "Link", .location,
    "Preference-Applied", "Refresh", "Repr-Digest", "Signature", "Signature-Input", "SourceMap",
    "Surrogate-Control", "Trailer", "Unencoded-Digest", "Upgrade", "Use-As-Dictionary",
    "X-Accel-Expires", "X-Accel-Redirect", "X-LIGHTTPD-Send-File", "X-Reproxy-URL", "X-Sendfile",
    "X-SourceMap",
  ]
}

/// A range of media types that a client accepts.
private struct AcceptedRange {
  let type: String
  let subtype: String
  let quality: Double

  init?(_ text: Substring) {
    let parts = text.split(at: UInt8(ascii: ";")).map(\.trimmed)
    guard let name = parts.first, let type = MediaType(parsing: name) else { return nil }
    self.type = type.type
    self.subtype = type.subtype
    let weight = parts.dropFirst().first { $0.lowercased().hasPrefix("q=") }
    let quality = weight.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
    self.quality = (0...1).contains(quality) ? quality : 0
  }

  /// Returns the precision with which the range names a type, or `nil` if it does not.
  func precision(for type: (type: String, subtype: String)) -> Int? {
    switch (self.type, subtype) {
    case (type.type, type.subtype): 2
    case (type.type, "*"): 1
    case ("*", "*"): 0
    default: nil
    }
  }
}
