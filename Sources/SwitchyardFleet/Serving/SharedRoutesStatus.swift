/// The state of the shared routes of a server.
public struct SharedRoutesStatus: Hashable, Sendable, Codable {
  /// Whether it follows a source, and has read it.
  public var isFollowing = false
  /// The number of the generation whose routes it has; 0 without any.
  public var generation = 0
  /// The number of routes.
  public var routeCount = 0
  /// The generation that all are to have and that it could not take, so that it stays at the one
  /// before.
  public var refused: GenerationRefusal?
  /// The reason that the source cannot be read, when it was tried the last time.
  public var sourceFault: String?

  /// Whether it has what all are to have, as far as it knows; not before it has read its source.
  public var isCurrent: Bool { isFollowing && refused == nil && sourceFault == nil }
}
