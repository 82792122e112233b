#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension RouteGeneration {
  /// Reads a generation from its code.
  /// - Parameters:
  ///   - bytes: the code, JSON.
  ///   - number: the number that it has to have, for messages.
  /// - Throws: `GenerationRefusal` for what is damaged, too large, or of a newer version.
  public init(reading bytes: [UInt8], number: Int) throws(GenerationRefusal) {
    guard bytes.count <= Limits.size else {
      throw GenerationRefusal(number, [.tooLarge(bytes.count)])
    }
    do {
      self = try JSONDecoder().decode(RouteGeneration.self, from: Data(bytes))
    } catch let error as RefusalReasonError {
      throw GenerationRefusal(number, [error.reason])
    } catch {
      let place = (error as? DecodingError)?.place ?? ""
      throw GenerationRefusal(
        number,
        [
          RefusalReason(
            .unreadable,
            "It is damaged, and cannot be read\(place). \(RefusalReason.remedy)"
          )
        ]
      )
    }
    guard self.number == number else {
      throw GenerationRefusal(
        number,
        [
          RefusalReason(
            .unreadable,
            "It says of itself that it is generation \(self.number). \(RefusalReason.remedy)"
          )
        ]
      )
    }
  }

  /// The code of the generation, as JSON.
  public var bytes: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // All its parts are texts, numbers and lists of these.
    return (try? encoder.encode(self)).map { Array($0) } ?? []
  }
}

extension RouteGeneration: Codable {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case format, number, base, removed, added, checksum, note
  }

  /// Reads a generation; a key of another version is an error, as it may say who may come to a
  /// route.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let format = try container.decode(Int.self, forKey: .format)
    guard format == Self.format else {
      throw RefusalReasonError(
        reason: RefusalReason(
          .future,
          "It is of form \(format), and this version reads form \(Self.format). Run the version "
            + "that has written it."
        )
      )
    }
    try decoder.refuseOtherKeys(than: Set(CodingKeys.allCases.map(\.rawValue)))
    self.init(
      number: try container.decode(Int.self, forKey: .number),
      base: try container.decode(Int.self, forKey: .base),
      removed: try container.decode([Int].self, forKey: .removed),
      added: try container.decode([DeclaredRoute].self, forKey: .added).map(\.route),
      checksum: try container.decode(String.self, forKey: .checksum),
      note: try container.decodeIfPresent(String.self, forKey: .note)
    )
  }

  /// Writes the generation with the form of its code.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.format, forKey: .format)
    try container.encode(number, forKey: .number)
    try container.encode(base, forKey: .base)
    try container.encode(removed, forKey: .removed)
    try container.encode(added, forKey: .added)
    try container.encode(checksum, forKey: .checksum)
    try container.encodeIfPresent(note, forKey: .note)
  }
}

/// A route of which all that is said has to be read.
private struct DeclaredRoute: Decodable {
  let route: RouteDescription

  init(from decoder: any Decoder) throws {
    try decoder.refuseOtherKeys(than: RouteDescription.codedKeys)
    route = try RouteDescription(from: decoder)
  }
}

private struct RefusalReasonError: Error {
  let reason: RefusalReason
}

extension Decoder {
  fileprivate func refuseOtherKeys(than known: Set<String>) throws {
    let keys = try container(keyedBy: AnyKey.self).allKeys
    guard let other = keys.first(where: { !known.contains($0.stringValue) }) else { return }
    throw RefusalReasonError(
      reason: RefusalReason(
        .future,
        "It has the key \"\(other.stringValue.excerpt)\", which this version does not know. Run "
          + "the version that has written it."
      )
    )
  }
}

extension DecodingError {
  /// The place of the error, for a message.
  fileprivate var place: String {
    let context: Context? =
      switch self {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        context
      @unknown default: nil
      }
    let path = context?.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue } ?? []
    return path.isEmpty ? "" : " at \(path.joined(separator: ".").excerpt)"
  }
}
