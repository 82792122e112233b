import RoutePatterns
import TestSupport
import Testing

@Suite struct `Expressions that run away` {
  /// Every pattern that a line makes: inline and as a validation, as it stands and without its captures.
  private func patterns(of line: RunawayExpression) -> [RoutePattern] {
    var patterns: [RoutePattern] = []
    for text in [line.regex, line.withoutCaptures] {
      let validation: [String: RouteValidation] = ["x": .regex(text)]
      if let made = try? RoutePattern(parsing: "/:x(\(text))") { patterns.append(made) }
      if let made = try? RoutePattern(parsing: "/:x", where: validation) { patterns.append(made) }
    }
    return patterns
  }

  /// The subject as a segment, with its slashes as they are and as data.
  private func targets(of line: RunawayExpression) throws -> [RouteTarget] {
    let options = RouteTarget.Options(slashes: .strict, targetLength: 1 << 20)
    return try [true, false].map { keepsSlashes in
      try RouteTarget("/" + line.segment(keepingSlashes: keepsSlashes), options: options)
    }
  }

  @Test(.busy) func `each is refused, or answers or throws at once`() throws {
    guard let lines = RunawayExpression.all() else { return }
    // Sanitizers take many times as long; they are not what is measured here.
    let bound: Duration = PropertyRun.isSlow ? .milliseconds(250) : .milliseconds(5)
    var made = 0
    var worst = Duration.zero
    for line in lines {
      let patterns = patterns(of: line)
      guard !patterns.isEmpty else {
        print("refused: \(line.regex)")
        continue
      }
      made += 1
      var times = try measure(patterns, targets(of: line), bound: bound)
      times.sort()
      let p999 = times[min(times.count - 1, times.count * 999 / 1000)]
      worst = max(worst, p999)
      #expect(p999 < bound, "\(line.regex)")
    }
    print(
      "backtracking: \(made) of \(lines.count) lines make patterns, the worst p99.9 is \(worst)"
    )
    #expect(lines.count == 34)
    #expect(made == 31)
  }

  private func measure(
    _ patterns: [RoutePattern],
    _ targets: [RouteTarget],
    bound: Duration
  ) -> [Duration] {
    var times: [Duration] = []
    for pattern in patterns {
      for target in targets {
        _ = try? pattern.match(target)
        for _ in 0..<(PropertyRun.isSlow ? 2 : 25) {
          var time = time(of: pattern, on: target)
          // Interrupts count as the thread's time: only what is slow each time is slow by itself.
          for _ in 0..<4 where time >= bound {
            time = min(time, self.time(of: pattern, on: target))
          }
          times.append(time)
        }
      }
    }
    return times
  }

  private func time(of pattern: RoutePattern, on target: RouteTarget) -> Duration {
    let start = threadTime()
    _ = try? pattern.match(target)
    return threadTime() - start
  }
}
