/// The legs of a dispatch before the current one, and the tries of that; most dispatches have none.
final class DispatchHistory {
  /// The steps of the legs and tries before the current one.
  var trail: [TrailStep] = []
  /// The targets of the legs before the current one.
  var path: [String] = []
  /// The routes that had gone before their turn, of which nothing more is kept.
  var lost: [MatchedEntry] = []
  /// The proxies of the leg that have gone on and left no traces: they are not asked again when it
  /// begins anew.
  var passedProxies: Set<RouteID> = []
}
