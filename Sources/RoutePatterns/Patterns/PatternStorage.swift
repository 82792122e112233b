internal import SwitchyardLocks
internal import Synchronization

extension RoutePattern {
  /// The contents of a pattern: the fields that a match reads, and access to the rest.
  ///
  /// A pattern that can be matched without PCRE2 takes few bytes, as there can be very many of its
  /// kind. Its rest is made of its text again when it is asked for. That cannot fail: the text was
  /// read before.
  ///
  /// `@unchecked` because of the pointer, which is published once and atomically.
  @safe
  final class Storage: @unchecked Sendable {
    private let shared: SharedOptions
    /// The text it was read from: other options may read it otherwise than the normalised text.
    let sourceText: String
    /// Decides what matches, if it is usable; else PCRE2 does.
    let walker: PlainWalker
    /// The values in the order of the pattern.
    let captures: [PatternCapture]
    /// Whether matches look at a target from its scheme on.
    let seesScheme: Bool
    /// Whether closures check values after the match.
    let hasChecks: Bool
    /// Whether the source is the text of a plain pattern, from which all else is read quickly.
    let isPlainText: Bool
    /// Whether the source is a literal that is no pattern, whose use stops the program.
    let isFaulty: Bool
    /// The details with a reference of their own, once they are made.
    ///
    /// A match takes no reference: all threads would write its count, and each would wait for the
    /// others.
    private let known: Atomic<UnsafeRawPointer?>

    /// Makes a pattern; without details it must be one that PCRE2 surely takes.
    init(
      _ sourceText: String,
      options: Options,
      walker: PlainWalker,
      captures: [PatternCapture],
      seesScheme: Bool,
      isPlainText: Bool = false,
      details: Details? = nil
    ) {
      shared = SharedOptions.having(options)
      self.sourceText = sourceText
      self.walker = walker
      self.captures = captures
      self.seesScheme = seesScheme
      hasChecks = details.map { !$0.checks.isEmpty } ?? false
      self.isPlainText = isPlainText
      isFaulty = false
      unsafe known = Atomic(
        details.map { unsafe UnsafeRawPointer(Unmanaged.passRetained($0).toOpaque()) }
      )
    }

    /// Keeps a literal that is no pattern.
    ///
    /// It has no details, and what needs these stops the program.
    init(faulty sourceText: String) {
      shared = SharedOptions.having(Options())
      self.sourceText = sourceText
      walker = PlainWalker()
      captures = []
      seesScheme = false
      hasChecks = false
      isPlainText = false
      isFaulty = true
      unsafe known = Atomic(nil)
    }

    deinit {
      guard let details = unsafe known.load(ordering: .acquiring) else { return }
      unsafe Unmanaged<Details>.fromOpaque(details).release()
    }
  }

  /// The parts of a pattern and its compiled expression.
  final class Details: Sendable {
    let parts: RouteParts
    /// The normalised text, kept to name a pattern by that has taken steps.
    let text: String
    let validations: [String: RouteValidation]
    /// The validations that are closures; those that are expressions stand in the parts.
    let closures: [String: RouteValidation]
    /// The closures that look at values after the match, with the places of the values.
    let checks: [(index: Int, check: @Sendable (ParameterValue) -> Bool)]
    let compiled: CompiledPattern

    /// Compiles an expression.
    ///
    /// - Throws: a fault when PCRE2 refuses it or it becomes too large.
    init(
      _ parts: RouteParts,
      _ regex: PatternExpression,
      _ validations: [String: RouteValidation],
      _ options: Options
    ) throws(PatternFault) {
      compiled = try CompiledPattern(
        regex,
        ignoresCase: options.letterCase == .insensitive,
        usesJIT: options.usesJIT,
        limits: options.limits
      )
      self.parts = parts
      text = parts.text(slashes: options.slashes)
      self.validations = validations
      closures = validations.isEmpty ? [:] : validations.filter { $0.value.regex == nil }
      checks =
        validations.isEmpty
        ? []
        : regex.captures.enumerated().compactMap { index, capture in
          validations[capture.name]?.check.map { (index, $0) }
        }
    }
  }

  /// The options of many patterns, in one place.
  private final class SharedOptions: Sendable {
    let options: Options

    private init(_ options: Options) { self.options = options }

    private static let usual = SharedOptions(Options())
    /// Patterns are mostly made one after the other with the same ones.
    private static let latest = Locked(usual)

    static func having(_ options: Options) -> SharedOptions {
      if options == usual.options { return usual }
      return latest.withLock { latest in
        if latest.options != options { latest = SharedOptions(options) }
        return latest
      }
    }
  }
}

// MARK: - Details

extension RoutePattern.Storage {
  /// Calls a closure with the details, which are made at the first call, and takes no reference to
  /// them.
  @inline(__always)
  func withDetails<Result>(_ body: (RoutePattern.Details) -> Result) -> Result {
    let details = unsafe known.load(ordering: .acquiring) ?? publishedDetails()
    return unsafe HeldReference<RoutePattern.Details>(at: details).read(body)
  }

  @inline(never)
  private func publishedDetails() -> UnsafeRawPointer {
    let made = unsafe Unmanaged.passRetained(completeDetails())
    let (isFirst, original) = unsafe known.compareExchange(
      expected: nil,
      desired: UnsafeRawPointer(made.toOpaque()),
      ordering: .acquiringAndReleasing
    )
    guard !isFirst, let original = unsafe original else {
      return unsafe UnsafeRawPointer(made.toOpaque())
    }
    // Another thread was first; its details are as good.
    unsafe made.release()
    return unsafe original
  }

  private func completeDetails() -> RoutePattern.Details {
    do {
      let (parts, regex) = try RoutePattern.read(Array(sourceText.utf8), [:], options)
      return try RoutePattern.Details(parts, regex, [:], options)
    } catch {
      if isFaulty { stop() }
      fatalError("The pattern \(sourceText) cannot be compiled: there is no memory left.")
    }
  }

  /// Stops the program for a literal that is no pattern.
  private func stop() -> Never {
    do throws(PatternError) {
      _ = try RoutePattern(parsing: sourceText)
      fatalError("The literal \(sourceText) is a pattern.")
    } catch {
      fatalError("A literal is no pattern. \(error)")
    }
  }

  /// Stops the program if the source is a literal that is no pattern.
  @inline(__always)
  func stopIfFaulty() { if isFaulty { stop() } }

  /// Makes the details now, if matches are going to need them.
  func prepare() {
    if !walker.isUsable { withDetails { _ in } }
  }

  /// Whether there are details: always, unless PCRE2 surely takes the expression and has not been
  /// asked yet.
  var hasDetails: Bool { unsafe known.load(ordering: .acquiring) != nil }
}

extension RoutePattern.Storage {
  var options: RoutePattern.Options { shared.options }

  /// The parts of the text, which are had without compiling it.
  var parts: RouteParts {
    stopIfFaulty()
    if !hasDetails, let parts = try? RoutePattern.parts(of: Array(sourceText.utf8), options) {
      return parts
    }
    return withDetails(\.parts)
  }

  /// The expression that decides what matches, written anew.
  var expression: PatternExpression {
    var regex = PatternExpression(
      ignoresCase: options.letterCase == .insensitive,
      limits: options.limits
    )
    // Parts that were written once can be written again.
    try? parts.write(to: &regex, slashes: options.slashes)
    return regex
  }

  // What is compiled later has no validations.
  var validations: [String: RouteValidation] { hasDetails ? withDetails(\.validations) : [:] }
  var closures: [String: RouteValidation] { hasChecks ? withDetails(\.closures) : [:] }

  /// The normalised text, written when it is asked for, unless there are details.
  var text: String {
    guard isPlainText else {
      return hasDetails ? withDetails(\.text) : parts.text(slashes: options.slashes)
    }
    return sourceText.utf8.first == UInt8(ascii: "/") ? sourceText : "/" + sourceText
  }

  /// Whether it is the root alone.
  var isRoot: Bool { text == "/" }

  /// The outline of the path.
  var outline: PatternOutline {
    let options = options
    if isPlainText,
      let plain = PatternOutline(plain: Array(sourceText.utf8), slashes: options.slashes)
    {
      return plain
    }
    let parts = parts
    var outline = PatternOutline(
      parts.path,
      slashes: options.slashes,
      ignoresCase: options.letterCase == .insensitive,
      syntax: .routePath(options.slashes)
    )
    if seesScheme || hasChecks { outline.isExact = false }
    return outline
  }

  /// The key that says how specific the pattern is.
  var specificityKey: [UInt8] {
    (isPlainText ? SpecificityKey(plain: PlainReader(sourceText)) : parts.specificityKey).bytes
  }

  func isEqual(to other: RoutePattern.Storage) -> Bool {
    guard options == other.options, seesScheme == other.seesScheme else { return false }
    if isPlainText, other.isPlainText { return text == other.text }
    return parts == other.parts && closures == other.closures
  }
}
