/// What a run ends with.
enum ExitCode: Int32 {
  /// All went well.
  case success = 0
  /// Something was found: a mistake among the routes, or a URL that is rejected or leads nowhere.
  case findings = 1
  /// The call was wrong, or the manifest could not be read.
  case usage = 2
}
