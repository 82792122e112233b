/// Writes the tree of a regex as PCRE2 text, as short as it can be read.
struct RegexEmitter {
  /// The surroundings of the text that is written.
  enum Context {
    /// A group of its own: alternatives need no further one.
    case alternative
    case sequence
  }

  /// The engine that is written for.
  enum Engine: Hashable {
    /// PCRE2 as it is used here.
    case own
    /// PCRE2 in other programs, with options of theirs and text before the expression.
    case foreign
    /// RE2, or Go's expressions, which are the same.
    case re2
  }

  private let ignoreCase: Bool
  private let engine: Engine
  /// Whether the engine means by what is written what is meant by the tree.
  private(set) var isFaithful = true
  private(set) var output: [UInt8] = []
  /// The work that matches by what is written can come to.
  private(set) var effort = RegexEffort()
  /// The times that PCRE2 writes out what is being written.
  private var copies = 1

  init(ignoreCase: Bool, engine: Engine = .own) {
    self.ignoreCase = ignoreCase
    self.engine = engine
    output.reserveCapacity(64)
  }

  /// Writes a node.
  ///
  /// The set `follow` holds every byte that the text behind the node may begin with, none for the
  /// end of the subject; it is `nil` when that is unknown.
  mutating func emit(_ node: RegexNode, in context: Context, follow: ASCIISet?) {
    switch node {
    case .empty: break
    case .set(let set): emit(set)
    case .literal(let text): write(literal: text)
    case .sequence(let items):
      for (index, item) in items.enumerated() {
        emit(item, in: .sequence, follow: Self.follow(after: index, in: items, then: follow))
      }
    case .alternation(let branches):
      if context == .sequence { write("(?:") }
      effort.addChoices(branches.count - 1, copies: copies)
      for (index, branch) in branches.enumerated() {
        if index > 0 { write("|") }
        emit(branch, in: .alternative, follow: follow)
      }
      if context == .sequence { write(")") }
    case .group(let body):
      emit(body, in: context, follow: follow)
    case .capture(_, let body) where engine != .own:
      emit(body, in: context, follow: follow)
    case .capture(_, let body):
      write("(")
      emit(body, in: .alternative, follow: follow)
      write(")")
    case .look(let look, let body):
      // What looks does not take what it sees.
      effort.addReturn()
      if engine != .own { isFaithful = false }
      write(look.isBehind ? "(?<" : "(?")
      write(look.isNegative ? "!" : "=")
      emit(body, in: .alternative, follow: nil)
      write(")")
    case .atomic(let body):
      if engine == .re2 { isFaithful = false }
      write("(?>")
      emit(body, in: .alternative, follow: nil)
      write(")")
    case .assertion(.start, _):
      if engine != .own { isFaithful = false }
      write("^")
    case .assertion(.end, _):
      if engine == .own { write("$") } else { write(#"\z"#) }
    case .assertion(.wordBoundary, _): write(#"\b"#)
    case .assertion(.notWordBoundary, _): write(#"\B"#)
    case .assertion(.outsideEscape, _):
      // In a target each percent sign begins an escape, so that a place within one is a byte or two
      // behind it; and what is no byte of ASCII begins with an escape that is not one of 80 to BF.
      if engine == .re2 { isFaithful = false }
      write("(?<!%)(?<!%.)(?!%[89AB])")
    case .backreference(let group):
      // It runs through what its group holds.
      effort.addReturn()
      effort.addRun(copies: copies)
      // A group that took no part is empty only where PCRE2 is asked for that.
      if engine != .own { isFaithful = false }
      write(#"\g{"#)
      write(decimal: group)
      write("}")
    case .repetition(let body, let quantifier):
      emit(body.core, repeated: quantifier, follow: follow)
    }
  }

  /// Returns the bytes that the elements behind one of a sequence may begin with, or `nil` if
  /// unknown.
  private static func follow(
    after index: Int,
    in items: [RegexNode],
    then follow: ASCIISet?
  ) -> ASCIISet? {
    var result = ASCIISet()
    // A few elements are enough: the look ahead must not cost the square of the length.
    for (distance, item) in items[(index + 1)...].enumerated() {
      if case .assertion(.end, _) = item { return result }
      guard distance < 8, let first = item.first else { return nil }
      result.formUnion(first)
      if !item.isNullable { return result }
    }
    return follow.map(result.union)
  }
}

// MARK: - Repetitions

extension RegexEmitter {
  private mutating func emit(
    _ core: RegexNode,
    repeated quantifier: RegexQuantifier,
    follow: ASCIISet?
  ) {
    if core.isNothing { return }
    var mode = quantifier.mode
    switch core {
    case .set(let set):
      if set.isEmpty {
        if quantifier.minimum > 0 { emit(set) }
        return
      }
      mode = Self.mode(of: quantifier, over: set, follow: ignoreCase ? follow?.caseFolded : follow)
      // What is never given back because it need not be can as well be greedy.
      if engine == .re2, mode == .possessive {
        let folded = ignoreCase ? set.caseFolded : set
        let following = ignoreCase ? follow?.caseFolded : follow
        if following?.isDisjoint(with: folded) != true, quantifier.mode == .possessive {
          isFaithful = false
        }
        mode = .greedy
      }
      addEffort(ofRun: quantifier, mode)
      emit(set)
    default:
      let isGroup = core.isWrittenAsGroup && engine == .own
      if engine == .re2, mode == .possessive { isFaithful = false }
      let outside = copies
      copies = min(1 << 24, copies * max(1, quantifier.maximum ?? quantifier.minimum))
      addEffort(ofRounds: quantifier)
      if !isGroup { write("(?:") }
      emit(
        core,
        in: isGroup ? .sequence : .alternative,
        follow: roundFollow(core, quantifier, follow)
      )
      if !isGroup { write(")") }
      copies = outside
    }
    // RE2 writes repetitions out, and takes a thousand.
    let most = copies * max(1, quantifier.maximum ?? quantifier.minimum)
    if engine == .re2, most > 1_000 { isFaithful = false }
    write(quantifier)
    switch mode {
    case .greedy: break
    case .lazy: write("?")
    case .possessive: write("+")
    }
  }

  private mutating func addEffort(
    ofRun quantifier: RegexQuantifier,
    _ mode: RegexQuantifier.Mode
  ) {
    if quantifier.isLoop { effort.addRun(copies: copies) }
    if quantifier.isExact || mode == .possessive { return }
    if quantifier.isLoop {
      effort.addReturn()
    } else {
      effort.addChoices(1, copies: copies)
    }
  }

  private mutating func addEffort(ofRounds quantifier: RegexQuantifier) {
    if let maximum = quantifier.maximum {
      effort.addGroup(optionalRounds: maximum - quantifier.minimum)
    }
    if quantifier.maximum == 1 {
      effort.addChoices(1, copies: copies)
    } else {
      effort.addReturn()
    }
  }

  /// A run of bytes none of which may begin what follows never needs to give one back.
  private static func mode(
    of quantifier: RegexQuantifier,
    over set: ASCIISet,
    follow: ASCIISet?
  ) -> RegexQuantifier.Mode {
    if quantifier.isExact { return .greedy }
    guard quantifier.isLoop, let follow, follow.isDisjoint(with: set) else {
      return quantifier.mode
    }
    return .possessive
  }

  /// Returns the bytes that may follow one round: those of another round, or those behind the last.
  private func roundFollow(
    _ body: RegexNode,
    _ quantifier: RegexQuantifier,
    _ follow: ASCIISet?
  ) -> ASCIISet? {
    guard quantifier.mode != .possessive, let follow else { return nil }
    return quantifier.isLoop ? body.first.map(follow.union) : follow
  }

  private mutating func write(_ quantifier: RegexQuantifier) {
    switch (quantifier.minimum, quantifier.maximum) {
    case (0, nil): write("*")
    case (1, nil): write("+")
    case (0, 1): write("?")
    case (let minimum, let maximum):
      write("{")
      write(decimal: minimum)
      if maximum != minimum { write(",") }
      if let maximum, maximum != minimum { write(decimal: maximum) }
      write("}")
    }
  }
}

// MARK: - Sets

extension RegexEmitter {
  private mutating func emit(_ set: ASCIISet) {
    if set.count == 1, let byte = set.first { return write(literal: byte) }
    // Without regard to letter case the small letter says it for both.
    let shown = ignoreCase ? set.subtracting(.uppercase) : set
    if shown.count == 1, let byte = shown.first { return write(literal: byte) }
    switch set {
    case ASCIISet():
      if engine == .re2 { isFaithful = false }
      write("(?!)")
    case .all: write(".")
    case .digits: write(#"\d"#)
    case .word: write(#"\w"#)
    // RE2 has one byte less in it.
    case .space where engine != .re2: write(#"\s"#)
    case ASCIISet.digits.complement: write(#"\D"#)
    case ASCIISet.word.complement: write(#"\W"#)
    case ASCIISet.space.complement where engine != .re2: write(#"\S"#)
    // A set of so many bytes that holds the first of them all was surely written by leaving some
    // out.
    case _ where set.contains(0) && set.count > 64:
      write("[^")
      writeRanges(of: set.complement)
    default:
      write("[")
      writeRanges(of: set)
    }
  }

  /// Writes the members of a class, in order, and its closing bracket.
  private mutating func writeRanges(of set: ASCIISet) {
    var rest = ignoreCase ? set.subtracting(.uppercase) : set
    if set.isSuperset(of: .word) {
      write(#"\w"#)
      rest = set.subtracting(.word)
    }
    // At the end a hyphen needs no escape.
    let hyphen = ASCIISet(0x2D)
    let endsWithHyphen = rest.intersection(ASCIISet(0x2C...0x2E)) == hyphen
    if endsWithHyphen { rest = rest.subtracting(hyphen) }
    while let range = rest.firstRange {
      write(member: range.lowerBound)
      if range.count > 2 { write("-") }
      if range.count > 1 { write(member: range.upperBound) }
      rest = rest.subtracting(ASCIISet(range))
    }
    write(endsWithHyphen ? "-]" : "]")
  }

  private mutating func write(member byte: UInt8) {
    switch byte {
    case "[", "]", "\\", "^", "-": write(#"\"#)
    default: break
    }
    write(character: byte)
  }

  private mutating func write(literal text: String) {
    if text.utf8.allSatisfy({ ASCIISet.ordinary.contains($0) }) {
      output.append(contentsOf: text.utf8)
    } else {
      for byte in text.utf8 { write(literal: byte) }
    }
  }

  private mutating func write(literal byte: UInt8) {
    switch byte {
    case "\\", "^", "$", ".", "[", "]", "|", "(", ")", "?", "*", "+", "{", "}": write(#"\"#)
    default: break
    }
    write(character: byte)
  }

  private mutating func write(character byte: UInt8) {
    switch byte {
    case 0x20...0x7E: output.append(byte)
    case 0x09: write(#"\t"#)
    case 0x0A: write(#"\n"#)
    case 0x0C: write(#"\f"#)
    case 0x0D: write(#"\r"#)
    default:
      write(#"\x"#)
      for digit in [byte >> 4, byte & 0x0F] { output.append(digit + (digit < 10 ? 0x30 : 0x37)) }
    }
  }

  private mutating func write(decimal number: Int) {
    output.append(contentsOf: String(number).utf8)
  }

  private mutating func write(_ text: StaticString) {
    text.withUTF8Buffer { unsafe output.append(contentsOf: $0) }
  }
}

extension RegexNode {
  /// Whether a quantifier can stand right behind what is written for it.
  ///
  /// Behind a back reference it cannot: PCRE2's machine code then takes the reference to a group
  /// without a value for one that never matches, whatever `MATCH_UNSET_BACKREF` says.
  fileprivate var isWrittenAsGroup: Bool {
    switch self {
    case .capture, .atomic: true
    default: false
    }
  }
}

extension ASCIISet {
  /// Bytes that stand for themselves in an expression, and are most of all literal text.
  fileprivate static var ordinary: ASCIISet {
    word.union(slash).union(ASCIISet(0x2D))
  }
}
