import RoutePatterns
import Testing

/// One row of a table: an input, how it is read, and what comes of it.
struct TargetCase: Sendable, CustomTestStringConvertible {
  enum Mode: Sendable { case text, server, options }

  enum Expectation: Sendable, Equatable {
    case canonical(String)
    case rejected(RouteTargetError.Code, at: Int)
  }

  let rule: String
  let input: [UInt8]
  let mode: Mode
  let slashes: RouteTarget.SlashPolicy
  let expected: Expectation

  var testDescription: String {
    "\(rule): \(CaseText(bytes: input)) (\(mode), \(slashes))"
  }

  /// What comes of the input; a server listens for http, and its Host header says `h`.
  var outcome: Expectation {
    do {
      return .canonical(try target.description)
    } catch {
      return .rejected(error.code, at: error.offset)
    }
  }

  var target: RouteTarget {
    get throws(RouteTargetError) {
      let options = RouteTarget.Options(slashes: slashes)
      return switch mode {
      case .text: try RouteTarget(utf8: input, options: options)
      case .server, .options:
        try RouteTarget(
          requestTarget: input,
          allowsAsterisk: mode == .options,
          scheme: .http,
          hosts: ["h"],
          options: options
        )
      }
    }
  }

  /// A row of text mode that is canonical.
  static func text(
    _ input: String,
    _ canonical: String,
    _ rule: String = "",
    _ slashes: RouteTarget.SlashPolicy = .lenient
  ) -> Self {
    Self(
      rule: rule,
      input: Array(input.utf8),
      mode: .text,
      slashes: slashes,
      expected: .canonical(canonical)
    )
  }

  /// A row of text mode that is rejected.
  static func text(
    _ input: String,
    _ code: RouteTargetError.Code,
    at offset: Int,
    _ rule: String = ""
  ) -> Self {
    Self(
      rule: rule,
      input: Array(input.utf8),
      mode: .text,
      slashes: .lenient,
      expected: .rejected(code, at: offset)
    )
  }

  /// A row of server mode that is canonical; without `http://` the host is that of the header.
  static func server(
    _ input: String,
    _ canonical: String,
    _ rule: String = "",
    _ slashes: RouteTarget.SlashPolicy = .lenient
  ) -> Self {
    let whole = canonical.hasPrefix("/") ? "http://h" + canonical : canonical
    return Self(
      rule: rule,
      input: Array(input.utf8),
      mode: .server,
      slashes: slashes,
      expected: .canonical(whole)
    )
  }

  /// A row of server mode that is rejected.
  static func server(
    _ input: String,
    _ code: RouteTargetError.Code,
    at offset: Int,
    _ rule: String = ""
  ) -> Self {
    Self(
      rule: rule,
      input: Array(input.utf8),
      mode: .server,
      slashes: .lenient,
      expected: .rejected(code, at: offset)
    )
  }

  /// A row of bytes that no string could hold.
  static func bytes(
    _ input: [UInt8],
    _ mode: Mode,
    _ expected: Expectation,
    _ rule: String = ""
  ) -> Self {
    Self(rule: rule, input: input, mode: mode, slashes: .lenient, expected: expected)
  }
}

/// Bytes as the name of a test shows them, cut where they are many.
struct CaseText: CustomStringConvertible {
  let bytes: [UInt8]

  var description: String {
    bytes.prefix(80).map { byte in
      (0x21...0x7E).contains(byte)
        ? String(UnicodeScalar(byte)) : "\\x" + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
