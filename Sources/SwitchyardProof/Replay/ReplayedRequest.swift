/// A request that a report may show.
struct ReplayedRequest: Hashable, Comparable {
  var kind: ReplayReport.ChangeKind?
  var old: ReplayAnswer
  var new: ReplayAnswer
  var text: String

  static func < (one: Self, other: Self) -> Bool {
    (one.text, one.old.number, one.new.number) < (other.text, other.old.number, other.new.number)
  }
}
