/// A place in a text, and as much of its line as a message shows.
struct ManifestPlace {
  /// Counted from 1.
  let line: Int
  /// The byte of the line, counted from 1.
  let column: Int
  let excerpt: [UInt8]
  /// The byte of the excerpt at which the place is.
  let offset: Int
}
