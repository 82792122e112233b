import SwitchyardProof

/// Routes that were read from a file or listing, each with a pattern that can be registered.
struct RouteManifest {
  struct Entry {
    var route: RouteDescription
    let pattern: RoutePattern
    /// The targets that it is not asked about, of a guard.
    var exceptions: [GuardException] = []
    /// The line it stands in, counted from 1.
    let line: Int?
    /// The byte of the line at which its pattern stands, counted from 1.
    var column: Int?
    /// The listed regular expression, where it differs from that of the pattern.
    var otherRegex: String?
    /// The keys that are not read, as they are of another version or misspelt.
    var unknownKeys: [UnknownKey] = []

    /// The route as a table of routes takes it.
    var listed: ListedRoute { ListedRoute(route, pattern, exceptions: exceptions) }
  }

  /// A key of a coded route that no route of this version has, and the place of its value.
  struct UnknownKey {
    /// The most that are told of.
    static let most = 20

    let key: String
    let line: Int
    let column: Int

    /// The fault and its remedy, for a message.
    var message: String {
      "The key \(key.quotedExcerpt) is of another version, and is not read. Correct it, or use the "
        + "version that wrote it."
    }
  }

  /// Whether something that it says was not read, or is read otherwise than it was meant.
  var isDoubtful: Bool { doubt != nil || !unknownKeys.isEmpty }

  /// The limits of a manifest.
  enum Limits {
    /// Bytes altogether.
    static let size = 16 << 20
    static let routes = 100_000
    /// Bytes of a name, a tag or the label of a queue.
    static let nameLength = 1_024
  }

  /// The name of the file, as it was given; `nil` for the demo app's routes.
  let name: String?
  /// In the order of their registration.
  let entries: [Entry]
  /// The place of the first route whose listed regular expression differs from that of its pattern.
  var doubt: Int? { entries.firstIndex { $0.otherRegex != nil } }

  /// The first keys that are not read, in the order of their places.
  var unknownKeys: [UnknownKey] {
    entries.flatMap(\.unknownKeys).sorted { ($0.line, $0.column) < ($1.line, $1.column) }
  }

  /// - Parameters:
  ///   - name: the name of the file.
  ///   - entries: the routes as they stand there; those without an order follow the one before.
  init(name: String?, _ entries: [Entry]) {
    self.name = name
    // A listing numbers its routes. The sort keeps those with one number in their order, as does
    // that of a listing.
    let orders = Self.orders(of: entries.map(\.route))
    self.entries = zip(entries, orders)
      .map { entry, order in
        var entry = entry
        entry.route.order = order
        entry.route.id = entry.route.id ?? RouteID(numbered: order)
        if entry.route.regex != entry.pattern.regex { entry.otherRegex = entry.route.regex }
        entry.route.regex = entry.pattern.regex
        entry.route.pattern = entry.pattern.text
        let exceptions = entry.exceptions.map(\.description)
        entry.route.exceptions = exceptions.isEmpty ? nil : exceptions
        return entry
      }
      .enumerated()
      .sorted {
        ($0.element.route.order ?? 0, $0.offset) < ($1.element.route.order ?? 0, $1.offset)
      }
      .map(\.element)
  }

  private static func orders(of routes: [RouteDescription]) -> [Int] {
    var last = 0
    return routes.map { route in
      let next = last.addingReportingOverflow(1)
      last = route.order ?? (next.overflow ? .max : next.partialValue)
      return last
    }
  }

  /// Returns the place of a route for a message: the file, its line and byte, or its number.
  func place(of entry: Entry) -> String {
    guard let name, let line = entry.line else { return "#\(entry.route.order ?? 0)" }
    return "\(name.printable):\(line):\(entry.column ?? 1)"
  }
}
