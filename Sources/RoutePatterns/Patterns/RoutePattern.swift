/// The pattern of a route: the text it is registered with, and its compiled form.
///
///     let book: RoutePattern = "/books/:id(\\d+)"
///     let target = try RouteTarget("https://example.com/books/42?page=7")
///     if let match = try book.match(target) {
///       print(match["id"] ?? "")                 // 42
///     }
///     try book.url(["id": "42"])                 // "/books/42"
///
/// | pattern | matches |
/// |---|---|
/// | `/books/:id` | one segment that is not empty |
/// | `/books/:id(\\d+)` | a segment that the regular expression accepts in full |
/// | `/files/:path(.+)` | several segments, as for `.*`, and where an expression holds a slash |
/// | `/:file.:ext`, `/v:major` | several parameters in a segment, or text around one |
/// | `/books{/:id}?` | a group that may be absent; `+` and `*` repeat it |
/// | `/route/*` | anything, the empty text and slashes too; its values are named "0", "1", … |
/// | `/:_/info` | one segment, without a name |
/// | `/files/...` | one segment or more, without a name |
/// | `app://push/info` | with a scheme, and with a host if the scheme has one apart from the path |
/// | `//:tenant.example.com/*` | with a host, under any scheme that has one apart from the path |
///
/// A pattern without either matches under any scheme and host; one with a scheme never matches a
/// target without it, and one with a host but no port matches every port. A pattern is a value: one
/// reference, cheap to copy, safe to match on any number of threads at once.
public struct RoutePattern: Sendable {
  let storage: Storage

  init(storage: Storage) { self.storage = storage }

  /// Reads a pattern from a text that comes from elsewhere.
  ///
  /// - Parameters:
  ///   - text: the pattern.
  ///   - validations: the checks that the values of parameters must pass, by name.
  ///   - options: the policies of matching, and the limits.
  /// - Throws: `PatternError` with the fault in the text, and its place.
  public init(
    parsing text: String,
    where validations: [String: RouteValidation] = [:],
    options: Options = Options()
  ) throws(PatternError) {
    storage = try Self.compile(text, validations, options)
  }

  /// Makes a pattern of a literal, with validations of its parameters.
  ///
  ///     RoutePattern("/books/:id", where: ["id": "\\d+"])
  ///
  /// A literal that is not a valid pattern stops the program with a message that shows the fault;
  /// read a text from elsewhere with ``init(parsing:where:options:)``.
  public init(
    _ literal: StaticString,
    where validations: [String: RouteValidation],
    options: Options = Options(),
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    do {
      storage = try Self.compile(literal.description, validations, options)
    } catch {
      fatalError("\(error)", file: file, line: line)
    }
  }

  /// The same pattern under other options.
  ///
  /// A router compiles every pattern for the policies that all its routes share; one that ignores
  /// the case of letters it takes only if it does so itself.
  public func with(_ options: Options) throws(PatternError) -> RoutePattern {
    try check()
    return options == storage.options
      ? self
      : try RoutePattern(
        parsing: storage.sourceText,
        where: storage.validations,
        options: options
      )
  }
}

// MARK: - Contents

extension RoutePattern {
  /// The normalised text, validations by regular expressions included, from which an equal pattern
  /// is read.
  public var text: String { storage.text }

  /// The text of the regular expression that decides what matches.
  public var regex: String { storage.expression.string }

  /// The options the pattern was made with.
  public var options: Options { storage.options }

  /// The names of the parameters, in the order of the pattern; those without one are numbered from
  /// 0.
  public var parameterNames: [String] {
    storage.stopIfFaulty()
    return storage.captures.map(\.name)
  }

  /// The scheme that a target must have, in lower case, or `nil` for any; behind `//` for any that
  /// has a host.
  public var scheme: String? {
    storage.stopIfFaulty()
    return storage.seesScheme ? storage.parts.scheme : nil
  }

  /// Whether closures check values after the match, so that the regular expression alone does not
  /// decide.
  public var hasOpaqueValidations: Bool {
    storage.stopIfFaulty()
    return storage.hasChecks
  }

  /// Compares how specific two patterns are: scheme and host first, then the path part by part,
  /// literals before parameters before wildcards.
  public func specificity(comparedTo other: RoutePattern) -> SpecificityOrder {
    SpecificityOrder(storage.specificityKey, other.storage.specificityKey)
  }

  /// The place of the pattern in the order from general to specific, as bytes: the keys of two
  /// compare, byte by byte, as the patterns do.
  package var specificityKey: [UInt8] { storage.specificityKey }

  /// The outline of the path, made anew at each call, in little time.
  package var outline: PatternOutline { storage.outline }

  /// Whether this pattern is the more specific of the two.
  public func isMoreSpecific(than other: RoutePattern) -> Bool {
    specificity(comparedTo: other) == .moreSpecific
  }
}

extension RoutePattern: ExpressibleByStringLiteral {
  /// Makes a pattern of a literal; one that is not valid stops the program where it is used, with
  /// a message that shows the fault.
  ///
  /// A literal does not know its place. What registers routes does, and names the file and the line
  /// of the call.
  public init(stringLiteral value: StaticString) {
    let text = value.description
    storage = (try? Self.compile(text, [:], Options())) ?? Storage(faulty: text)
  }

  /// Throws the fault of a literal that is no pattern, for those who know the place of its use.
  package func check() throws(PatternError) {
    guard storage.isFaulty else { return }
    _ = try RoutePattern(parsing: storage.sourceText)
    // It was refused for a reason that has gone, such as a lack of memory, and matches nothing.
    storage.stopIfFaulty()
  }

  /// Throws for a pattern that a router cannot have under its policy for the case of letters.
  ///
  /// It is one that may match less there than by itself, or a literal that is no pattern.
  package func check(under letterCase: Options.LetterCase) throws(PatternError) {
    try check()
    guard options.letterCase == .insensitive, letterCase == .sensitive else { return }
    throw PatternError(code: .caseIgnored, text: storage.sourceText, offset: 0)
  }
}

extension RoutePattern: Hashable {
  /// Two patterns are equal when they are read into the same parts, with the same validations and
  /// options.
  public static func == (one: RoutePattern, other: RoutePattern) -> Bool {
    one.storage === other.storage || one.storage.isEqual(to: other.storage)
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    // The same parts have the same text.
    hasher.combine(text)
    hasher.combine(options)
  }
}

extension RoutePattern: CustomStringConvertible {
  /// The normalised text.
  public var description: String { text }
}
