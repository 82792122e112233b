import SwitchyardProof

/// A word of a plain manifest that says who may come to a route.
///
///     public:load-balancer       public:"the load balancer"
///     requires:card,staff        requires:"board member"
///
/// The words before the colon may have capitals. Of several `requires:` each names more guards.
enum AccessWord: Equatable {
  case reason(String)
  case guards([String])

  /// Reads a word; `nil` for one of another kind.
  init?(_ word: String) {
    guard let colon = word.firstIndex(of: ":") else { return nil }
    let text = String(word[word.index(after: colon)...])
    let quoted = Self.quoted(text)
    switch word[..<colon].lowercased() {
    case "public": self = .reason(quoted ?? text)
    case "requires":
      let names = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
      self = .guards(quoted.map { [$0] } ?? names)
    default: return nil
    }
  }

  /// Whether a word of another kind was most likely meant to be one, as `require:card` is.
  static func isMistyped(_ word: String) -> Bool {
    let text = word.drop { $0 == "@" }.lowercased()
    let front = text.prefix { !":;=".contains($0) }
    let isAlone = front.count == text.count
    if ["require", "required", "requires"].contains(String(front)) { return true }
    return !isAlone && String(front).nearest(among: ["public", "requires"], atMost: 1) != nil
  }

  /// Returns the text between quotation marks, if it stands between them.
  private static func quoted(_ text: String) -> String? {
    guard text.utf8.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") else { return nil }
    return String(text.dropFirst().dropLast())
  }
}
