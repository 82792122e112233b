extension WebAddressParser {
  // MARK: - Users, hosts and ports

  /// Reads users, host, port and what follows.
  mutating func authority(from start: Int) -> Bool {
    var end = start
    var at: Int?
    while end < input.count, !hasSlash(at: end), !has("?", at: end), !has("#", at: end) {
      if has("@", at: end) { at = end }
      end += 1
    }
    if let at {
      guard at + 1 < end else { return false }
      users(input[start..<at])
    }
    out.end(.password)
    guard host(input[(at.map { $0 + 1 } ?? start)..<end]) else { return false }
    if isSpecial {
      path(from: hasSlash(at: end) ? end + 1 : end)
    } else if has("/", at: end) {
      path(from: end + 1)
    } else {
      out.end(.pathname)
      tail(from: end)
    }
    return true
  }

  private mutating func users(_ text: ArraySlice<UInt8>) {
    let colon = text.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
    PercentSet.userInfo.append(text[..<colon], to: &out.bytes)
    out.end(.username)
    PercentSet.userInfo.append(text[colon...].dropFirst(), to: &out.bytes)
  }

  /// Reads a host with its port.
  private mutating func host(_ text: ArraySlice<UInt8>) -> Bool {
    var isInBrackets = false
    var colon: Int?
    for index in text.indices {
      switch text[index] {
      case UInt8(ascii: "["): isInBrackets = true
      case UInt8(ascii: "]"): isInBrackets = false
      case UInt8(ascii: ":") where !isInBrackets && colon == nil: colon = index
      default: break
      }
      if colon != nil { break }
    }
    let name = text[..<(colon ?? text.endIndex)]
    if name.isEmpty, isSpecial || colon != nil { return false }
    if !appendPlain(name) {
      let host =
        isSpecial ? StandardHost.canonical(name, DomainName.ascii) : StandardHost.opaque(name)
      guard let host else { return false }
      out.bytes += host.utf8
    }
    out.end(.hostname)
    if let colon {
      guard port(text[(colon + 1)...]) else { return false }
    }
    out.end(.port)
    return true
  }

  /// Appends a name of letters, hyphens and dots, as most are.
  private mutating func appendPlain(_ name: ArraySlice<UInt8>) -> Bool {
    guard isSpecial, let last = name.last, last.isASCIILetter, !isMaybeNumber(name) else {
      return false
    }
    for byte in name {
      guard byte.isASCIILetter || byte == UInt8(ascii: ".") else { return false }
    }
    for byte in name { out.bytes.append(byte.lowercasedASCII) }
    return true
  }

  /// Whether the last label could be a hexadecimal number.
  private func isMaybeNumber(_ name: ArraySlice<UInt8>) -> Bool {
    name.contains { $0.isASCIIDigit }
  }

  private mutating func port(_ text: ArraySlice<UInt8>) -> Bool {
    var number = 0
    for byte in text {
      guard byte.isASCIIDigit else { return false }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
      guard number <= Int(UInt16.max) else { return false }
    }
    if !text.isEmpty, number != WebScheme.defaultPort(of: out[.protocol]) {
      out.bytes += String(number).utf8
    }
    return true
  }

  // MARK: - Paths

  /// Reads the segments of a path behind those that are written already, and what follows.
  mutating func path(from start: Int) {
    var start = start
    while true {
      var end = start
      while end < input.count, !hasSlash(at: end), !has("?", at: end), !has("#", at: end) {
        end += 1
      }
      let isLast = !hasSlash(at: end)
      let segment = input[start..<end]
      switch StandardPath.dots(in: segment) {
      case 1: if isLast { out.bytes.append(UInt8(ascii: "/")) }
      case 2:
        shortenPath()
        if isLast { out.bytes.append(UInt8(ascii: "/")) }
      default:
        out.bytes.append(UInt8(ascii: "/"))
        if isFile, out.bytes.count == out.partStart + 1, isDrive(segment) {
          out.bytes += [segment[start], UInt8(ascii: ":")]
        } else {
          PercentSet.path.append(segment, to: &out.bytes)
        }
      }
      guard !isLast else {
        out.end(.pathname)
        return tail(from: end)
      }
      start = end + 1
    }
  }

  /// Removes the last segment of the path that is being written, unless it is the drive of a file.
  mutating func shortenPath() {
    let start = out.partStart
    guard let slash = out.bytes[start...].lastIndex(of: UInt8(ascii: "/")) else { return }
    let segment = out.bytes[(slash + 1)...]
    if isFile, slash == start, isDrive(segment), segment.last == UInt8(ascii: ":") { return }
    out.bytes.removeSubrange(slash...)
  }

  /// Reads a path that is one text, and what follows.
  mutating func opaquePath(from start: Int) {
    out.end(.port)
    out.hasOpaquePath = true
    var end = start
    while end < input.count, !has("?", at: end), !has("#", at: end) { end += 1 }
    PercentSet.control.append(input[start..<end], to: &out.bytes)
    // A space would be lost when what follows is taken away.
    if end < input.count, out.bytes.last == UInt8(ascii: " ") {
      out.bytes.removeLast()
      out.bytes += "%20".utf8
    }
    out.end(.pathname)
    tail(from: end)
  }

  // MARK: - Queries and fragments

  /// Reads a query and a fragment, if they follow.
  mutating func tail(from start: Int) {
    guard has("?", at: start) else { return fragment(from: start + 1) }
    let end = input[start...].firstIndex(of: UInt8(ascii: "#")) ?? input.count
    let set: PercentSet = isSpecial ? .specialQuery : .query
    set.append(input[(start + 1)..<end], to: &out.bytes)
    out.end(.search)
    fragment(from: end + 1)
  }

  /// Reads a fragment, which goes on to the end.
  mutating func fragment(from start: Int) {
    out.end(.search)
    if start < input.count { PercentSet.fragment.append(input[start...], to: &out.bytes) }
    out.end(.hash)
  }

  // MARK: - Drives

  /// Whether a text is a letter and a colon, or what stands for one.
  func isDrive(_ text: some BidirectionalCollection<UInt8>) -> Bool {
    guard text.count == 2, let first = text.first, let last = text.last else { return false }
    return first.isASCIILetter && (last == UInt8(ascii: ":") || last == UInt8(ascii: "|"))
  }

  /// Whether a drive stands at a place, and then the end of the segment.
  func startsWithDrive(_ start: Int) -> Bool {
    guard start + 2 <= input.count, isDrive(input[start..<(start + 2)]) else { return false }
    return start + 2 == input.count || has("/", at: start + 2) || has("\\", at: start + 2)
      || has("?", at: start + 2) || has("#", at: start + 2)
  }

  /// The drive that the path of a file begins with, and the slash before it.
  func drive(of file: WebAddress) -> Substring.UTF8View? {
    let path = file[.pathname]
    let drive = path.dropFirst().prefix { $0 != UInt8(ascii: "/") }
    guard isDrive(drive), drive.last == UInt8(ascii: ":") else { return nil }
    return path.prefix(3)
  }
}
