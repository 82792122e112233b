import CFuzzer
import TestSupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// What can be fuzzed; `FUZZ_TARGET` names one.
enum FuzzTarget: String, CaseIterable {
  case canonical, pattern, urlpattern, match, dispatch, machine, navigation, head, server

  /// The one that the environment names.
  static let chosen: FuzzTarget = {
    let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
      fail("FUZZ_TARGET=\(name) is none of \(allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return target
  }()

  /// Plays one input.
  func play(_ bytes: [UInt8]) {
    SeededGenerator.take(bytes)
    switch self {
    case .canonical: CanonicalFuzz.play(bytes)
    case .pattern: PatternFuzz.play(bytes)
    case .urlpattern: URLPatternFuzz.play(bytes)
    case .match: MatchFuzz.play()
    case .dispatch: DispatchFuzz.play()
    case .machine: MachineFuzz.play()
    case .navigation: NavigationFuzz.play(bytes)
    case .head: HeadFuzz.play(bytes)
    case .server: ServerFuzz.play(bytes)
    }
  }
}

@main
enum Fuzz {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    let result = LLVMFuzzerRunDriver(&count, &arguments) { start, count in
      FuzzTarget.chosen.play(Array(UnsafeBufferPointer(start: start, count: count)))
      return 0
    }
    exit(result)
  }
}
