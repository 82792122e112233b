/// The responses that are compressed, and how.
///
///     router.compress("/pages/*")
///     router.compress("/feeds/*", ResponseCompression(types: ["application/atom+xml"], level: 9))
public struct ResponseCompression: Sendable {
  /// The media types that are compressed: a whole one, such as `text/html`, or `text/*` for all of
  /// a kind, or `+json` for all that are based on JSON.
  ///
  /// They are in lower case and without parameters. Another text stops the program, as no response
  /// is of that type.
  public var types: Set<String> {
    didSet { Self.check(types) }
  }
  /// The least bytes that are worth it, 0 for all; a stream whose length is not known is always.
  public var minimumLength: Int {
    didSet { Self.check(length: minimumLength) }
  }
  /// The effort, from 1, the fastest, to 9, the smallest; another stops the program.
  public var level: Int {
    didSet { Self.check(level) }
  }
  /// Whether responses are compressed that may hold secrets.
  ///
  /// Where a response holds a secret beside text that a stranger can choose, its compressed length
  /// tells the stranger, request by request, what the secret is (the attack is called BREACH). So a
  /// response that sets a cookie is left as it is, and so is one to a request with cookies or with
  /// `Authorization`, unless its `Cache-Control` says `public`. Set this for routes that repeat
  /// nothing of a request.
  ///
  /// A cookie that an `onResponse` closure sets is not seen, as such closures run later: set it in
  /// the response, or let that say `Cache-Control: no-transform`.
  public var includesSecrets: Bool

  /// Chooses the responses.
  ///
  /// A level or a length that is none stops the program, as does a type that no response can have.
  /// - Parameters:
  ///   - types: the media types that are compressed.
  ///   - minimumLength: the least bytes that are worth it.
  ///   - level: the effort, from 1 to 9.
  ///   - includesSecrets: whether responses are compressed that may hold secrets.
  ///   - fileID: the file that chooses them, for a choice that is none.
  ///   - line: the line that chooses them, for a choice that is none.
  public init(
    types: Set<String> = Self.usualTypes,
    minimumLength: Int = 1024,
    level: Int = 6,
    includesSecrets: Bool = false,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    Self.check(level, fileID, line)
    Self.check(types, fileID, line)
    Self.check(length: minimumLength, fileID, line)
    self.types = types
    self.minimumLength = minimumLength
    self.level = level
    self.includesSecrets = includesSecrets
  }

  /// The types that become much smaller: texts, JSON, XML, scripts and WebAssembly.
  public static let usualTypes: Set<String> = [
    "text/*", "+json", "+xml", "application/json", "application/javascript", "application/xml",
    "application/x-ndjson", "application/wasm", "font/otf", "font/ttf", "image/bmp",
    "image/vnd.microsoft.icon",
  ]

  private static func check(
    _ level: Int,
    _ fileID: StaticString = #fileID,
    _ line: UInt = #line
  ) {
    stopUnless(
      1...9 ~= level,
      "ResponseCompression has \(level) for level. Give it one from 1 to 9.",
      fileID,
      line
    )
  }

  private static func check(
    length: Int,
    _ fileID: StaticString = #fileID,
    _ line: UInt = #line
  ) {
    stopUnless(
      length >= 0,
      "ResponseCompression has \(length) for minimumLength. Give it 0 or more bytes.",
      fileID,
      line
    )
  }

  private static func check(
    _ types: Set<String>,
    _ fileID: StaticString = #fileID,
    _ line: UInt = #line
  ) {
    for type in types.sorted() where !isType(type) {
      fatalError(
        "\(type.debugDescription) is no type of responses: write text/html, text/* for all of a kind, or "
          + "+json for all that are based on JSON, in lower case and without parameters.",
        file: fileID,
        line: line
      )
    }
  }

  /// Whether a text is one of the forms that a media type is looked for by.
  private static func isType(_ text: String) -> Bool {
    let whole = text.hasPrefix("+") ? "any/any\(text)" : text
    guard let type = MediaType(parsing: whole), whole == "\(type.type)/\(type.subtype)" else {
      return false
    }
    if text.hasPrefix("+") { return text.utf8.count > 1 && !text.dropFirst().contains("+") }
    return !type.type.contains("*") && (type.subtype == "*" || !type.subtype.contains("*"))
  }

  /// Whether a media type is among the types.
  func includes(_ type: MediaType) -> Bool {
    if types.contains("\(type.type)/\(type.subtype)") || types.contains("\(type.type)/*") {
      return true
    }
    guard let suffix = type.subtype.utf8.lastIndex(of: UInt8(ascii: "+")) else { return false }
    return types.contains(String(type.subtype[suffix...]))
  }
}
