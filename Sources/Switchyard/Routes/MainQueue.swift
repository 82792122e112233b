/// The main queue as the place where a handler runs, on the main actor.
///
///     router.map("/books", queue: .main) { context, completed in … }
///
/// A type of its own, so that handlers given with it are checked as code of the main actor.
public struct MainQueue: Sendable {
  private init() {}

  /// The main queue.
  public static let main = MainQueue()
}
