#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The text of a parameter, as it is converted to values of other types.
struct ParameterText {
  let text: String

  init(_ text: String) { self.text = text }

  /// Returns the value that the text describes, or `nil`; a number that is not finite is none.
  func value<Value: LosslessStringConvertible>(as type: Value.Type) -> Value? {
    guard let value = Value(text) else { return nil }
    // Nobody means them, and a calculation with them goes wrong in silence.
    if Value.self == Double.self, let number = value as? Double, !number.isFinite { return nil }
    if Value.self == Float.self, let number = value as? Float, !number.isFinite { return nil }
    return value
  }

  /// Returns the value of a type that is not decoded from another one, or `nil`.
  func scalar<Value>(_ type: Value.Type) -> Value? {
    switch Kind(type) {
    case .text: text as? Value
    case .flag: flag as? Value
    case .integer(let type): type.init(text) as? Value
    case .number(let type): number(type) as? Value
    case .date: date as? Value
    case nil: nil
    }
  }

  private func number<Number: LosslessStringConvertible & FloatingPoint>(
    _ type: Number.Type
  ) -> Number? {
    // No hexadecimal digits, and no names.
    guard text.utf8.allSatisfy({ Self.digitsAndSigns.contains($0) }) else { return nil }
    return Number(text).flatMap { $0.isFinite ? $0 : nil }
  }

  private static let digitsAndSigns = Set("0123456789+-.eE".utf8)

  /// Browsers send "on" for a box that is ticked.
  private var flag: Bool? {
    switch text {
    case "true", "on", "1": true
    case "false", "off", "0": false
    default: nil
    }
  }

  /// The beginning of a day, or a time with its zone, in the forms of RFC 3339.
  private var date: Date? {
    let day = Date.ISO8601FormatStyle().year().month().day()
    guard text.utf8.count > 10 else {
      return (try? day.parse(text)).flatMap { day.format($0) == text ? $0 : nil }
    }
    // The parser goes on where a number is too large, and stops before what it cannot read: a time
    // has to be written as it is read.
    let style = Date.ISO8601FormatStyle()
    let local = "\(text.prefix(19))Z"
    guard let plain = try? style.parse(local), style.format(plain) == local else { return nil }
    var zone = text.dropFirst(19)
    if zone.first == "." {
      let digits = zone.dropFirst().prefix { $0.isASCII && $0.isWholeNumber }
      guard (1...9).contains(digits.count) else { return nil }
      zone = zone[digits.endIndex...]
    }
    guard zone == "Z" || isOffset(zone) else { return nil }
    return try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text)
  }

  /// Whether a text is a distance from UTC, such as `+02:00`.
  private func isOffset(_ text: Substring) -> Bool {
    let numbers = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard text.first == "+" || text.first == "-", numbers.count == 2 else { return false }
    return zip(numbers, [24, 60]).allSatisfy { number, limit in
      number.utf8.count == 2 && number.utf8.allSatisfy { (0x30...0x39).contains($0) }
        && Int(number).map { $0 < limit } ?? false
    }
  }
}

extension ParameterText {
  /// The types that a text is converted to without decoding another one.
  enum Kind {
    case text, flag, date
    case integer(any FixedWidthInteger.Type)
    case number(any (LosslessStringConvertible & FloatingPoint).Type)

    init?(_ type: Any.Type) {
      switch type {
      case is String.Type: self = .text
      case is Bool.Type: self = .flag
      case is Date.Type: self = .date
      case let type as any FixedWidthInteger.Type: self = .integer(type)
      case let type as any (LosslessStringConvertible & FloatingPoint).Type: self = .number(type)
      default: return nil
      }
    }
  }

  /// Returns the words for the values of a type, as a client reads them.
  static func words(for type: Any.Type) -> String? {
    if type == UUID.self { return "a UUID" }
    return switch Kind(type) {
    case .flag: "true or false"
    case .date: "a date such as 2030-01-31 or 2030-01-31T08:30:00Z"
    case .integer(let type): wholeNumber(type)
    case .number: "a number"
    case .text: nil
    case nil: cases(type)
    }
  }

  /// Returns the texts of an enumeration that knows them, if they are few enough to be read.
  private static func cases(_ type: Any.Type) -> String? {
    guard let type = type as? any CaseIterable.Type else { return nil }
    let texts = texts(of: type).prefix(21)
    guard (1...20).contains(texts.count) else { return nil }
    let quoted = texts.map { "\"\($0.excerpt)\"" }
    let others = quoted.dropLast().joined(separator: ", ")
    return (others.isEmpty ? "" : "\(others) or ") + (quoted.last ?? "")
  }

  private static func texts<Cases: CaseIterable>(of type: Cases.Type) -> [String] {
    type.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
  }

  private static func wholeNumber<Number: FixedWidthInteger>(_ type: Number.Type) -> String {
    type.bitWidth < 64 ? "a whole number from \(type.min) to \(type.max)" : "a whole number"
  }
}
