/// Records within a limit, of which those that were used least recently go first, many at a time.
///
/// There are a young and an old half, and what is used becomes young. When the young half is full
/// the old one is let go.
struct RecentRecords {
  fileprivate struct Entry {
    var record: SessionRecord
    /// Whether the store had another version when it was last asked.
    var isDoubted = false
  }

  /// Records that were let go.
  struct Gone {
    fileprivate var entries: [SessionKey: Entry] = [:]
  }

  /// The most records of a half.
  private let limit: Int
  /// The most bytes of a half.
  private let byteLimit: Int
  private var young: [SessionKey: Entry] = [:]
  private var old: [SessionKey: Entry] = [:]
  /// The bytes of the young.
  private var bytes = 0

  init(limit: Int, byteLimit: Int) {
    // A young half that is full is an old one at once.
    self.limit = max(0, limit) / 2 + max(0, limit) % 2
    self.byteLimit = max(0, byteLimit) / 2
  }

  /// The record of a session, which is not used with that.
  subscript(key: SessionKey) -> SessionRecord? { entry(key)?.record }

  private func entry(_ key: SessionKey) -> Entry? { young[key] ?? old[key] }

  /// - Returns: the record, unless it is doubted, and what is let go.
  mutating func use(_ key: SessionKey) -> (record: SessionRecord?, gone: Gone) {
    guard let entry = entry(key) else { return (nil, Gone()) }
    let record = entry.isDoubted ? nil : entry.record
    guard let aged = old.removeValue(forKey: key) else { return (record, Gone()) }
    return (record, add(aged, of: key))
  }

  /// Adds a record, unless a later one is there; it is doubted if the one before was.
  /// - Returns: what is let go.
  mutating func add(_ record: SessionRecord, of key: SessionKey) -> Gone {
    let known = entry(key)
    if let known {
      guard known.record.version < record.version else { return Gone() }
      _ = remove(key)
    }
    return add(Entry(record: record, isDoubted: known?.isDoubted ?? false), of: key)
  }

  private mutating func add(_ entry: Entry, of key: SessionKey) -> Gone {
    let count = entry.record.bytes.count
    guard limit > 0, count <= byteLimit else { return Gone() }
    var gone = Gone()
    if bytes + count > byteLimit { gone = turn() }
    young[key] = entry
    bytes += count
    return young.count == limit ? turn() : gone
  }

  /// Doubts the record of a session, or no longer.
  mutating func setDoubted(_ isDoubted: Bool, _ key: SessionKey) {
    young[key]?.isDoubted = isDoubted
    old[key]?.isDoubted = isDoubted
  }

  /// - Returns: the old half, as the young one takes its place.
  private mutating func turn() -> Gone {
    defer { (old, young, bytes) = (young, [:], 0) }
    return Gone(entries: old)
  }

  mutating func remove(_ key: SessionKey) -> SessionRecord? {
    if let entry = old.removeValue(forKey: key) { return entry.record }
    guard let entry = young.removeValue(forKey: key) else { return nil }
    bytes -= entry.record.bytes.count
    return entry.record
  }
}
