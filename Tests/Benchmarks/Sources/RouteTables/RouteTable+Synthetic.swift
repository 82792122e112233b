extension RouteTable {
  /// Routes `/service/resource/:id/part/:item`, 1,000 paths of them and 100 of none, always the same ones.
  ///
  /// Each service has ten resources of five parts, so that what grows is the fan-out of the first segment.
  package static func synthetic(_ count: Int) -> RouteTable {
    var random = SeededRandom(seed: 20_261_121)
    var words = Words()
    let services = words.next(2_000, &random)
    let resources = words.next(400, &random)
    let parts = words.next(400, &random)
    let unknown = words.next(200, &random)
    var routes: [[String]] = []
    for service in services where routes.count < count {
      for resource in resources.shuffled(using: &random).prefix(10) {
        for part in parts.shuffled(using: &random).prefix(5) {
          routes.append([service, resource, part])
        }
      }
    }
    routes = Array(routes.prefix(count)).shuffled(using: &random)
    let known = Set(routes)

    let chosen =
      count >= 1_000
      ? Array(routes.indices.shuffled(using: &random).prefix(1_000))
      : (0..<1_000).map { _ in Int.random(in: 0..<count, using: &random) }
    var lookups = chosen.map { index -> Lookup in
      let values = [value(&random), value(&random)]
      let route = routes[index]
      let path = "/\(route[0])/\(route[1])/\(values[0])/\(route[2])/\(values[1])"
      return Lookup(path: path, route: index, values: values)
    }
    // By turns: another service, another part, a segment less, and a segment more.
    for number in 0..<100 {
      let route = routes[Int.random(in: 0..<count, using: &random)]
      let other = unknown[Int.random(in: 0..<unknown.count, using: &random)]
      let (id, item) = (value(&random), value(&random))
      let strays = [
        "/\(other)/\(route[1])/\(id)/\(route[2])/\(item)",
        "/\(route[0])/\(route[1])/\(id)/\(other)/\(item)",
        "/\(route[0])/\(route[1])/\(id)/\(route[2])",
        "/\(route[0])/\(route[1])/\(id)/\(route[2])/\(item)/\(other)",
      ]
      lookups.append(Lookup(path: strays[number % 4], route: nil, values: []))
    }
    precondition(known.count == count, "a table holds a route twice")
    return RouteTable(
      name: "\(count)",
      patterns: routes.map { "/\($0[0])/\($0[1])/:id/\($0[2])/:item" },
      lookups: lookups.shuffled(using: &random)
    )
  }

  private static func value(_ random: inout SeededRandom) -> String {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<5: "\(Int.random(in: 1..<10_000_000, using: &random))"
    case 5..<8: String(UInt32.random(in: 0x1000_0000...UInt32.max, using: &random), radix: 16)
    default: "\(Words.word(&random))_\(Int.random(in: 1..<100, using: &random))"
    }
  }
}

/// Words of syllables, none twice.
private struct Words {
  private static let consonants = Array("bcdfghjklmnprstvwz")
  private static let vowels = Array("aeiou")
  private var seen: Set<String> = []

  static func word(_ random: inout SeededRandom) -> String {
    var word = ""
    for _ in 0..<Int.random(in: 2...5, using: &random) {
      word.append(consonants[Int.random(in: 0..<consonants.count, using: &random)])
      word.append(vowels[Int.random(in: 0..<vowels.count, using: &random)])
    }
    if Int.random(in: 0..<10, using: &random) < 3 { word.append("n") }
    return word
  }

  mutating func next(_ count: Int, _ random: inout SeededRandom) -> [String] {
    var words: [String] = []
    while words.count < count {
      let word = Self.word(&random)
      if seen.insert(word).inserted { words.append(word) }
    }
    return words
  }
}
