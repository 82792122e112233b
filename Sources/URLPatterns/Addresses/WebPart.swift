/// A part of a URL that a pattern is matched against; in the order in which they stand in one.
enum WebPart: Int, CaseIterable {
  case `protocol`, username, password, hostname, port, pathname, search, hash
}
