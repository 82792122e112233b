/// The codings of content that a client accepts, as the field `Accept-Encoding` says.
///
/// A field that cannot be read, and none at all, accept the content as it is and nothing else. What
/// is named twice has the lower of its weights.
package struct AcceptedCodings: Sendable {
  /// A weight in thousandths; zero refuses.
  private typealias Weight = Int

  private var known: [ContentCoding: Weight] = [:]
  /// The weight of content as it is.
  private var identity: Weight?
  /// The weight of everything that is not named.
  private var others: Weight?

  /// Reads the fields of a request.
  package init(_ fields: HeaderFields) {
    guard let value = fields[.acceptEncoding], let read = Self(parsing: value) else { return }
    self = read
  }

  private init?(parsing value: String) {
    for element in value.split(at: UInt8(ascii: ",")).map(\.trimmed) where !element.isEmpty {
      let parts = element.split(at: UInt8(ascii: ";"), omittingEmpty: false).map(\.trimmed)
      guard parts.count <= 2, parts[0].utf8.isToken,
        let weight = parts.count == 1 ? 1000 : Self.weight(parts[1])
      else { return nil }
      if parts[0] == "*" {
        others = min(weight, others ?? weight)
      } else if parts[0].isCaselesslyEqual(to: "identity") {
        identity = min(weight, identity ?? weight)
      } else if let coding = ContentCoding(parsing: parts[0]) {
        known[coding] = min(weight, known[coding] ?? weight)
      }
    }
  }

  /// Reads a weight: "q=", and a number from 0 to 1 of at most three digits behind its point.
  private static func weight(_ text: String) -> Weight? {
    guard text.utf8.count > 2, text.prefix(2).isCaselesslyEqual(to: "q=") else { return nil }
    let number = text.dropFirst(2).split(at: UInt8(ascii: "."), omittingEmpty: false)
    guard number.count <= 2, number[0] == "0" || number[0] == "1" else { return nil }
    let digits = number.count == 2 ? String(number[1]) : ""
    guard digits.utf8.count <= 3, digits.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    let padded = digits + String(repeating: "0", count: 3 - digits.utf8.count)
    let weight = (number[0] == "1" ? 1000 : 0) + (Int(padded) ?? 0)
    return weight <= 1000 ? weight : nil
  }

  /// Returns those of some codings that the client wants at least as much as the content as it is,
  /// the most wanted first.
  /// - Parameter available: the codings, of which the first is taken where two are wanted alike.
  /// - Returns: these codings; none if the content is to be sent as it is.
  package func ranked(_ available: [ContentCoding]) -> [ContentCoding] {
    // Content as it is, where nothing is said of it, is accepted last.
    let least = max(1, identity ?? others ?? 0)
    let weights = available.enumerated()
      .map { (place: $0, coding: $1, weight: known[$1] ?? others ?? 0) }
      .filter { $0.weight >= least }
    return weights.sorted { ($1.weight, $0.place) < ($0.weight, $1.place) }.map(\.coding)
  }
}
