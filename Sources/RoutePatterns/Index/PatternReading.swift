/// A pattern as an index of routes keeps it: the one place that knows how that is told from an
/// outline.
///
/// It is handed on and never copied.
package struct PatternReading: ~Copyable, Sendable {
  /// The demand on one segment of a path; the root is one, which is empty.
  package enum Segment: Hashable, Sendable {
    /// A text, by its place in `text`.
    case literal(Range<Int>)
    /// Any text but the empty one.
    case value
    /// A text of a form, with the expression that says so: its place in `forms`.
    case form(Int)
    /// Any text, the empty one among it: the pattern has to be asked.
    case anything
  }

  /// Runs of bytes out of sets, and the text of the expression, by which patterns are more or less
  /// specific.
  package struct Form: Hashable, Sendable {
    /// Of each run the lower and the upper half of the set, and how many bytes it takes, the least
    /// in the lower half.
    package var words: [UInt64]
    package var text: [UInt8]
  }

  /// A place where a path that matches may end, or go on.
  package struct Place: Hashable, Sendable {
    package var depth: Int
    /// Whether anything may follow.
    package var isOpen: Bool
  }

  /// The number of segments that are told apart; a mask has a bit for each.
  package static let limit = 60
  /// The most runs of a form that are looked at in a lookup.
  private static let runLimit = 24

  package private(set) var segments: [Segment] = []
  /// The bytes of the literals, and perhaps others.
  package private(set) var text: [UInt8] = []
  package private(set) var forms: [Form] = []
  /// The place that all segments lead to.
  package private(set) var place = Place(depth: 0, isOpen: true)
  /// The one before it, where the last segment can be lacking.
  package private(set) var earlierPlace: Place?
  /// Whether segments and place decide, closures aside, so that the pattern need not be asked.
  package private(set) var isExact = false
  /// The segments that are captured, a bit for each, and whether all behind them is.
  package private(set) var captured: UInt64 = 0
  package private(set) var capturesRest = false
  /// Whether the value of the rest ends before the literal bytes that each path ends with: all of
  /// them are compared then, and stand behind the segments.
  package private(set) var hasTextBehind = false
  /// The literal bytes that each path ends with that matches, the last uppermost, as many bits as
  /// the mask has; none where segments and place decide without them.
  package private(set) var ending: UInt64 = 0
  package private(set) var endingMask: UInt64 = 0
  /// The bytes that say how specific the pattern is, and compare as patterns do; none where nobody
  /// asks.
  package private(set) var rank: [UInt8] = []
  /// Whether closures look at values after the match.
  package let hasChecks: Bool
  /// Whether a slash has to follow the segments of an open place.
  package let needsRest: Bool
  /// The pattern; nothing for that of a component, which is compiled at once.
  private let pattern: RoutePattern?

  /// - Parameters:
  ///   - pattern: the pattern.
  ///   - ignoresCase: whether the index does not tell letters by their case.
  ///   - isRanked: whether somebody asks how specific the pattern is.
  package init(_ pattern: RoutePattern, ignoresCase: Bool, isRanked: Bool) {
    self.pattern = pattern
    let storage = pattern.storage
    let options = storage.options
    hasChecks = storage.hasChecks
    needsRest = options.slashes == .strict
    isExact = !ignoresCase && options.letterCase == .sensitive && !storage.seesScheme
    if storage.isPlainText {
      read(PlainReader(storage.sourceText), isRanked: isRanked)
    } else {
      let parts = storage.parts
      let outline = PatternOutline(
        parts.path,
        slashes: options.slashes,
        ignoresCase: options.letterCase == .insensitive,
        syntax: .routePath(options.slashes)
      )
      isExact = isExact && Self.areInOrder(parts.path)
      read(outline, parts: parts.path)
      if outline.end == .open {
        if isExact, storage.walker.isUsable { read(storage.expression.asteriskText) }
        isExact = hasTextBehind
      }
      if isRanked { rank = parts.specificityKey.bytes }
    }
    if segments.count > Self.limit {
      segments.removeLast(segments.count - Self.limit)
      (place, earlierPlace) = (Place(depth: Self.limit, isOpen: true), nil)
      isExact = false
    }
    if ignoresCase { foldLiterals() }
    if !isExact { leaveToPattern() }
  }

  /// Reads the pattern of a URL's path; it has to be asked unless it is plain, and the path has
  /// fewer bytes than offsets of 16 bits reach through.
  ///
  /// - Parameters:
  ///   - path: the pattern.
  ///   - anchor: the segment that stands before each path; `nil` where none does.
  ///   - isFolded: whether paths are in lower case.
  ///   - rank: the bytes that say how specific it is, if somebody asks.
  package init(_ path: PatternComponent, behind anchor: [UInt8]?, isFolded: Bool, rank: [UInt8]) {
    (pattern, hasChecks, needsRest) = (nil, false, true)
    self.rank = rank
    if let anchor { append(literal: anchor[...]) }
    let start = segments.count
    place = Place(depth: start, isOpen: true)
    guard let outline = path.outline else { return }
    for segment in outline.segments.prefix(Self.limit - start) {
      append(segment, isFolded: isFolded)
    }
    let isWhole = segments.count == outline.segments.count + start
    if !isFolded, isWhole, outline.isPlain, !outline.canLackLast {
      // As long as no expression is asked, about values there are too many of.
      isExact = !path.matcher.needsExpression(length: 0)
      for index in segments.indices {
        if case .value = segments[index] { captured |= 1 << UInt64(index) }
      }
    }
    place = Place(depth: segments.count, isOpen: outline.isOpen || !isWhole)
    if outline.canLackLast, isWhole {
      earlierPlace = Place(depth: segments.count - 1, isOpen: false)
    }
    if isExact { return }
    setEnding(isFolded ? outline.ending.map(\.lowercasedASCII)[...] : outline.ending)
  }

  private mutating func append(_ segment: PatternOutline.Segment, isFolded: Bool) {
    switch segment {
    case .literal(let text):
      append(literal: isFolded ? text.map(\.lowercasedASCII)[...] : text)
    case .value: segments.append(.value)
    case .form(let form, _)
    where form.runs.count <= Self.runLimit && (!isFolded || form.ignoresCase):
      append(form: Form(form))
    case .form, .unclear: segments.append(.anything)
    }
  }

  private mutating func append(literal bytes: ArraySlice<UInt8>) {
    let start = text.count
    text += bytes
    segments.append(.literal(start..<text.count))
  }

  private mutating func append(form: Form) {
    segments.append(.form(forms.count))
    forms.append(form)
  }

  /// Reads a plain text, which segments and place decide.
  private mutating func read(_ plain: consuming PlainReader, isRanked: Bool) {
    var key = isRanked ? PlainKeyWriter(of: plain.bytes.count) : nil
    var isOpen = false
    segments.reserveCapacity(8)
    while let piece = plain.next() {
      key?.add(piece, from: plain)
      switch piece {
      case .literal(let range): segments.append(.literal(range))
      case .value(let name):
        if name != nil { captured |= 1 << UInt64(segments.count) }
        segments.append(.value)
      case .rest: (isOpen, capturesRest) = (true, true)
      }
    }
    text = plain.bytes
    place = Place(depth: segments.count, isOpen: isOpen)
    if !isExact { setEnding(plain.ending) }
    // Its bytes are written in place: nobody else has them.
    if let key = key.take() { rank = key.end(plain).bytes }
  }

  private mutating func read(_ outline: PatternOutline, parts: [PatternPart]) {
    // Closures are asked for their values afterwards: what else there is may be exact.
    isExact = isExact && !outline.canLackLast
    let values = parts.filter { $0.kind != .fixed }
    var next = 0
    segments.reserveCapacity(outline.segments.count)
    for (index, segment) in outline.segments.enumerated() {
      // A bit beyond the last is none.
      if segment.isCaptured { captured |= 1 << UInt64(index) }
      if case .literal(let text) = segment {
        append(literal: text)
        continue
      }
      append(segment, of: next < values.count ? values[next] : nil)
      next += 1
    }
    let depth = segments.count
    place = Place(depth: depth, isOpen: outline.isOpen)
    if outline.canLackLast, depth > 0 { earlierPlace = Place(depth: depth - 1, isOpen: false) }
    capturesRest = outline.capturesRest
    // What decides without the pattern is not compared with it.
    if !isExact || outline.end == .open { setEnding(outline.ending) }
  }

  /// Takes up literal text around one asterisk, where whole segments stand before it; those have
  /// been read.
  private mutating func read(_ asterisk: AsteriskText?) {
    guard let asterisk, asterisk.before.utf8.last == UInt8(ascii: "/"),
      asterisk.behind.utf8.count * 8 == endingMask.nonzeroBitCount
    else { return }
    (hasTextBehind, capturesRest) = (true, asterisk.isCaptured)
  }

  private mutating func setEnding(_ text: ArraySlice<UInt8>) {
    for (place, byte) in text.reversed().prefix(8).enumerated() {
      let shift = UInt64(56 - 8 * place)
      ending |= UInt64(byte) << shift
      endingMask |= 0xFF << shift
    }
  }

  /// Appends a segment that is a value; one of an expression has its text, whatever it takes, since
  /// it is as specific as that.
  private mutating func append(_ segment: PatternOutline.Segment, of part: PatternPart?) {
    let form: SegmentForm
    switch segment {
    case .form(let known, _): form = known
    case .value where part?.kind == .regex: form = .any
    case .value: return segments.append(.value)
    case .literal, .unclear:
      isExact = false
      return segments.append(.anything)
    }
    guard let part, form.runs.count <= Self.runLimit else {
      isExact = false
      return segments.append(.anything)
    }
    append(form: Form(form, Array(part.value.utf8)))
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
    pattern?.storage.prepare()
    (captured, capturesRest, hasTextBehind) = (0, false, false)
    // Letters that match in either case are not compared.
    if let pattern, pattern.options.letterCase != .sensitive { (ending, endingMask) = (0, 0) }
    for (index, segment) in segments.enumerated() {
      if case .literal = segment { continue }
      segments[index] = .anything
    }
  }

  private mutating func foldLiterals() {
    (ending, endingMask) = (0, 0)
    for index in text.indices { text[index] = text[index].lowercasedASCII }
  }
}

extension PatternReading {
  /// Whether each value is captured.
  package var capturesAll: Bool {
    for index in segments.indices {
      if case .literal = segments[index] { continue }
      if captured >> UInt64(index) & 1 == 0 { return false }
    }
    return true
  }
}

extension PatternReading.Form {
  /// A form whatever expression says it: the text, by which forms are told apart, is made of it.
  fileprivate init(_ form: SegmentForm) {
    self.init(form, [])
    text = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
  }

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

/// A pattern that whoever has it holds, without a reference of its own.
package struct UnownedPattern {
  private let storage: HeldReference<RoutePattern.Storage>

  package init(_ pattern: RoutePattern) { storage = HeldReference(pattern.storage) }

  /// The values of a match; closures are not asked.
  @inline(never)
  package func capturesBeforeChecks(
    of target: borrowing RouteTarget,
    _ budget: inout MatchBudget
  ) -> Result<CaptureRanges?, MatchError> {
    let target = copy target
    return storage.read { storage in
      do throws(MatchError) {
        return .success(try storage.capturesBeforeChecks(of: target, budget: &budget))
      } catch {
        return .failure(error)
      }
    }
  }
}
