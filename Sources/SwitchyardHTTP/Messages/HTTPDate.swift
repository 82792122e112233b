import RoutePatterns

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A moment, to the second, as it stands in header fields.
public struct HTTPDate: Hashable, Comparable, Sendable {
  /// The seconds since the beginning of 1970, UTC.
  public let seconds: Int

  /// Makes a date of the seconds since the beginning of 1970, UTC, of the years 1970 to 9999.
  public init(seconds: Int) { self.seconds = min(max(seconds, 0), 253_402_300_799) }

  /// The date by the clock of the system.
  public static var now: HTTPDate {
    var time = timespec()
    unsafe _ = clock_gettime(CLOCK_REALTIME, &time)
    return HTTPDate(seconds: time.tv_sec)
  }

  /// Whether a date is before another.
  public static func < (one: HTTPDate, other: HTTPDate) -> Bool { one.seconds < other.seconds }
}

extension HTTPDate {
  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Reads a date in the form of RFC 9110, `Sun, 06 Nov 1994 08:49:37 GMT`; returns `nil` for any
  /// other.
  public init?(parsing text: some StringProtocol) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0].count == 4, parts[0].last == ",", parts[5] == "GMT",
      let month = Self.months.firstIndex(of: String(parts[2])),
      let day = Self.number(parts[1], digits: 2), let year = Self.number(parts[3], digits: 4),
      1...31 ~= day, year >= 1970
    else { return nil }
    let time = parts[4].split(separator: ":", omittingEmptySubsequences: false)
    guard time.count == 3, let hour = Self.number(time[0], digits: 2),
      let minute = Self.number(time[1], digits: 2), let second = Self.number(time[2], digits: 2),
      hour < 24, minute < 60, second < 61
    else { return nil }
    let days = Self.days(year: year, month: month + 1, day: day)
    self.init(seconds: days * 86400 + hour * 3600 + minute * 60 + min(second, 59))
    // The weekday must be the date's, and the day one that the month has.
    guard description.hasPrefix("\(parts[0]) \(parts[1]) \(parts[2]) ") else { return nil }
  }

  private static func number(_ text: some StringProtocol, digits: Int) -> Int? {
    guard text.utf8.count == digits, text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    return Int(text)
  }

  /// The days from the beginning of 1970 to a date of the Gregorian calendar.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    // The year is taken to begin in March, so that a leap day is its last.
    let year = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }

  /// The year, the month from 1 and the day.
  private var calendarDay: (year: Int, month: Int, day: Int) {
    let days = seconds / 86400 + 719_468
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    return (
      yearOfEra + era * 400 + (month >= 10 ? 1 : 0),
      month < 10 ? month + 3 : month - 9,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }

  private var timeOfDay: String {
    let time = seconds % 86400
    return "\((time / 3600).padded(2)):\((time / 60 % 60).padded(2)):\((time % 60).padded(2))"
  }

  /// The date as access logs write it: `06/Nov/1994:08:49:37 +0000`.
  var logText: String {
    let (year, month, day) = calendarDay
    return "\(day.padded(2))/\(Self.months[month - 1])/\(year.padded(4)):\(timeOfDay) +0000"
  }
}

extension HTTPDate: CustomStringConvertible {
  /// The date as header fields write it: `Sun, 06 Nov 1994 08:49:37 GMT`.
  public var description: String {
    let (year, month, day) = calendarDay
    let weekday = Self.weekdays[(seconds / 86400 + 4) % 7]
    return
      "\(weekday), \(day.padded(2)) \(Self.months[month - 1]) \(year.padded(4)) \(timeOfDay) GMT"
  }
}

extension Int {
  /// Returns the number with leading zeros, if it has fewer digits.
  fileprivate func padded(_ digits: Int) -> String {
    let text = "\(self)"
    return String(repeating: "0", count: Swift.max(0, digits - text.utf8.count)) + text
  }
}
