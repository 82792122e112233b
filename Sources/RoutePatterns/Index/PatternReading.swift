/// A pattern as an index of routes keeps it: the one place that knows how that is told from a pattern's parts.
package struct PatternReading: Sendable {
  /// What is asked of one segment of a path; the root is one, which is empty.
  package enum Segment: Hashable, Sendable {
    /// A text.
    case literal([UInt8])
    /// Any text but the empty one.
    case value
    /// A text of a form, with the expression that says so.
    case form(Form)
    /// Any text, the empty one among it: the pattern has to be asked.
    case anything
  }

  /// Runs of bytes out of sets, and the text of the expression, by which patterns are more or less specific.
  package struct Form: Hashable, Sendable {
    /// Of each run the lower and the upper half of the set, and how many bytes it takes, the least in the lower half.
    package var words: [UInt64]
    package var text: [UInt8]
  }

  /// Where a path that matches may end, or go on.
  package struct Place: Hashable, Sendable {
    package var depth: Int
    /// Whether anything may follow.
    package var isOpen: Bool
  }

  /// How many segments are told apart; a mask has a bit for each.
  package static let limit = 60

  package private(set) var segments: [Segment] = []
  package private(set) var places: [Place] = []
  /// Whether segments and place decide, closures aside, so that the pattern need not be asked.
  package private(set) var isExact = false
  /// The segments that are captured, a bit for each, and whether all behind them is.
  package private(set) var captured: UInt64 = 0
  package private(set) var capturesRest = false
  /// The literal bytes that each path ends with that matches, the last uppermost, as many bits as the mask has.
  package private(set) var ending: UInt64 = 0
  package private(set) var endingMask: UInt64 = 0
  /// Whether closures look at values after the match.
  package let hasChecks: Bool
  /// Whether a slash has to follow the segments of an open place.
  package let needsRest: Bool
  private let pattern: RoutePattern

  package init(_ pattern: RoutePattern, ignoresCase: Bool) {
    self.pattern = pattern
    hasChecks = pattern.storage.hasChecks
    needsRest = pattern.options.slashes == .strict
    if pattern.storage.isPlainText {
      pattern.storage.withSource { readPlain($0) }
    } else {
      readParts(pattern.storage.readParts.path)
    }
    isExact =
      isExact && places.count == 1 && segments.count <= Self.limit && !ignoresCase
      && pattern.options.letterCase == .sensitive && !pattern.storage.seesScheme
    if segments.count > Self.limit {
      segments.removeLast(segments.count - Self.limit)
      places = [Place(depth: Self.limit, isOpen: true)]
    }
    if ignoresCase { foldLiterals() }
    if !isExact { leaveToPattern() }
  }

  /// How specific the pattern is, as bytes that compare as patterns do.
  package var rank: [UInt8] {
    pattern.storage.isPlainText
      ? pattern.storage.withSource { PlainText.specificityKey(of: $0) }
      : pattern.storage.readParts.specificityKey
  }

  private mutating func readPlain(_ text: Span<UInt8>) {
    var isOpen = false
    var position = PlainText.start(of: text)
    while position <= text.count, let segment = PlainText.segment(of: text, at: &position) {
      switch segment {
      case .literal(let range): segments.append(.literal(range.map { text[$0] }))
      case .parameter, .unnamed: segments.append(.value)
      case .rest: isOpen = true
      }
    }
    places = [Place(depth: segments.count, isOpen: isOpen)]
    (captured, capturesRest) = PlainText.values(of: text)
    isExact = pattern.storage.plain.isUsable
  }

  private mutating func readParts(_ parts: [PatternPart]) {
    var reader = OutlineReader(pattern, parts)
    let outline = reader.read()
    places = outline.places.map { Place(depth: $0.depth, isOpen: $0.isOpen) }
    let forms = reader.forms?.checked(in: outline, slashes: pattern.options.slashes)
    isExact = (outline.shape != nil && pattern.storage.plain.isUsable) || forms != nil
    isExact = isExact && Self.areInOrder(parts)
    let values = parts.filter { $0.kind != .fixed }
    var next = 0
    for (index, segment) in outline.segments.enumerated() {
      switch segment {
      case .literal(let text): segments.append(.literal(Array(text.utf8)))
      case .any:
        // A bit beyond the last is none.
        if next < values.count, !values[next].isUnnamed { captured |= 1 << UInt64(index) }
        // Even one that takes any text is as specific as an expression.
        if forms != nil, next < values.count, values[next].kind == .regex,
          let form = reader.forms?.segments[index]
        {
          segments.append(.form(Form(form, Array(values[next].value.utf8))))
        } else {
          segments.append(.value)
        }
        next += 1
      }
    }
    capturesRest = next < values.count && !values[next].isUnnamed
    guard let last = parts.last, last.kind == .fixed, last.modifier == .none else { return }
    for (place, byte) in last.value.utf8.reversed().prefix(8).enumerated() {
      let shift = UInt64(56 - 8 * place)
      ending |= UInt64(byte) << shift
      endingMask |= 0xFF << shift
    }
  }

  /// Whether the parts are as specific, part by part, as the segments they are read into.
  private static func areInOrder(_ parts: [PatternPart]) -> Bool {
    for (index, part) in parts.enumerated() {
      guard part.modifier == .none else { return false }
      if part.kind == .fixed {
        if index > 0, parts[index - 1].kind == .fixed { return false }
      } else if part.prefix != "/" || !part.suffix.isEmpty {
        return false
      }
    }
    return true
  }

  /// Leaves to the pattern what it may decide otherwise than the segments.
  package mutating func leaveToPattern() {
    isExact = false
    (captured, capturesRest) = (0, false)
    // Letters that match in either case are not compared.
    if pattern.options.letterCase != .sensitive { (ending, endingMask) = (0, 0) }
    for (index, segment) in segments.enumerated() {
      if case .literal = segment { continue }
      segments[index] = .anything
    }
  }

  private mutating func foldLiterals() {
    (ending, endingMask) = (0, 0)
    for (index, segment) in segments.enumerated() {
      guard case .literal(let text) = segment else { continue }
      segments[index] = .literal(text.map(\.lowercasedASCII))
    }
  }
}

extension PatternReading.Form {
  fileprivate init(_ form: SegmentForm, _ text: [UInt8]) {
    words = form.runs.flatMap { run in
      let most = UInt64(UInt32(clamping: run.most ?? .max))
      return [
        UInt64(truncatingIfNeeded: run.set.bits), UInt64(truncatingIfNeeded: run.set.bits >> 64),
        most << 32 | UInt64(UInt32(clamping: run.least)),
      ]
    }
    self.text = text
  }
}

/// A pattern that whoever has it holds, without a reference of its own: to count one is to write what all threads read.
@safe
package struct UnownedPattern {
  private let storage: Unmanaged<RoutePattern.Storage>

  package init(_ pattern: RoutePattern) {
    unsafe storage = Unmanaged.passUnretained(pattern.storage)
  }

  /// The values of a match; closures are not asked.
  @inline(never)
  package func capturesBeforeChecks(
    of target: borrowing RouteTarget,
    _ budget: inout MatchBudget
  ) -> Result<CaptureRanges?, MatchError> {
    let target = copy target
    return unsafe storage._withUnsafeGuaranteedRef { storage in
      do throws(MatchError) {
        return .success(try storage.capturesBeforeChecks(of: target, budget: &budget))
      } catch {
        return .failure(error)
      }
    }
  }
}
