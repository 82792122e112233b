import Foundation
import SessionStore
import SessionTestSupport
import Testing

@testable import SwitchyardSessions

@Suite struct RememberedSessionsTests {
  private let keys = (0..<10).map { SessionKey(hashing: "\($0)") }

  private func record(_ version: Int64, bytes: Int = 10) -> SessionRecord {
    SessionRecord(
      bytes: Array(repeating: 0, count: bytes),
      version: SessionVersion(rawValue: version),
      expiry: .distantFuture
    )
  }

  private func known(_ records: RecentRecords) -> [Int] {
    keys.indices.filter { records[keys[$0]] != nil }
  }

  @Test func `a later version stays, whichever comes first`() {
    let remembered = RememberedSessions(limit: 10, byteLimit: 1000)
    for version in [2, 3, 1] as [Int64] { remembered.remember(record(version), of: keys[0]) }
    #expect(remembered.record(of: keys[0]) == record(3))
    remembered.forget(keys[0])
    #expect(remembered.record(of: keys[0]) == nil)
  }

  @Test func `what others change is doubted until the store has what is remembered`() {
    let remembered = RememberedSessions(limit: 10, byteLimit: 1000)
    remembered.remember(record(1), of: keys[0])
    remembered.compare(record(1), of: keys[0])
    #expect(remembered.record(of: keys[0]) == record(1))
    // Another has written 2, and this server then 3.
    remembered.compare(record(2), of: keys[0])
    #expect(remembered.record(of: keys[0]) == nil)
    remembered.remember(record(3), of: keys[0])
    #expect(remembered.record(of: keys[0]) == nil)
    // Again another, and this one.
    remembered.compare(record(4), of: keys[0])
    remembered.remember(record(5), of: keys[0])
    #expect(remembered.record(of: keys[0]) == nil)
    remembered.compare(record(5), of: keys[0])
    #expect(remembered.record(of: keys[0]) == record(5))
    remembered.compare(nil, of: keys[0])
    #expect(remembered.record(of: keys[0]) == nil)
    remembered.compare(record(6), of: keys[0])
    #expect(remembered.record(of: keys[0]) == nil)
  }

  @Test func `a doubt ages with its record`() {
    var records = RecentRecords(limit: 4, byteLimit: 1000)
    _ = records.add(record(1), of: keys[0])
    records.setDoubted(true, keys[0])
    _ = records.add(record(1), of: keys[1])
    // It is of the old half now, and becomes young again.
    #expect(records.use(keys[0]).record == nil && records[keys[0]] == record(1))
    #expect(records.use(keys[1]).record == record(1))
    records.setDoubted(false, keys[0])
    #expect(records.use(keys[0]).record == record(1))
  }

  @Test func `those that were used last stay`() {
    var records = RecentRecords(limit: 6, byteLimit: 1000)
    for count in 0..<5 { _ = records.add(record(1), of: keys[count]) }
    #expect(known(records) == [0, 1, 2, 3, 4])
    #expect(records.use(keys[0]).record == record(1))
    #expect(records.use(keys[9]).record == nil)
    for count in 5..<7 { _ = records.add(record(1), of: keys[count]) }
    #expect(known(records) == [0, 3, 4, 5, 6])
    _ = records.add(record(1), of: keys[7])
    #expect(known(records) == [5, 6, 7])
  }

  @Test(arguments: [-1, 0, 1, 2, 3, 7, 10])
  func `there are no more than the limit`(_ limit: Int) {
    var records = RecentRecords(limit: limit, byteLimit: 1000)
    for version in 1...3 as ClosedRange<Int64> {
      for count in 0..<10 {
        _ = records.add(record(version), of: keys[count])
        #expect(records[keys[count]] == (limit > 0 ? record(version) : nil))
        #expect(known(records).count <= max(0, limit))
        _ = records.use(keys[max(0, count - 1)])
        #expect(known(records).count <= max(0, limit))
      }
    }
  }

  @Test(arguments: [-1, 0, 10, 39, 40, 100])
  func `there are no more bytes than the limit`(_ limit: Int) {
    var records = RecentRecords(limit: 10, byteLimit: limit)
    for version in 1...3 {
      for count in 0..<10 {
        _ = records.add(record(Int64(version), bytes: count * version), of: keys[count])
        let bytes = keys.reduce(0) { $0 + (records[$1]?.bytes.count ?? 0) }
        #expect(bytes <= max(0, limit))
      }
    }
    // One that has grown too large is not remembered as it was before, either.
    _ = records.add(record(4, bytes: max(0, limit) + 1), of: keys[5])
    #expect(records[keys[5]] == nil)
  }
}
