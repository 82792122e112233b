#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A session as its bytes hold it.
struct StoredSession<Value: Codable & Sendable>: Codable {
  /// The form of the bytes.
  var form = Self.form
  var history: NavigationHistory
  var value: Value
  /// The answers to the last requests that had a key, the latest last.
  var answers: [StoredAnswer]

  /// The form that this version writes, and the only one that it reads.
  private static var form: Int { 1 }

  init(history: NavigationHistory, value: Value, answers: [StoredAnswer] = []) {
    self.history = history
    self.value = value
    self.answers = answers
  }

  /// Reads the bytes of a record.
  init(bytes: [UInt8]) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(bytes))
    guard form == Self.form else { throw OtherForm(form: form) }
  }

  /// The bytes: of equal sessions the same.
  func bytes() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self))
  }

  /// An error thrown for bytes of another version.
  struct OtherForm: Error, CustomStringConvertible {
    let form: Int

    var description: String { "they have the form \(form), and this program knows 1" }
  }
}

/// The answer to a request that had a key.
struct StoredAnswer: Codable {
  /// The most of a session.
  static let limit = 16

  let key: String
  /// The hash of the request, if its key was bound to it.
  let request: String?
  /// The outcome, as JSON.
  let outcome: String

  init(_ key: IdempotencyKey, _ outcome: some Encodable) throws {
    self.key = key.text
    self.request = key.request
    // Some values stand alone, which JSON of old has only in an array.
    self.outcome = String(decoding: try JSONEncoder().encode([outcome]), as: UTF8.self)
  }

  /// Returns the outcome for a request that has the same key.
  func outcome<Outcome: Decodable>(
    of key: IdempotencyKey?,
    in session: SessionKey,
    as type: Outcome.Type
  ) throws(SessionError) -> Outcome {
    // An unbound key is not known to be of another request.
    if let request, let other = key?.request, request != other {
      throw SessionError(.otherRequest, of: session)
    }
    let outcomes = try? JSONDecoder().decode([Outcome].self, from: Data(outcome.utf8))
    guard let outcome = outcomes?.first else { throw SessionError(.otherRequest, of: session) }
    return outcome
  }
}
