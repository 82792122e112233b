import Synchronization

/// A place among the bodies that are compressed while they are sent, free again when nobody holds
/// it any more.
final class CompressionPlace: Sendable {
  /// The most of them; each body takes some 500 KiB for as long as its client wants.
  static var most: Int { 512 }

  private static let taken = Atomic(0)
  /// The number of places that are taken.
  static var takenCount: Int { taken.load(ordering: .relaxed) }

  private init() {}

  deinit { Self.taken.subtract(1, ordering: .relaxed) }

  /// Takes a place; returns `nil` when there is none.
  static func take() -> CompressionPlace? {
    guard taken.add(1, ordering: .relaxed).newValue > most else { return CompressionPlace() }
    taken.subtract(1, ordering: .relaxed)
    return nil
  }
}
