#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SwitchyardProof

/// Routes in the coded form of a router's listing.
struct JSONManifest {
  private let text: ManifestText
  private let options: RoutePattern.Options

  init(_ text: ManifestText, _ options: RoutePattern.Options) {
    self.text = text
    self.options = options
  }

  /// Whether a text is meant to be JSON: no plain line begins as JSON does.
  static func isMeant(by text: ManifestText) -> Bool {
    let first = text.bytes[text.start...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
  }

  /// Reads the routes, and finds the first keys that no route has.
  func entries() throws(ManifestError) -> [RouteManifest.Entry] {
    let places = try places()
    let routes = try routes()
    let lines = text.lineNumbers(of: places.map(\.route))
    var entries: [RouteManifest.Entry] = []
    var mistakes: [ManifestError] = []
    for (index, route) in routes.enumerated() {
      do throws(ManifestError) {
        try check(route, at: places[index].route)
        let pattern = try pattern(of: route, at: places[index].pattern)
        var entry = RouteManifest.Entry(route: route, pattern: pattern, line: lines[index])
        entry.column = text.column(of: places[index].pattern)
        entry.unknownKeys = places[index].unknownKeys
        entry.exceptions = try exceptions(of: route, at: places[index].route)
        entries.append(entry)
      } catch {
        mistakes.append(error)
        if mistakes.count == ManifestError.most { break }
      }
    }
    if let error = ManifestError(mistakes) { throw error }
    return entries
  }

  private func pattern(
    of route: RouteDescription,
    at place: Int
  ) throws(ManifestError) -> RoutePattern {
    do throws(PatternError) {
      return try RoutePattern(parsing: route.pattern, options: options)
    } catch {
      // One byte further is the pattern itself, behind its quotation mark.
      throw ManifestError(.pattern(error), in: text, at: place + 1 + error.offset)
    }
  }

  /// The place at which a route and its pattern begin, and its keys that no route has.
  private struct Place {
    let route: Int
    var pattern: Int
    var unknownKeys: [RouteManifest.UnknownKey] = []
  }

  /// Whether a path within a listing ends with a key that is not read.
  private static func isUnknown(_ path: [JSONPlaces.Step]) -> Bool {
    guard case .key(let key) = path.last else { return false }
    return switch (path.count, path[1]) {
    case (2, _): !RouteDescription.codedKeys.contains(key)
    case (3, .key("about")): !RouteNotes.codedKeys.contains(key)
    case (4, .key("tags")): key != "method"
    // An access with another key is refused, and of a key that is unknown nothing is read.
    default: false
    }
  }

  private func places() throws(ManifestError) -> [Place] {
    var places: [Place] = []
    var unknown = 0
    var orders: [Int] = []
    do throws(JSONPlaces.Failure) {
      try JSONPlaces.read(text.bytes, from: text.start) { path, offset in
        if path.count == 1 {
          guard places.count < RouteManifest.Limits.routes else { return false }
          places.append(Place(route: offset, pattern: offset))
        } else if path.count > 1, !places.isEmpty {
          let last = places.count - 1
          if path.count == 2, path[1] == .key("pattern") { places[last].pattern = offset }
          if path.count == 2, path[1] == .key("order") { orders.append(offset) }
          if unknown < RouteManifest.UnknownKey.most, Self.isUnknown(path),
            case .key(let key) = path.last
          {
            unknown += 1
            let place = text.place(of: offset)
            places[last].unknownKeys.append(
              .init(key: key, line: place.line, column: place.column)
            )
          }
        }
        return true
      }
    } catch {
      let code: ManifestError.Code =
        error.fault == .stopped ? .tooManyRoutes : .json(error.fault)
      throw ManifestError(code, in: text, at: error.offset)
    }
    // The decoder reports such a number as bad JSON, without its place.
    for offset in orders where !isWhole(offset) {
      throw ManifestError(.listing(.number), in: text, at: offset)
    }
    return places
  }

  /// Whether the number at a place, if there is one, is whole and not too large.
  private func isWhole(_ offset: Int) -> Bool {
    let number = text.bytes[offset...].prefix { "+-.0123456789Ee".utf8.contains($0) }
    return number.isEmpty || Int(String(decoding: number, as: UTF8.self)) != nil
  }

  private func routes() throws(ManifestError) -> [RouteDescription] {
    do {
      // Not as a listing, which would sort them.
      return try JSONDecoder()
        .decode([RouteDescription].self, from: Data(text.bytes[text.start...]))
    } catch let error as DecodingError {
      throw fault(error)
    } catch {
      throw ManifestError(.listing(.other("\(error)")), in: text, at: text.start)
    }
  }

  private func check(_ route: RouteDescription, at start: Int) throws(ManifestError) {
    let limit = RouteManifest.Limits.nameLength
    if let text = route.name, text.utf8.count > limit {
      throw fault(.longName, at: [.key("name")], from: start)
    }
    if let text = route.queue, text.utf8.count > limit {
      throw fault(.longName, at: [.key("queue")], from: start)
    }
    for (place, tag) in route.tags.enumerated() where (tag.name?.utf8.count ?? 0) > limit {
      throw fault(.longName, at: [.key("tags"), .index(place)], from: start)
    }
    for (key, isThere) in [("access", route.access != nil), ("about", route.about != nil)]
    where isThere && route.kind != .map && route.kind != .fallback {
      throw fault(.accessOfNone, at: [.key(key)], from: start)
    }
    let texts = (route.access?.guards ?? []) + [route.access?.reason ?? ""]
    if texts.contains(where: { $0.utf8.count > limit }) {
      throw fault(.longName, at: [.key("access")], from: start)
    }
    guard route.kind == .guard, let tag = route.tags.firstIndex(where: { $0.method == nil }) else {
      return
    }
    throw fault(.taggedGuard, at: [.key("tags"), .index(tag)], from: start)
  }

  private func exceptions(
    of route: RouteDescription,
    at start: Int
  ) throws(ManifestError) -> [GuardException] {
    var exceptions: [GuardException] = []
    for (number, written) in (route.exceptions ?? []).enumerated() {
      let path: [JSONPlaces.Step] = [.key("except"), .index(number)]
      guard route.kind == .guard else { throw fault(.exceptedFromNone, at: path, from: start) }
      do throws(ListedExceptionError) {
        exceptions.append(try GuardException(listed: written, options))
      } catch {
        switch error {
        case .form: throw fault(.exceptedMethods, at: path, from: start)
        case .pattern(let error): throw fault(.pattern(error), at: path, from: start)
        }
      }
    }
    return exceptions
  }

  /// Returns the error of a value within the one that starts at a place; of the text no more than
  /// that is read once more.
  private func fault(
    _ code: ManifestError.Code,
    at path: [JSONPlaces.Step],
    from start: Int
  ) -> ManifestError {
    var found = start
    // The text was read before, so it is JSON. A missing value is reported at the place where it
    // should be.
    var depth = -1
    try? JSONPlaces.read(text.bytes, from: start) { candidate, offset in
      if candidate.count > depth, path.starts(with: candidate) {
        depth = candidate.count
        found = offset
      }
      return depth < path.count
    }
    return ManifestError(code, in: text, at: found)
  }

  // MARK: - Errors of the decoder

  private func fault(_ code: ManifestError.Code, at path: [JSONPlaces.Step]) -> ManifestError {
    fault(code, at: path, from: text.start)
  }

  private func fault(_ error: DecodingError) -> ManifestError {
    switch error {
    case .keyNotFound(let key, let context):
      let path = steps(context)
      let isTag = path.count > 2
      return fault(.listing(isTag ? .tag : .missing(key.stringValue)), at: path)
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      return fault(.listing(expectation(type, at: steps(context))), at: steps(context))
    case .dataCorrupted(let context):
      let path = steps(context)
      return fault(.listing(refusal(context, at: path)), at: path)
    @unknown default:
      return ManifestError(.listing(.other("\(error)")), in: text, at: text.start)
    }
  }

  private func expectation(_ type: any Any.Type, at path: [JSONPlaces.Step])
    -> ManifestError.ListingFault
  {
    if path.isEmpty { return .array }
    if path.count == 1 { return .object }
    if path.count > 1, path[1] == .key("access") { return .access }
    if path.count > 1, path[1] == .key("about") { return .notes }
    if path.count == 3 { return path[1] == .key("except") ? .text : .tag }
    if type == Int.self { return .number }
    if type == Bool.self { return .truth }
    switch path.last {
    case .key("kind"): return .kind
    case .key("method"): return .method
    case .key("tags"): return .tags
    case .key("except"): return .exceptions
    default: return .text
    }
  }

  private func refusal(
    _ context: DecodingError.Context,
    at path: [JSONPlaces.Step]
  ) -> ManifestError.ListingFault {
    switch path.last {
    case .key("kind"): .kind
    case .key("id"): .identifier
    case .key("method"): .method
    case .key("order"): .number
    case .key("access"): .access
    case .key("sunset"): .sunset
    default: .other(context.debugDescription)
    }
  }

  private func steps(_ context: DecodingError.Context) -> [JSONPlaces.Step] {
    context.codingPath.map { key in key.intValue.map { .index($0) } ?? .key(key.stringValue) }
  }
}
