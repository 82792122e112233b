/// Options for handling a request.
///
///     store.dispatch("today", options: [.junctionsOnly, .replacingHistory])
public struct DispatchOptions: OptionSet, Hashable, Sendable {
  /// The options as bits.
  public let rawValue: Int

  /// Makes options of bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Only forks and switchers are set: if an option of a fork is asked for by its first endpoint,
  /// it is shown as it was left.
  public static let junctionsOnly = DispatchOptions(rawValue: 1)
  /// A gesture has changed the screen already: the steps that one gesture can do are not repeated,
  /// and nodes that have left are unwound.
  ///
  /// While an earlier request is not shown yet they are repeated, as it may undo the gesture; and
  /// so they are where a modal closes and something beneath it changes, as either may have been the
  /// gesture. A presenter's report of the state that is being shown is no gesture, and changes
  /// nothing.
  public static let alreadyShown = DispatchOptions(rawValue: 2)
  /// The state replaces the one before it in the history; a neighbour there that equals it is
  /// dropped.
  public static let replacingHistory = DispatchOptions(rawValue: 4)

  private static let names: [(name: String, option: DispatchOptions)] = [
    ("junctionsOnly", .junctionsOnly), ("alreadyShown", .alreadyShown),
    ("replacingHistory", .replacingHistory),
  ]

  private var names: [String] { Self.names.filter { contains($0.option) }.map(\.name) }
}

extension DispatchOptions: CustomStringConvertible {
  /// The names of the options.
  public var description: String { "[\(names.joined(separator: ", "))]" }
}

extension DispatchOptions: Codable {
  /// Reads the options from a list of their names.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    self = []
    while !container.isAtEnd {
      let name = try container.decode(String.self)
      guard let known = Self.names.first(where: { $0.name == name }) else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription: "There is no option \(name.excerpt)."
        )
      }
      insert(known.option)
    }
  }

  /// Writes the options as a list of their names.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for name in names { try container.encode(name) }
  }
}
