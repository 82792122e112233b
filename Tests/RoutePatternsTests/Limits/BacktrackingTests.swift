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

  /// The time that a match takes which gives back nothing that it has taken.
  ///
  /// Machines and builds differ in it as much as in what runs away.
  private func timeOfModestMatch() throws -> Duration {
    let pattern = try RoutePattern(parsing: "/:x([a-z]+[0-9]z)")
    let target = try RouteTarget("/abcdefgh9z")
    let start = threadTime()
    for _ in 0..<2_000 { _ = try pattern.match(target) }
    return (threadTime() - start) / 2_000
  }

  /// The same on a core that nobody else uses, as far as that is known.
  private func quietTimeOfModestMatch() throws -> Duration {
    let least = try (0..<5).map { _ in try timeOfModestMatch() }.min() ?? .zero
    #if DEBUG
      return least
    #else
      // Somebody else may use it all the while. Of optimised builds it is known: 5 ms are 55,000 times as much.
      return min(least, .nanoseconds(90))
    #endif
  }

  @Test(.busy) func `each is refused, or answers or throws at once`() throws {
    let lines = try RunawayExpression.all()
    let modest = try quietTimeOfModestMatch()
    // Sanitizers slow the counting of steps down more than all else.
    // A fast build has 5 ms all the same, which is what is promised.
    let bound = max(modest * (PropertyRun.isSlow ? 100_000 : 20_000), .milliseconds(5))
    print("backtracking: a modest match takes \(modest)")
    var made = 0
    var worst = Duration.zero
    for line in lines {
      let patterns = patterns(of: line)
      guard !patterns.isEmpty else {
        print("refused: \(line.regex)")
        continue
      }
      made += 1
      var times = try measure(patterns, targets(of: line), bound: bound, modest)
      times.sort()
      let p999 = times[min(times.count - 1, times.count * 999 / 1000)]
      worst = max(worst, p999)
      #expect(p999 < bound, "\(line.regex)")
    }
    print(
      "backtracking: \(made) of \(lines.count) lines make patterns, the worst p99.9 is \(worst)"
    )
    #expect(lines.count == 37)
    #expect(made == 34)
  }

  private func measure(
    _ patterns: [RoutePattern],
    _ targets: [RouteTarget],
    bound: Duration,
    _ modest: Duration
  ) throws -> [Duration] {
    var times: [Duration] = []
    for pattern in patterns {
      for target in targets {
        _ = try? pattern.match(target)
        for _ in 0..<(PropertyRun.isSlow ? 2 : 25) {
          var time = time(of: pattern, on: target)
          // Interrupts count as the thread's time, and so does what another thread on the same core takes of its speed:
          // only what is slow each time, by what a modest match takes at that time, is slow by itself.
          for _ in 0..<4 where time >= bound {
            let later = self.time(of: pattern, on: target)
            let share = try modest / timeOfModestMatch()
            time = min(time, later * min(1, share))
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
