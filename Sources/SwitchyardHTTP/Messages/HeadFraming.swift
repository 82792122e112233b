/// The host of a request and the length of its body, as the header fields give them.
///
/// They are read once, both for the server, which reads the body, and for the responder, which
/// checks the head. The fields that frame the body are read byte for byte, as the HTTP library
/// reads them: to it, one with white space behind its value has another value.
package struct HeadFraming: Sendable {
  /// The first host.
  private(set) var host: String?
  /// Further hosts, which are not allowed.
  private(set) var otherHosts: [String] = []
  /// The bytes of all names and values.
  private(set) var size = 0
  /// Whether the client waits for a go-ahead before it sends the body.
  package var expectsContinue: Bool {
    expectations.joined().contains { $0.hasSameBytes(as: Self.goAhead) }
  }
  /// The elements of each field with expectations, in lower case.
  private var expectations: [[String]] = []
  private var lengths: [String] = []
  private var codings: [String] = []

  private static let expect: HeaderField.Name = "Expect"
  private static let goAhead = "100-continue"

  /// Reads all fields.
  package init(_ fields: HeaderFields) {
    for index in fields.indices {
      size += fields.size(at: index)
      // Few names are as long as one of these.
      switch fields.nameLength(at: index) {
      case 4 where fields.hasName(.host, at: index):
        let value = fields[index].value
        if host == nil { host = value } else { otherHosts.append(value) }
      case 6 where fields.hasName(Self.expect, at: index):
        expectations.append(fields[index].value.lowercased().listElements)
      case 14 where fields.hasName(.contentLength, at: index):
        lengths.append(fields.rawValue(at: index))
      case 17 where fields.hasName(.transferEncoding, at: index):
        codings.append(fields.rawValue(at: index))
      default: break
      }
    }
  }

  /// Reads the fields of a head that another server has received, as those of its version.
  init(_ head: borrowing RequestHead) {
    self.init(head.fields)
    // Which listener it came in by is not known here.
    if head.version == .http1_0 { readAsOld { "localhost" } }
  }

  /// Takes the head for one of HTTP/1.0, which may lack a host and knows no expectations.
  /// - Parameter host: the host of a client that names none.
  package mutating func readAsOld(host: () -> String?) {
    // "A server MUST respond with a 400 to any HTTP/1.1 request message that lacks a Host": of an
    // older client it is not asked.
    if self.host == nil { self.host = host() }
    // "MUST ignore that expectation": an older client does not wait.
    expectations = []
  }

  /// Replaces the first host by the one that a proxy was asked for.
  mutating func replaceHost(_ host: String) { self.host = host }

  /// Whether there is a body, in chunks or of a length.
  package var hasBody: Bool { length != 0 }

  /// The length of the body, even if the fields are faulty; `nil` if it comes in chunks.
  package var length: Int? {
    guard codings.isEmpty else { return nil }
    return lengths.lazy.map { Int($0) ?? .max }.first { $0 != 0 } ?? 0
  }

  /// Whether the client is to be told to go on; `nil` if it expects nothing.
  package var goesOn: Bool? {
    expectations.isEmpty ? nil : expectsContinue && hasBody && canMeetExpectations
  }

  /// Whether a go-ahead is all that the client expects, and expects it by the first field, by which
  /// the library tells it.
  var canMeetExpectations: Bool {
    expectations.joined().allSatisfy { $0.hasSameBytes(as: Self.goAhead) }
      && (!expectsContinue || expectations[0] != [])
  }

  /// The length of the body; `nil` if it comes in chunks, or the fields are faulty.
  var knownLength: Int? { hasBody ? (try? checkedLength()) ?? nil : 0 }

  /// Returns the length of the body, if the fields give one.
  /// - Throws: an error for fields that could be read in two ways.
  func checkedLength() throws(ResponseError) -> Int? {
    if !codings.isEmpty {
      guard lengths.isEmpty else {
        throw ResponseError(
          closing: .badRequest,
          message: "The request has a Content-Length beside a Transfer-Encoding."
        )
      }
      guard codings.count == 1, codings[0].isCaselesslyEqual(to: "chunked") else {
        if codings.contains(where: { $0.trimmed != $0 }) {
          throw ResponseError(
            closing: .badRequest,
            message: "The Transfer-Encoding has white space behind its value."
          )
        }
        throw ResponseError(
          closing: .notImplemented,
          message: "The only Transfer-Encoding that is understood is \"chunked\"."
        )
      }
      return nil
    }
    guard let first = lengths.first else { return nil }
    guard lengths.allSatisfy({ $0.hasSameBytes(as: first) }) else {
      throw ResponseError(closing: .badRequest, message: "The request has two lengths.")
    }
    // No sign and no list: `Int` would also read a sign, which is not allowed here.
    guard !first.isEmpty, first.utf8.allSatisfy(\.isASCIIDigit) else {
      throw ResponseError(closing: .badRequest, message: "The Content-Length is no number.")
    }
    return Int(first) ?? .max
  }
}
