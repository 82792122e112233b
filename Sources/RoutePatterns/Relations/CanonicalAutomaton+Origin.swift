extension CanonicalAutomaton {
  /// Adds schemes and hosts, up to the first slash of the path.
  mutating func addOrigins(from start: Int, root: Int) {
    let other = add()
    let letters = ASCIISet.lowercase
    let more = letters.union(.digits).union(ASCIISet(of: "+-."))
    // A scheme that begins like one of those with a host, by its text.
    var places = ["": start]
    for (scheme, _) in TargetScheme.withHost {
      for length in 1...scheme.count where places[String(scheme.prefix(length))] == nil {
        places[String(scheme.prefix(length))] = add()
      }
    }
    var hosts: [UInt16: Int] = [:]
    let deepLink = addSlashes(1)
    connect(deepLink.end, Self.slash, to: root, startsPath: true)
    let colon = ASCIISet(of: ":")
    connect(other, more, to: other)
    connect(other, colon, to: deepLink.start)
    let sorted = places.sorted { $0.key < $1.key }
    for (prefix, place) in sorted {
      var rest = prefix.isEmpty ? letters : more
      for (longer, next) in sorted where longer.count == prefix.count + 1 {
        guard longer.hasPrefix(prefix), let last = longer.utf8.last else { continue }
        connect(place, ASCIISet(last), to: next)
        rest = rest.subtracting(ASCIISet(last))
      }
      connect(place, rest, to: other)
      if prefix.isEmpty { continue }
      guard let port = TargetScheme.defaultPort(of: prefix.utf8) else {
        connect(place, colon, to: deepLink.start)
        continue
      }
      let host = hosts[port] ?? addAuthority(defaultPort: port, root: root)
      hosts[port] = host
      connect(place, colon, to: host)
    }
  }

  private mutating func addSlashes(_ count: Int) -> (start: Int, end: Int) {
    let start = add()
    var end = start
    for _ in 0..<count {
      let next = add()
      connect(end, Self.slash, to: next)
      end = next
    }
    return (start, end)
  }

  /// Adds the text between the colon of a scheme and the path.
  private mutating func addAuthority(defaultPort: UInt16, root: Int) -> Int {
    let slashes = addSlashes(2)
    let port = addPort(except: defaultPort, root: root)
    let (opened, closed) = (add(), add())
    connect(slashes.end, ASCIISet(of: "["), to: opened)
    for place in addAddresses(from: opened) { connect(place, ASCIISet(of: "]"), to: closed) }
    for place in addNames(from: slashes.end) + [closed] {
      connect(place, ASCIISet(of: ":"), to: port)
      connect(place, Self.slash, to: root, startsPath: true)
    }
    return slashes.start
  }

  /// Adds the numbers up to 65535 without leading zeros and without the default port, and returns
  /// the place before them.
  private mutating func addPort(except defaultPort: UInt16, root: Int) -> Int {
    let start = add()
    let largest = Array("65535".utf8)
    let left = Array(String(defaultPort).utf8)
    // A place is known by the digits so far if they begin the largest number or the default port,
    // else by their count and whether they are less than those of the largest.
    struct Place: Hashable {
      var digits: [UInt8]
      var length: Int
      var isLess: Bool
    }
    var places: [Place: Int] = [:]
    var open: [(digits: [UInt8], place: Int)] = [([], start)]
    while let (digits, place) = open.popLast() {
      guard digits.count < 5, digits != [UInt8(ascii: "0")] else { continue }
      for digit in UInt8(ascii: "0")...UInt8(ascii: "9") {
        let longer = digits + [digit]
        let begins = largest.starts(with: longer) || left.starts(with: longer) || longer == [0x30]
        let isLess = longer.lexicographicallyPrecedes(largest.prefix(longer.count))
        guard longer.count < 5 || isLess || longer == largest else { continue }
        let key = Place(digits: begins ? longer : [], length: longer.count, isLess: isLess)
        let next = places[key] ?? add()
        if places[key] == nil {
          places[key] = next
          open.append((longer, next))
          if longer != left { connect(next, Self.slash, to: root, startsPath: true) }
        }
        connect(place, ASCIISet(digit), to: next)
      }
    }
    return start
  }
}
