/// How often a match may come to a byte of its subject, as far as the text of an expression tells.
///
/// Where no run gives back what it took, nothing but a choice brings a match back to where it was.
enum RegexEffort {
  /// The choices that are no reason to count.
  private static let fewChoices = 3

  /// The most times that a byte is come to, as a shift of one; nothing where a match has to be
  /// counted.
  ///
  /// The text is one that was written here, so that there is nothing in it that is not known.
  static func shift(of text: [UInt8]) -> Int? {
    var choices = 0
    var index = 0
    func byte(_ offset: Int) -> Unicode.Scalar {
      Unicode.Scalar(index + offset < text.count ? text[index + offset] : 0)
    }
    while index < text.count {
      switch byte(0) {
      case "\\":
        // A reference runs through what its group holds.
        if byte(1) == "g" { return nil }
        index += 1
      case "[": index = endOfClass(text, index)
      case "(" where byte(1) == "?":
        // What looks ahead does not take what it sees.
        guard byte(2) == ":" || byte(2) == ">" else { return nil }
        index += 2
      case ")":
        if byte(1) == "*" || byte(1) == "+" || byte(1) == "{" { return nil }
      case "|": choices += 1
      case "?":
        if byte(1) == "+" || byte(1) == "?" { index += 1 }
        choices += 1
      case "*", "+":
        guard byte(1) == "+" else { return nil }
        index += 1
      case "{":
        guard let end = text[index...].firstIndex(of: UInt8(ascii: "}")) else { return nil }
        let isExact = !text[index..<end].contains(UInt8(ascii: ","))
        index = end
        if !isExact {
          guard byte(1) == "+" else { return nil }
          index += 1
        }
      default: break
      }
      index += 1
    }
    return choices <= fewChoices ? choices : nil
  }

  /// Where the bracket is that ends a class.
  private static func endOfClass(_ text: [UInt8], _ start: Int) -> Int {
    var index = start + 1
    while index < text.count, text[index] != UInt8(ascii: "]") {
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return index
  }
}
