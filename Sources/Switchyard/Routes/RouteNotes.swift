/// The notes on a map or fallback for those who call it, as documents of an API have them.
///
///     router.get("/books/:id", about: "Returns a book") { … }
///     router.get(
///       "/v1/books", about: RouteNotes("Lists books", isDeprecated: true, sunset: "2027-06-30")
///     ) { … }
///
/// They are shown by listings and exports, and change nothing of what the route does.
public struct RouteNotes: Hashable, Sendable {
  /// The purpose of the route in one line.
  public let summary: String?
  /// The text that says more, which may have several lines.
  public let description: String?
  /// Whether callers should no longer use it.
  public let isDeprecated: Bool
  /// The day from which it may be gone, as `2027-06-30`.
  public let sunset: String?

  /// Makes notes.
  ///
  /// - Parameters:
  ///   - summary: the purpose of the route in one line.
  ///   - description: a text that says more, which may have several lines.
  ///   - isDeprecated: whether callers should no longer use it.
  ///   - sunset: the day from which it may be gone, as `2027-06-30`; what is no such day stops the
  ///     program.
  ///   - fileID: the file that writes them, for a day that is none.
  ///   - line: the line that writes them, for a day that is none.
  public init(
    _ summary: String? = nil,
    description: String? = nil,
    isDeprecated: Bool = false,
    sunset: String? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    stopUnless(
      sunset?.isDay != false,
      "\"\(sunset?.excerpt ?? "")\" is no day; write one such as 2027-06-30.",
      fileID,
      line
    )
    self.init(summary, description, isDeprecated, sunset)
  }

  private init(
    _ summary: String?,
    _ description: String?,
    _ isDeprecated: Bool,
    _ sunset: String?
  ) {
    self.summary = summary
    self.description = description
    self.isDeprecated = isDeprecated
    self.sunset = sunset
  }
}

extension RouteNotes: ExpressibleByStringLiteral {
  /// Makes notes of a summary alone.
  public init(stringLiteral summary: String) { self.init(summary) }
}

extension RouteNotes: Codable {
  private enum CodingKeys: String, CodingKey {
    case summary, description, sunset
    case isDeprecated = "deprecated"
  }

  /// The keys that are read.
  package static let codedKeys: Set<String> = ["summary", "description", "sunset", "deprecated"]

  /// Reads notes, of which any may be missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let sunset = try container.decodeIfPresent(String.self, forKey: .sunset)
    guard sunset?.isDay != false else {
      throw DecodingError.dataCorruptedError(
        forKey: .sunset,
        in: container,
        debugDescription: "A sunset is a day, such as 2027-06-30."
      )
    }
    self.init(
      try container.decodeIfPresent(String.self, forKey: .summary),
      try container.decodeIfPresent(String.self, forKey: .description),
      try container.decodeIfPresent(Bool.self, forKey: .isDeprecated) ?? false,
      sunset
    )
  }

  /// Writes the notes that there are.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(summary, forKey: .summary)
    try container.encodeIfPresent(description, forKey: .description)
    if isDeprecated { try container.encode(true, forKey: .isDeprecated) }
    try container.encodeIfPresent(sunset, forKey: .sunset)
  }
}

extension String {
  /// Whether it is a day of the calendar as `2027-06-30`.
  fileprivate var isDay: Bool {
    let parts = utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2],
      parts.joined().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return false }
    let numbers = parts.compactMap { Int(String(Substring($0))) }
    let (year, month, day) = (numbers[0], numbers[1], numbers[2])
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...12).contains(month) && (1...lengths[month - 1]).contains(day)
  }
}
