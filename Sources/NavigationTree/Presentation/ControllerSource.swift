/// The source of the controller that a route shows.
///
///     router.map("app://books/:id", host: window, source: .named("BookScreen", in: "Main"))
///     router.map("app://settings", host: window, source: .provided { SettingsScreen(session) })
///
/// The controller is made anew each time the route is opened.
public enum ControllerSource<Controller>: Sendable {
  /// The host makes it from a name: that of a nib, or of an item in a storyboard or another file
  /// that holds the host's descriptions.
  case named(String, in: String? = nil)
  /// A closure makes it; an error that the closure throws ends the dispatch as failed.
  case provided(@MainActor @Sendable () throws -> Controller)
}
