/// The routes that a target meets in one lookup of a table, by their ranks.
struct TableMeeting {
  /// The map or fallback that runs.
  var end: Int?
  /// The guards that are asked and may deny.
  var guards: [Int] = []
  /// The proxies that are asked, and the middleware around what runs.
  var others: [Int] = []
}
