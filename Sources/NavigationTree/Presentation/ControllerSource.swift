/// Where the controller comes from that a route shows.
///
///     router.map("app://books/:id", host: window, source: .named("BookScreen", in: "Main"))
///     router.map("app://settings", host: window, source: .provided { SettingsScreen(session) })
///
/// It is made anew each time the route is opened.
public enum ControllerSource<Controller>: Sendable {
  /// The host makes it of a name: that of a nib, or of something in a storyboard or whatever holds the host's
  /// descriptions.
  case named(String, in: String? = nil)
  /// A closure makes it; what the closure throws ends the dispatch as failed.
  case provided(@MainActor @Sendable () throws -> Controller)
}
