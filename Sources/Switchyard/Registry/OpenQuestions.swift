/// A map or fallback that a dispatch can end with.
struct PossibleEnd {
  enum Role { case map, rival, fallback }

  let role: Role
  let route: UnaskedRoute
}

/// A route whose closures are asked when the index is left.
struct UnaskedRoute {
  let entry: RouteEntry
  /// The values, where the index decides what the pattern would say.
  let values: CapturedValues?
}

/// The things that can be asked only when the index is left.
final class OpenQuestions {
  /// Whether closures have a say.
  var hasClosures = false
  /// The possible ends from the first on that has closures, in order; they are matched when these
  /// can be asked.
  var ends: [PossibleEnd] = []
  /// The maps with closures, or all where closures have a say about the map, whatever their tags.
  var tagged: [UnaskedRoute] = []
  /// The routes whose owners are gone.
  var orphans: [RouteEntry] = []
  /// The owners that were found alive.
  ///
  /// They are released when the index is left: the last release of an object runs
  /// its `deinit`.
  var owners = RetainedOwners()
}
