#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import RouteIndex

extension RouteEntry {
  /// The route as the index keeps it.
  func indexed(for index: LiveIndex) -> IndexedRoute {
    let isEnd = kind == .map || kind == .fallback
    let lane = kind.lane
    return IndexedRoute(
      pattern,
      payload: self,
      lane: lane,
      // Guards, middleware, and a proxy without tags are found by any lookup, a map without them by
      // none that has some.
      tags: lane == .guards || lane == .middleware || (kind == .proxy && tags.isEmpty)
        ? .max : tags.bits,
      tagKeys: isEnd ? tags.map(\.key) : [],
      id: id.words,
      isOwned: hasOwners,
      for: index
    )
  }
}

extension IndexedRoute {
  /// The route that it is to a registry.
  var entry: RouteEntry {
    guard let entry = payload as? RouteEntry else {
      preconditionFailure("A route is looked at after its end.")
    }
    return entry
  }
}

extension RouteKind {
  /// The lane that a route of the kind is looked up in.
  var lane: IndexLane {
    switch self {
    case .guard: .guards
    case .proxy: .proxies
    case .middleware: .middleware
    case .map: .maps
    case .fallback: .fallbacks
    }
  }
}

extension [RouteTag] {
  /// A bit for each of the tags; different tags may have the same.
  var bits: UInt64 {
    var bits: UInt64 = 0
    for index in indices { bits |= self[index].bit }
    return bits
  }
}

extension RouteID {
  /// The identifier as two numbers.
  var words: (UInt64, UInt64) {
    let uuid = uuid.uuid
    return unsafe unsafeBitCast(uuid, to: (UInt64, UInt64).self)
  }

  init(words: (UInt64, UInt64)) {
    unsafe self.init(UUID(uuid: unsafeBitCast(words, to: uuid_t.self)))
  }
}
