internal import SessionStore

/// Records within a limit, of which those that were used least recently go first, many at a time.
///
/// There are a young and an old half, and what is used becomes young. When the young half is full
/// the old one is let go.
struct RecentRecords {
  /// The most records of a half.
  private let limit: Int
  /// The most bytes of a half.
  private let byteLimit: Int
  private var young: [SessionKey: SessionRecord] = [:]
  private var old: [SessionKey: SessionRecord] = [:]
  /// The bytes of the young.
  private var bytes = 0

  init(limit: Int, byteLimit: Int) {
    // A young half that is full is an old one at once.
    self.limit = max(0, limit) / 2 + max(0, limit) % 2
    self.byteLimit = max(0, byteLimit) / 2
  }

  /// The record of a session, which is not used with that.
  subscript(key: SessionKey) -> SessionRecord? { young[key] ?? old[key] }

  /// - Returns: the record, and what is let go.
  mutating func use(_ key: SessionKey) -> (
    record: SessionRecord?, gone: [SessionKey: SessionRecord]
  ) {
    if let record = young[key] { return (record, [:]) }
    guard let record = old.removeValue(forKey: key) else { return (nil, [:]) }
    return (record, add(record, of: key))
  }

  /// - Returns: what is let go.
  mutating func add(_ record: SessionRecord, of key: SessionKey) -> [SessionKey: SessionRecord] {
    if let known = self[key] {
      guard known.version < record.version else { return [:] }
      _ = remove(key)
    }
    guard limit > 0, record.bytes.count <= byteLimit else { return [:] }
    var gone: [SessionKey: SessionRecord] = [:]
    if bytes + record.bytes.count > byteLimit { gone = turn() }
    young[key] = record
    bytes += record.bytes.count
    return young.count == limit ? turn() : gone
  }

  /// - Returns: the old half, as the young one takes its place.
  private mutating func turn() -> [SessionKey: SessionRecord] {
    defer { (old, young, bytes) = (young, [:], 0) }
    return old
  }

  mutating func remove(_ key: SessionKey) -> SessionRecord? {
    if let record = old.removeValue(forKey: key) { return record }
    guard let record = young.removeValue(forKey: key) else { return nil }
    bytes -= record.bytes.count
    return record
  }
}
