/// What the benchmark is asked for.
///
///     Benchmarks [--quick] [--check[=0.1]]
struct Arguments {
  /// Whether fewer repeats are enough.
  var isQuick = false
  /// Whether a criterion that is missed is a failure.
  var checks = false
  /// The part of a limit that a figure may be above it.
  var tolerance = 0.0

  /// Reads arguments; nothing when one of them is none.
  init?(_ arguments: some Sequence<String>) {
    for argument in arguments {
      switch argument {
      case "--quick": isQuick = true
      case "--check": checks = true
      default:
        let prefix = "--check="
        guard argument.hasPrefix(prefix),
          let tolerance = Double(argument.dropFirst(prefix.count)), tolerance >= 0
        else { return nil }
        checks = true
        self.tolerance = tolerance
      }
    }
  }
}
