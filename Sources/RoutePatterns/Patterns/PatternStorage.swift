internal import Synchronization

extension RoutePattern {
  /// The contents of a pattern: the fields that a match reads, and access to the rest.
  ///
  /// `@unchecked` because it is inherited from: all fields, here and in the subclasses, are
  /// constant, or published once and atomically.
  class Storage: @unchecked Sendable {
    private final let shared: SharedOptions
    /// The text it was read from: other options may read it otherwise than the normalised text.
    final let sourceText: String
    final let plain: PlainMatcher
    /// Whether matches look at a target from its scheme on.
    final let seesScheme: Bool
    /// Whether closures check values after the match.
    final let hasChecks: Bool
    /// Whether the source is the text of a plain pattern, from which all else is read quickly.
    final let isPlainText: Bool
    /// Whether it is a `Lean`, which holds only what a match needs; else it is a `Full`.
    fileprivate final let isLean: Bool

    fileprivate init(
      options: Options,
      sourceText: String,
      plain: PlainMatcher,
      seesScheme: Bool,
      hasChecks: Bool = false,
      isPlainText: Bool = false,
      isLean: Bool
    ) {
      shared = SharedOptions.having(options)
      self.sourceText = sourceText
      self.plain = plain
      self.seesScheme = seesScheme
      self.hasChecks = hasChecks
      self.isPlainText = isPlainText
      self.isLean = isLean
    }
  }

  /// A pattern that is matched without PCRE2: few bytes, as there can be very many of its kind.
  ///
  /// The rest is made from its text again when it is asked for. That cannot fail: the text was read
  /// before.
  @safe
  final class Lean: Storage, @unchecked Sendable {
    private let madeFull = AtomicLazyReference<Full>()
    /// A `CaptureList` with a reference of its own, once it is made.
    ///
    /// Readers take no reference: all threads would write its count, and each would wait for the
    /// others.
    private let madeCaptures = unsafe Atomic<UnsafeRawPointer?>(nil)

    /// Adopts the result of reading a text that is plain, or was found to be in the end.
    init(
      options: Options,
      sourceText: String,
      plain: PlainMatcher,
      seesScheme: Bool,
      isPlainText: Bool
    ) {
      super.init(
        options: options,
        sourceText: sourceText,
        plain: plain,
        seesScheme: seesScheme,
        isPlainText: isPlainText,
        isLean: true
      )
    }

    deinit {
      guard let list = unsafe madeCaptures.load(ordering: .acquiring) else { return }
      unsafe Unmanaged<CaptureList>.fromOpaque(list).release()
    }
  }

  /// A pattern with all that belongs to it.
  final class Full: Storage, @unchecked Sendable {
    fileprivate let ownValidations: [String: RouteValidation]
    fileprivate let ownParts: RouteParts
    /// The validations that are closures; those that are expressions stand in the parts.
    fileprivate let ownClosures: [String: RouteValidation]
    let ownCompiled: CompiledPattern
    /// The closures that look at values after the match, by the place of the value.
    let checks: [(index: Int, check: @Sendable (String) -> Bool)]

    init(
      options: Options,
      sourceText: String,
      validations: [String: RouteValidation],
      parts: RouteParts,
      compiled: consuming CompiledPattern
    ) {
      ownValidations = validations
      ownParts = parts
      ownClosures = validations.isEmpty ? [:] : validations.filter { $0.value.regex == nil }
      checks = compiled.checks(ownClosures)
      let plain = compiled.plain
      ownCompiled = compiled
      super.init(
        options: options,
        sourceText: sourceText,
        plain: plain,
        seesScheme: parts.scheme != nil,
        hasChecks: !checks.isEmpty,
        isLean: false
      )
    }
  }

  /// The options of many patterns, in one place.
  private final class SharedOptions: Sendable {
    let options: Options

    private init(_ options: Options) { self.options = options }

    private static let usual = SharedOptions(Options())
    /// Patterns are mostly made one after the other with the same options.
    private static let latest = Locked(usual)

    static func having(_ options: Options) -> SharedOptions {
      if options == usual.options { return usual }
      return latest.withLock { latest in
        if latest.options != options { latest = SharedOptions(options) }
        return latest
      }
    }
  }

  /// Values of a pattern, handed on as one reference.
  private final class CaptureList: Sendable {
    let captures: [PatternCapture]

    init(_ captures: [PatternCapture]) { self.captures = captures }
  }
}

// MARK: - Parts made when they are asked for

extension RoutePattern.Lean {
  /// The pattern with all that belongs to it.
  fileprivate var complete: RoutePattern.Full {
    if let full = madeFull.load() { return full }
    do throws(PatternFault) {
      let (parts, regex) = try RoutePattern.read(sourceText, [:], options)
      let compiled = try CompiledPattern(
        regex,
        ignoresCase: false,
        usesJIT: options.usesJIT,
        limits: options.limits
      )
      return madeFull.storeIfNil(
        RoutePattern.Full(
          options: options,
          sourceText: sourceText,
          validations: [:],
          parts: parts,
          compiled: compiled
        )
      )
    } catch {
      fatalError("The pattern \(sourceText) cannot be compiled: there is no memory left.")
    }
  }

  /// Calls a closure with the values, which are made without all the rest.
  @inline(__always)
  fileprivate func withOwnCaptures<Result>(_ body: ([PatternCapture]) -> Result) -> Result {
    let list = unsafe madeCaptures.load(ordering: .acquiring) ?? publishedCaptures()
    return unsafe Unmanaged<RoutePattern.CaptureList>.fromOpaque(list)._withUnsafeGuaranteedRef {
      body($0.captures)
    }
  }

  @inline(never)
  private func publishedCaptures() -> UnsafeRawPointer {
    let captures =
      isPlainText ? withSource { PlainText.captures(of: $0) } : complete.ownCompiled.captures
    let made = unsafe Unmanaged.passRetained(RoutePattern.CaptureList(captures))
    let (isFirst, original) = unsafe madeCaptures.compareExchange(
      expected: nil,
      desired: UnsafeRawPointer(made.toOpaque()),
      ordering: .acquiringAndReleasing
    )
    guard !isFirst, let original = unsafe original else {
      return unsafe UnsafeRawPointer(made.toOpaque())
    }
    // Another thread was first; its list is as good.
    unsafe made.release()
    return unsafe original
  }

  /// Reads the text again and passes the result to a closure, without keeping it.
  fileprivate func reading<Result>(_ body: (RouteParts, PatternRegex) -> Result) -> Result? {
    guard madeFull.load() == nil,
      let (parts, regex) = try? RoutePattern.read(sourceText, [:], options)
    else { return nil }
    return body(parts, regex)
  }
}

extension RoutePattern.Storage {
  final var options: RoutePattern.Options { shared.options }

  /// `unsafe`: `isLean`, set when it was made, says which of the two it is.
  private final var lean: RoutePattern.Lean? {
    isLean ? unsafe unsafeDowncast(self, to: RoutePattern.Lean.self) : nil
  }

  /// All that belongs to the pattern.
  final var full: RoutePattern.Full { lean?.complete ?? known }

  /// The same, where it is known not to be lean.
  final var known: RoutePattern.Full {
    unsafe unsafeDowncast(self, to: RoutePattern.Full.self)
  }

  final var parts: RouteParts { full.ownParts }
  /// The same, without making what else there may be to a lean one.
  final var readParts: RouteParts { lean?.reading { parts, _ in parts } ?? parts }
  final var compiled: CompiledPattern { _read { yield full.ownCompiled } }
  final var validations: [String: RouteValidation] { isLean ? [:] : known.ownValidations }
  final var closures: [String: RouteValidation] { isLean ? [:] : known.ownClosures }

  /// The values in the order of the pattern.
  final var captures: [PatternCapture] {
    withCaptures { $0 }
  }

  /// Calls a closure with the values in the order of the pattern.
  @inline(__always)
  final func withCaptures<Result>(_ body: ([PatternCapture]) -> Result) -> Result {
    guard isLean else { return body(known.ownCompiled.captures) }
    return unsafe unsafeDowncast(self, to: RoutePattern.Lean.self).withOwnCaptures(body)
  }

  /// The normalised text, written when it is asked for.
  final var text: String {
    if isPlainText {
      return withSource { $0[0] } == UInt8(ascii: "/") ? sourceText : "/" + sourceText
    }
    let slashes = options.slashes
    return lean?.reading { parts, _ in parts.text(slashes: slashes) }
      ?? parts.text(slashes: slashes)
  }

  /// The text of the expression, written when it is asked for.
  final var regex: String {
    lean?.reading { _, regex in String(decoding: regex.text, as: UTF8.self) } ?? compiled.regex
  }

  /// Whether it is the root alone.
  final var isRoot: Bool {
    isPlainText ? sourceText == "/" : !seesScheme && parts.path == [.fixed("/", at: 0)]
  }

  /// Calls a closure with the bytes of the source.
  final func withSource<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    var text = sourceText
    return text.withUTF8 { bytes in body(unsafe bytes.span) }
  }

  // MARK: - Comparisons

  final func specificity(comparedTo other: RoutePattern.Storage) -> SpecificityOrder {
    guard isPlainText, other.isPlainText else {
      return parts.specificity(comparedTo: other.parts)
    }
    return withSource { mine in
      other.withSource { theirs in PlainText.specificity(mine, comparedTo: theirs) }
    }
  }

  final func isEqual(to other: RoutePattern.Storage) -> Bool {
    guard options == other.options, seesScheme == other.seesScheme else { return false }
    if isPlainText, other.isPlainText { return text == other.text }
    return parts == other.parts && closures == other.closures
  }
}
