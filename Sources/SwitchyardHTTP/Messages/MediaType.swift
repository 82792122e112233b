/// A media type, without its parameters, in lower case.
package struct MediaType: Hashable, Sendable {
  package let type: String
  package let subtype: String

  /// Reads the value of a field; returns `nil` if it is not a media type.
  package init?(parsing text: some StringProtocol) {
    let whole = text.split(at: UInt8(ascii: ";"), omittingEmpty: false).first?.trimmed ?? ""
    let parts = whole.split(at: UInt8(ascii: "/"), omittingEmpty: false)
    guard parts.count == 2, parts[0].utf8.isToken, parts[1].utf8.isToken else { return nil }
    type = parts[0].lowercased()
    subtype = parts[1].lowercased()
  }

  /// Whether it is JSON, or a type based on JSON.
  var isJSON: Bool {
    (type == "application" && subtype == "json") || subtype.hasSuffix("+json")
  }

  /// Whether it is the type that browsers send forms as.
  var isForm: Bool { type == "application" && subtype == "x-www-form-urlencoded" }

  /// Whether it is the type of forms with files.
  var isMultipartForm: Bool { type == "multipart" && subtype == "form-data" }
}
