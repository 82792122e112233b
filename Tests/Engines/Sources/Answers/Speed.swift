import Foundation
import URLPatterns

/// Calls `exec` for each line of the input, which is a number of passes over all inputs of the questions, and answers
/// with the nanoseconds that the process had a core for.
enum Speed {
  static func run(_ questions: [Question], readsGroups: Bool) {
    let calls = questions.flatMap { question -> [(URLPattern, Question.Argument, String?)] in
      guard let pattern = try? URLPattern(question.pattern) else { return [] }
      return question.inputs.map { input in
        if case .text(let base)? = input.dropFirst().first { return (pattern, input[0], base) }
        return (pattern, input[0], nil)
      }
    }
    print("ready")
    fflush(nil)
    while let times = readLine().flatMap({ Int($0) }) {
      var count = 0
      let start = coreTime()
      for _ in 0..<times {
        for (pattern, input, base) in calls {
          let match =
            switch input {
            case .text(let url): try? pattern.exec(url, base: base)
            case .parts(let parts): try? pattern.exec(parts)
            case .options: URLPattern.Match?.none
            }
          guard let match else { continue }
          count += 1
          guard readsGroups else { continue }
          for component in URLPatternComponent.allCases { count += match[component].groups.count }
        }
      }
      let time = coreTime() - start
      print(time, count / max(times, 1), calls.count)
      fflush(nil)
    }
  }

  private static func coreTime() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
