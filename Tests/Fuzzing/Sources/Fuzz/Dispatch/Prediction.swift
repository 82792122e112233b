import Switchyard

/// What should come of a dispatch of which all handlers answer at once.
struct Prediction {
  enum End: Equatable {
    case handled(Int), denied(Int), notFound, redirected, loop, failed
  }

  /// The routes whose handlers run.
  private(set) var runs: [Int] = []
  /// How it ends; nothing where that is for the program to say.
  private(set) var end: End?

  /// Works it out by the rules.
  init(
    _ path: String,
    tags: [RouteTag],
    routes: [PlayedRoute],
    precedence: Router.Precedence,
    redirects: RedirectPolicy,
    hopLimit: Int
  ) {
    var path = path
    var isCommitted = false
    var hops = 0
    search: while true {
      let found = routes.indices.filter { routes[$0].isLive && routes[$0].shape.matches(path) }
      for index in found where routes[index].kind == .guard {
        runs.append(index)
        switch routes[index].deed {
        case .goesOn, .goesOnTwice, .goesOnAsync: continue
        case .opens: continue
        case .refuses, .drops, .throwsAsync:
          end = .denied(index)
          return
        case .waits, .leaves: return
        case .leads, .leadsAsync:
          guard redirects == .follow else {
            end = .redirected
            return
          }
          guard hops < hopLimit else {
            end = .loop
            return
          }
          (hops, path, isCommitted) = (hops + 1, routes[index].goal, false)
          continue search
        }
      }
      let fitting = found.filter { routes[$0].fits(tags) }
      for index in fitting.reversed() where routes[index].kind == .proxy && !isCommitted {
        runs.append(index)
        switch routes[index].deed {
        case .goesOn, .goesOnTwice, .goesOnAsync, .opens: continue
        case .refuses, .drops, .throwsAsync:
          end = .failed
          return
        case .waits, .leaves: return
        case .leads, .leadsAsync:
          guard hops < hopLimit else {
            end = .loop
            return
          }
          (hops, path, isCommitted) = (hops + 1, routes[index].goal, true)
          continue search
        }
      }
      let maps = fitting.filter { routes[$0].kind == .map }
      let fallbacks = fitting.filter { routes[$0].kind == .fallback }
      let best =
        Self.best(maps, routes, precedence) ?? Self.best(fallbacks, routes, .mostSpecific)
      guard let best else {
        end = .notFound
        return
      }
      runs.append(best)
      switch routes[best].deed {
      case .waits, .leaves: break
      case .throwsAsync: end = .failed
      default: end = .handled(best)
      }
      return
    }
  }

  /// Whether handlers may have run so far.
  func allows(_ others: [Int]) -> Bool {
    let isOpen = end == nil && others.count > runs.count
    return isOpen ? others.starts(with: runs) : runs.starts(with: others)
  }

  /// The latest, or the most specific and of those alike the latest.
  private static func best(
    _ indices: [Int],
    _ routes: [PlayedRoute],
    _ precedence: Router.Precedence
  ) -> Int? {
    guard precedence == .mostSpecific else { return indices.last }
    return indices.reduce(nil) { best, index in
      guard let best else { return index }
      let isLess = routes[best].shape.pattern.isMoreSpecific(than: routes[index].shape.pattern)
      return isLess ? best : index
    }
  }
}
