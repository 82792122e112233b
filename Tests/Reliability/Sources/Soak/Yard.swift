import Dispatch
import Switchyard

/// The routers, which all threads use at once.
final class Yard: Sendable {
  static let shares = 128

  let stations: [Station]
  /// The router whose handlers have hardly any time.
  let hasty: Station

  init() {
    var latest = Router.Configuration.app
    latest.order = .concurrent
    latest.letterCase = .insensitive
    var queued = Router.Configuration.app
    queued.queue = DispatchQueue(label: "router")
    var hasty = Router.Configuration.server
    hasty.handlerTimeLimit = .milliseconds(1)
    let configurations: [(String, Router.Configuration)] = [
      ("the server's router", .server), ("the concurrent router", latest),
      ("the serial router", .app), ("the serial router on a queue", queued),
      ("the hasty router", hasty),
    ]
    stations = configurations.enumerated().map { place, named in
      var configuration = named.1
      // Also where threads hardly get to run, nobody else is too late.
      configuration.guardTimeLimit = .seconds(Watch.patience)
      if place == 0 { configuration.handlerTimeLimit = .seconds(Watch.patience) }
      return Station(named.0, place, configuration)
    }
    self.hasty = stations[4]
  }

  /// The place of the router that a share belongs to.
  func pick(_ share: Int) -> Int {
    switch share {
    case ..<56: 0
    case ..<112: 1
    case ..<124: 2
    case ..<127: 3
    default: 4
    }
  }
}
