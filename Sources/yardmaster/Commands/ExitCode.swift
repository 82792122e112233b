/// The exit code of a run.
enum ExitCode: Int32 {
  /// All went well.
  case success = 0
  /// There are findings: a mistake among the routes, or a URL that is rejected or leads nowhere.
  case findings = 1
  /// The call was wrong, or the manifest could not be read.
  case usage = 2
}
