internal import Synchronization

/// What was taken out of an index, until no reader can have seen it.
@safe
struct RetiredMemory: ~Copyable {
  @safe
  private enum Kind {
    case block(UnsafeMutableRawPointer)
    case directory(UnsafeMutablePointer<ShapeDirectory>)
    case payload(UnsafeRawPointer)
  }

  /// A route that a version has removed, and that readers of versions before it may still look for.
  @safe
  struct Removal {
    fileprivate let epoch: UInt64
    let payload: UnsafeRawPointer
    let places: IndexPlaces
  }

  /// In the order in which they were taken out, each with the epoch in which that was.
  private var waiting: [(epoch: UInt64, kind: Kind)] = []
  /// In the order of the versions that removed them.
  private var removals: [Removal] = []

  mutating func add(_ block: UnsafeMutableRawPointer, in epoch: UInt64) {
    unsafe waiting.append((epoch, .block(block)))
  }

  mutating func add(_ directory: UnsafeMutablePointer<ShapeDirectory>, in epoch: UInt64) {
    unsafe waiting.append((epoch, .directory(directory)))
  }

  mutating func add(payload: UnsafeRawPointer, in epoch: UInt64) {
    unsafe waiting.append((epoch, .payload(payload)))
  }

  /// Keeps a removed route where readers of versions before find it.
  mutating func add(removed payload: UnsafeRawPointer, at places: IndexPlaces, in epoch: UInt64) {
    removals.append(unsafe Removal(epoch: epoch, payload: payload, places: places))
  }

  /// Returns whether there is nothing to be unlinked or freed.
  var isEmpty: Bool { waiting.isEmpty && removals.isEmpty }

  /// Takes the removed routes that no reader looks for any more.
  ///
  /// - Parameter epochs: the epochs of the readers; a new one begins.
  /// - Returns: the routes, which are to be unlinked.
  mutating func takeRemovals(
    _ epochs: borrowing ReaderEpochs
  ) -> [Removal] {
    guard !removals.isEmpty else { return [] }
    let earliest = epochs.advance()
    let kept = removals.firstIndex { $0.epoch >= earliest } ?? removals.count
    defer { removals.removeFirst(kept) }
    return Array(removals[..<kept])
  }

  mutating func collect(
    _ epochs: borrowing ReaderEpochs
  ) -> (payloads: RetiredPayloads, isDone: Bool) {
    var payloads = RetiredPayloads()
    guard !waiting.isEmpty else { return (payloads, isEmpty) }
    let earliest = epochs.advance()
    let kept = waiting.firstIndex { $0.epoch >= earliest } ?? waiting.count
    for index in 0..<kept {
      switch waiting[index].kind {
      case .block(let block): unsafe block.deallocate()
      case .directory(let directory):
        unsafe directory.pointee.free()
        unsafe directory.deallocate()
      case .payload(let payload): unsafe payloads.pointers.append(payload)
      }
    }
    waiting.removeFirst(kept)
    return (payloads, isEmpty)
  }

  /// Frees all, when there are no readers any more.
  mutating func freeAll(_ epochs: borrowing ReaderEpochs) {
    // What was removed and not yet unlinked is among the routes of the buckets.
    removals = []
    let payloads = collect(epochs).payloads
    payloads.release()
    assert(waiting.isEmpty)
  }
}

/// What an index has held and is to be let go of: its end may call whatever there is, so that no lock may be held.
@safe
package struct RetiredPayloads: @unchecked Sendable {
  // Each is one reference, which goes with `release` alone.
  fileprivate var pointers: [UnsafeRawPointer]

  fileprivate init() { unsafe pointers = [] }

  /// Lets go of them.
  package func release() {
    for index in unsafe pointers.indices {
      unsafe Unmanaged<AnyObject>.fromOpaque(pointers[index]).release()
    }
  }
}
