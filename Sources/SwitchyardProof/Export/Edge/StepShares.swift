/// The lengths up to which a router surely gives no target up for its limit of steps.
///
/// That limit is of all matches of a dispatch together: those by guards, middleware, proxies, maps
/// of other methods and exceptions are among them. Patterns whose paths begin otherwise are never
/// asked about the same target in earnest, so that shares are of those that begin alike.
struct StepShares {
  private struct Pattern {
    let place: Int
    let pattern: RoutePattern
    let cost: MatchCost
    /// The times that one dispatch may ask about it.
    let times: Int
    /// The segments that its paths begin with.
    let beginning: String
  }

  private struct Sum {
    /// The steps of patterns that are bounded well.
    var steps = 0
    /// The others, each as often as it may be asked.
    var others = 0
  }

  /// A pattern that costs too much on targets of more than so many bytes.
  struct Doubt {
    let place: Int
    let pattern: RoutePattern
    let length: Int

    /// Whether a canonical path may be one of those.
    func mayConcern(_ path: String) -> Bool {
      path.utf8.count > length && "\(path.lowercased())/".hasPrefix(pattern.literalSegments)
    }
  }

  /// The patterns that cost too much for some targets, in the order of the listing.
  let doubts: [Doubt]

  /// Finds them, for targets of so many bytes.
  init(_ routes: ListedRoutes, longest: Int) {
    var patterns: [Pattern] = []
    for (place, entry) in routes.entries.enumerated() {
      // Once by each of its tags and once without.
      let times = 1 + entry.route.tags.count
      for pattern in [entry.pattern] + entry.exceptions.map(\.pattern) {
        let cost = MatchCost(of: pattern)
        guard cost.steps(length: longest) != 0 else { continue }
        patterns.append(
          Pattern(
            place: place,
            pattern: pattern,
            cost: cost,
            times: times,
            beginning: pattern.literalSegments
          )
        )
      }
    }
    var own: [String: Sum] = [:]
    for pattern in patterns {
      if pattern.cost.isLinear {
        let steps = pattern.cost.steps(length: longest) ?? 0
        own[pattern.beginning, default: Sum()].steps += pattern.times * steps
      } else {
        own[pattern.beginning, default: Sum()].others += pattern.times
      }
    }
    let most = Self.most(own)
    // As much again is left for what is not known here.
    let budget = max(0, routes.router.configuration.matchSteps) / 2
    doubts = patterns.compactMap { pattern in
      guard let most = most[pattern.beginning] else { return nil }
      let isCrowded = most.steps > budget
      let share: Int
      if pattern.cost.isLinear {
        guard isCrowded, let steps = pattern.cost.steps(length: longest) else { return nil }
        share = Int(Double(steps) * Double(budget / 2) / Double(most.steps))
      } else {
        share = (isCrowded ? budget / 2 : budget - most.steps) / max(1, most.others)
      }
      let length = pattern.cost.length(within: share, upTo: longest)
      guard length < longest else { return nil }
      return Doubt(place: pattern.place, pattern: pattern.pattern, length: length)
    }
  }

  /// Returns for each beginning the most that targets can come to that begin so.
  private static func most(_ own: [String: Sum]) -> [String: Sum] {
    var most: [String: Sum] = [:]
    for beginning in own.keys {
      let above = ancestors(of: beginning)
      var sum = Sum()
      for each in above {
        guard let one = own[each] else { continue }
        sum.steps += one.steps
        sum.others += one.others
      }
      for each in above {
        most[each, default: Sum()].steps = max(most[each]?.steps ?? 0, sum.steps)
        most[each, default: Sum()].others = max(most[each]?.others ?? 0, sum.others)
      }
    }
    return most
  }

  /// Returns a beginning and all that it begins with.
  private static func ancestors(of beginning: String) -> [String] {
    var result = ["/"]
    for (offset, byte) in beginning.utf8.enumerated().dropFirst() where byte == 0x2F {
      result.append(String(decoding: beginning.utf8.prefix(offset + 1), as: UTF8.self))
    }
    return result
  }
}

extension RoutePattern {
  /// The literal segments that its paths begin with, with a slash behind each, in small letters.
  fileprivate var literalSegments: String {
    let outline = outline
    var text: [UInt8] = [0x2F]
    for segment in outline.canLackLast ? outline.segments.dropLast() : outline.segments[...] {
      guard case .literal(let bytes) = segment, !bytes.isEmpty else { break }
      text += bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
      text.append(0x2F)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
