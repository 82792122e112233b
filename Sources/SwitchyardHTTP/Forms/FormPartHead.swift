internal import RoutePatterns

/// The header of a part, as RFC 7578 has it.
struct FormPartHead: Sendable {
  let name: String
  let givenFilename: String?
  let fields: HeaderFields
  /// The number of bytes that it came in.
  let length: Int

  var isFile: Bool { givenFilename != nil }
  var filename: String? { givenFilename.flatMap { Self.safeName(of: $0) } }

  /// The part, in words for the client.
  var place: String { "The \(isFile ? "file" : "field") \"\(name.excerpt)\" of the form" }

  func tooLong(beyond limit: Int) -> ResponseError {
    let field = ResponseError.InvalidField(
      name,
      "has more than \(limit) bytes",
      source: .form,
      expected: "at most \(limit) bytes"
    )
    return .tooLong("\(place) has", limit: limit, field: field)
  }

  /// The error of a text that is not UTF-8.
  var notUTF8: ResponseError {
    let field = ResponseError.InvalidField(
      name,
      "is not UTF-8",
      source: .form,
      expected: "text in UTF-8"
    )
    return .unreadable("\(place) is not UTF-8.", field)
  }

  /// A header that cannot be read, with the words for what was expected.
  struct Fault: Error {
    let expectation: String
    var status = ResponseStatus.badRequest
  }

  /// Reads a header, with the line breaks at the ends of its lines.
  init(parsing bytes: some Collection<UInt8>) throws(Fault) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Fault(expectation: "the header of a part is UTF-8")
    }
    guard !text.hasCrowdedMarks else {
      throw Fault(expectation: "a letter in the header of a part has at most 100 marks")
    }
    length = bytes.count
    fields = try Self.fields(of: text)
    let dispositions = fields[values: .contentDisposition]
    guard dispositions.count == 1 else {
      throw Fault(expectation: "each part has one field Content-Disposition")
    }
    var reader = FieldValueReader(dispositions[0])
    guard reader.token()?.lowercased() == "form-data",
      let parameters = reader.parameters(.quotes)
    else {
      throw Fault(
        expectation: "Content-Disposition is form-data with parameters, each of them once"
      )
    }
    guard let name = parameters["name"] else {
      throw Fault(expectation: "each part has a name")
    }
    self.name = Self.decoded(name)
    givenFilename = parameters["filename"].map { Self.decoded($0) }
    // RFC 7578, 4.2: it must not be used; who reads another name than we do is misled. Some clients
    // write it beside each name all the same.
    let isSound = parameters.allSatisfy { parameter in
      !parameter.key.contains("*")
        || parameter.key == "filename*" && Self.isSame(parameter.value, givenFilename)
    }
    guard isSound else {
      throw Fault(
        expectation: "names are UTF-8, and filename* says the same as the filename beside it"
      )
    }
    try check()
  }

  /// Whether a name with its charset and its escapes, as RFC 8187 has them, is this one.
  private static func isSame(_ extended: String, _ name: String?) -> Bool {
    guard let name, extended.prefix(7).lowercased() == "utf-8''" else { return false }
    return extended.dropFirst(7).decodingPercent().map { $0.utf8.elementsEqual(name.utf8) } ?? false
  }

  /// Refuses what would be read as something else than it is.
  private func check() throws(Fault) {
    guard fields[values: .contentType].count <= 1 else {
      throw Fault(expectation: "a part has one media type")
    }
    let codings = fields[values: "Content-Transfer-Encoding"].map { $0.lowercased() }
    guard codings.allSatisfy(["7bit", "8bit", "binary"].contains) else {
      throw Fault(
        expectation: "a part has no Content-Transfer-Encoding",
        status: .unsupportedMediaType
      )
    }
    guard !isFile, let type = fields[.contentType] else { return }
    let place = type.utf8.firstIndex(of: UInt8(ascii: ";")) ?? type.endIndex
    var reader = FieldValueReader(type[place...])
    guard let parameters = reader.parameters() else {
      throw Fault(expectation: "a media type has parameters, each of them once")
    }
    let charset = parameters["charset"]?.lowercased() ?? "utf-8"
    guard ["utf-8", "us-ascii"].contains(charset) else {
      throw Fault(expectation: "fields are UTF-8", status: .unsupportedMediaType)
    }
  }

  private static func fields(of text: String) throws(Fault) -> HeaderFields {
    var fields = HeaderFields()
    // A line break is one character, and by itself no other is one here.
    let lines = text.utf8.dropLast()
    guard !lines.isEmpty else { return fields }
    // One of a line feed alone is none, which others might take for the end.
    for line in lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let isEnded = line.last == UInt8(ascii: "\r")
      let parts = line.dropLast().split(
        separator: UInt8(ascii: ":"),
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      guard isEnded, parts.count == 2,
        let name = HeaderField.Name(parsing: String(Substring(parts[0]))),
        !parts[1].contains(where: HeaderField.isControl)
      else {
        throw Fault(expectation: "a line of a part's header is a name, a colon and a value")
      }
      fields.append(name, value: String(Substring(parts[1])))
    }
    return fields
  }

  /// Returns a name without the three escapes that browsers write in it.
  private static func decoded(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: "%")) else { return name }
    var bytes: [UInt8] = []
    var rest = Array(name.utf8)[...]
    while let byte = rest.first {
      let escape = rest.prefix(3)
      let known = [("%22", "\""), ("%0D", "\r"), ("%0A", "\n")]
        .first { escape.elementsEqual($0.0.utf8) }
      bytes += known.map { Array($0.1.utf8) } ?? [byte]
      rest = rest.dropFirst(known == nil ? 1 : 3)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the last part of a name, without controls and without dots and spaces around it; `nil`
  /// if it has more bytes than a file's name may have.
  private static func safeName(of name: String) -> String? {
    let last = name.unicodeScalars.split(omittingEmptySubsequences: false) {
      $0 == "/" || $0 == "\\"
    }.last
    var scalars = Array(last ?? "".unicodeScalars[...]).filter { scalar in
      switch scalar.properties.generalCategory {
      // Formats turn the direction of text, and so its ending.
      case .control, .format, .lineSeparator, .paragraphSeparator: false
      default: true
      }
    }[...]
    let isDropped: (Unicode.Scalar) -> Bool = { $0 == "." || $0.properties.isWhitespace }
    scalars = scalars.drop(while: isDropped)
    // Cut, it might have another ending.
    guard scalars.reduce(0, { $0 + UTF8.width($1) }) <= 255 else { return nil }
    while let last = scalars.last, isDropped(last) { scalars.removeLast() }
    return scalars.isEmpty ? nil : String(String.UnicodeScalarView(scalars))
  }
}
