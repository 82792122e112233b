/// The hosts of canonical targets: names whose last label is no number, and addresses in their one
/// text, of which only they are made.
extension CanonicalAutomaton {
  /// Adds names and IPv4 addresses behind a place, and returns the places where they can end.
  mutating func addNames(from start: Int) -> [Int] {
    let places = add(NamePlace(), at: start, of: .hostBytes) { $0.next($1) }
    return places.filter(\.key.isEnd).values.sorted()
  }

  /// Adds addresses behind the bracket at a place, and returns the places where they can end.
  mutating func addAddresses(from start: Int) -> [Int] {
    let bytes = ASCIISet.digits.union(ASCIISet(of: "abcdef:"))
    let places = add(AddressPlace(), at: start, of: bytes) { $0.next($1) }
    return places.filter(\.key.isEnd).values.sorted()
  }

  /// Adds all that a rule leads to, byte by byte.
  private mutating func add<Place: Hashable>(
    _ first: Place,
    at start: Int,
    of bytes: ASCIISet,
    next: (Place, UInt8) -> Place?
  ) -> [Place: Int] {
    var places = [first: start]
    var open = [first]
    while let place = open.popLast() {
      var sets: [Int: ASCIISet] = [:]
      for byte in 0..<128 as Range<UInt8> where bytes.contains(byte) {
        guard let next = next(place, byte) else { continue }
        if places[next] == nil {
          places[next] = add()
          open.append(next)
        }
        if let target = places[next] { sets[target, default: ASCIISet()].formUnion(ASCIISet(byte)) }
      }
      guard let from = places[place] else { continue }
      for (target, set) in sets.sorted(by: { $0.key < $1.key }) { connect(from, set, to: target) }
    }
    return places
  }
}

extension CanonicalAutomaton {
  /// A place within a name that may still be an IPv4 address.
  private struct NamePlace: Hashable {
    /// The beginnings of a label that are told apart; all but the last three and the empty one are
    /// numbers up to 255 in their canonical text.
    enum Label {
      case empty
      /// `0`, `1`, `2`, the other digits, 10 to 24, 25, and what no digit may follow: 26 to 255.
      case zero, one, two, few, tens, twentyFive, full
      /// Another number; `0x` and what follows; no number.
      case number, hexadecimal, text
    }

    /// The labels before this one, if all are such numbers, at most three; else four.
    var bytes = 0
    var label = Label.empty

    private var isByte: Bool {
      switch label {
      case .empty, .number, .hexadecimal, .text: false
      default: true
      }
    }

    /// Whether a name can end here.
    var isEnd: Bool { label == .text || isByte && bytes == 3 }

    /// The place behind one more byte; `nil` if there is none.
    func next(_ byte: UInt8) -> NamePlace? {
      if byte == UInt8(ascii: ".") {
        if label == .empty { return nil }
        return NamePlace(bytes: isByte && bytes < 3 ? bytes + 1 : 4)
      }
      var next = self
      next.label = byte.isASCIIDigit ? labelBehind(digit: byte & 0xF) : labelBehind(letter: byte)
      // Where there is no address, all but the hexadecimal sign is the same behind any number.
      if bytes == 4, next.isByte, next.label != .zero { next.label = .number }
      return next
    }

    private func labelBehind(letter: UInt8) -> Label {
      if label == .zero, letter == UInt8(ascii: "x") { return .hexadecimal }
      return label == .hexadecimal && letter.hexDigitValue != nil ? .hexadecimal : .text
    }

    private func labelBehind(digit: UInt8) -> Label {
      switch label {
      case .empty: digit == 0 ? .zero : digit == 1 ? .one : digit == 2 ? .two : .few
      case .one: .tens
      case .two: digit < 5 ? .tens : digit == 5 ? .twentyFive : .full
      case .few, .tens: .full
      case .twentyFive: digit < 6 ? .full : .number
      case .zero, .full, .number: .number
      case .hexadecimal: .hexadecimal
      case .text: .text
      }
    }
  }

  /// A place within an IPv6 address.
  private struct AddressPlace: Hashable {
    enum Position: Hashable {
      case start, firstColon, zero, colon, gap
      /// Behind some digits of a group that is not zero.
      case digits(Int)
    }

    var position = Position.start
    /// The groups that are written, and how many of them, at the end, are zeros.
    var (count, zeros) = (0, 0)
    /// The fewest groups that a pair of colons may stand for: more than any run of zeros before it
    /// has, and no fewer than any behind it.
    var leastGap = 2
    var hasGap = false

    private var mayHaveGap: Bool { 8 - count >= leastGap }

    /// Whether any address goes on like this.
    private var isBeginning: Bool {
      // A group that is not zero stands before a pair of colons, and one behind a single colon.
      let needsGroup = hasGap ? position == .colon : zeros > 0
      return (needsGroup ? 7 : 8) - count >= leastGap || !hasGap && leastGap == 2
    }

    /// Whether an address can end here.
    var isEnd: Bool {
      switch position {
      case .start, .firstColon, .colon: false
      case .zero, .digits, .gap: hasGap || count == 8 && leastGap == 2
      }
    }

    /// The place behind one more byte; `nil` if there is none.
    func next(_ byte: UInt8) -> AddressPlace? {
      var next = self
      switch (position, byte) {
      case (.start, ":"): next.position = .firstColon
      case (.firstColon, ":"): next.addGap()
      case (.colon, ":"):
        // One zero more before it would be left out, too.
        if hasGap || zeros > 0 || !mayHaveGap { return nil }
        next.addGap()
      case (.zero, ":"), (.digits, ":"):
        if count == (hasGap ? 6 : 8) { return nil }
        next.position = .colon
      case (.start, "0"), (.colon, "0"):
        next.position = .zero
        next.zeros += 1
        next.leastGap = max(leastGap, next.zeros + (hasGap ? 0 : 1))
        next.count += 1
      case (.gap, ":"), (.gap, "0"), (.firstColon, _), (.zero, _): return nil
      case (.start, _), (.colon, _), (.gap, _):
        next.position = .digits(1)
        next.zeros = 0
        next.count += 1
      case (.digits(let digits), _):
        if digits == 4 { return nil }
        next.position = .digits(digits + 1)
      }
      return next.isBeginning ? next : nil
    }

    private mutating func addGap() { (position, hasGap) = (.gap, true) }
  }
}
