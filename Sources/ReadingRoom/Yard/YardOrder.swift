import SwitchyardHTTP

/// An order for the yard: the URL that rolls in, and what goes wrong on its way.
struct YardOrder: Sendable, Equatable {
  /// The fault of a handler that does not do its work.
  enum Mishap: String, CaseIterable, Sendable {
    case none, throwing, dropping, silence, loop

    /// The button that asks for it.
    var label: String {
      switch self {
      case .none: "Send it"
      case .throwing: "Throw an error"
      case .dropping: "Drop the answer"
      case .silence: "Never answer"
      case .loop: "Send it in circles"
      }
    }
  }

  /// The handler that it happens to.
  enum Place: String, CaseIterable, Sendable {
    case signal, points, track

    var label: String {
      switch self {
      case .signal: "the signal (a guard)"
      case .points: "the points (a proxy)"
      case .track: "the track (a map)"
      }
    }
  }

  var url = "/main/7"
  var mishap = Mishap.none
  var place = Place.points

  init(url: String = "/main/7", _ mishap: Mishap = .none, at place: Place = .points) {
    self.url = url
    self.mishap = mishap
    // A circle is made of redirects, and only signals redirect.
    self.place = mishap == .loop ? .signal : place
  }

  /// Reads an order from a query; `nil` if there is none in it.
  init?(_ query: QueryParameters) {
    guard let mishap = query["do"].flatMap({ Mishap(rawValue: $0) }) else { return nil }
    let place = query["at"].flatMap { Place(rawValue: $0) } ?? .points
    self.init(url: String((query["url"] ?? "").prefix(200)), mishap, at: place)
  }
}
