extension RequestHead {
  /// Whether the path of the target has a segment of one dot or of two, also escaped.
  var hasDotSegments: Bool {
    let path = target.prefix { $0 != UInt8(ascii: "?") }
    let slashes = [UInt8(ascii: "/"), UInt8(ascii: "\\")]
    return path.split(whereSeparator: slashes.contains).contains { segment in
      var rest = segment[...]
      var dots = 0
      while !rest.isEmpty {
        if rest.first == UInt8(ascii: ".") {
          rest = rest.dropFirst()
        } else if rest.starts(with: "%2e".utf8) || rest.starts(with: "%2E".utf8) {
          rest = rest.dropFirst(3)
        } else {
          return false
        }
        dots += 1
      }
      return dots == 1 || dots == 2
    }
  }
}
