import Measuring

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@main
struct Benchmarks {
  static func main() throws {
    guard let arguments = Arguments(CommandLine.arguments.dropFirst()) else {
      print("usage: Benchmarks [--quick] [--check[=TOLERANCE]]")
      exit(2)
    }
    let rounds = arguments.isQuick ? 9 : 25
    let matches = MatchBenchmark(repeats: Repeats(times: 100_000, rounds: rounds))
    let compiling = CompileBenchmark(repeats: Repeats(times: 2_000, rounds: rounds))
    let navigating = NavigationBenchmark(repeats: Repeats(times: 2_000, rounds: rounds))
    let criteria =
      try matches.plain() + matches.constrained() + compiling.criteria() + navigating.criteria()

    print("")
    for criterion in criteria { print(criterion.line(tolerance: arguments.tolerance)) }
    let isMissed = !criteria.allSatisfy { $0.holds(tolerance: arguments.tolerance) }
    if arguments.checks && isMissed { exit(1) }
  }
}
