internal import SwitchyardSystem

/// A moment, to the second, as it stands in header fields.
public struct HTTPDate: Hashable, Comparable, Sendable {
  /// The seconds since the beginning of 1970, UTC.
  public let seconds: Int

  /// Makes a date of the seconds since the beginning of 1970, UTC, of the years 1 to 9999.
  public init(seconds: Int) {
    self.seconds = min(max(seconds, -62_135_596_800), 253_402_300_799)
  }

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
  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Reads a date in one of the three forms of RFC 9110, 5.6.7; returns `nil` for any other text.
  ///
  ///     Sun, 06 Nov 1994 08:49:37 GMT       the form that is written today
  ///     Sunday, 06-Nov-94 08:49:37 GMT      that of RFC 850
  ///     Sun Nov  6 08:49:37 1994            that of the C function asctime
  /// - Parameters:
  ///   - text: the date.
  ///   - now: the time by which a year of two digits is read: it is at most 50 years ahead.
  public init?(parsing text: some StringProtocol, now: @autoclosure () -> HTTPDate = .now) {
    // The longest has 33 bytes.
    guard text.utf8.count <= 40 else { return nil }
    let parts = text.split(at: UInt8(ascii: " "), omittingEmpty: false).map { String($0) }
    let read: HTTPDate?
    var weekday = parts[0]
    var namesWholeDay = false
    switch parts.count {
    case 6 where parts[5] == "GMT" && weekday.hasSuffix(","):
      weekday.removeLast()
      read = Self.date(Self.number(parts[3], digits: 4), parts[2], parts[1], parts[4])
    case 4 where parts[3] == "GMT" && weekday.hasSuffix(","):
      weekday.removeLast()
      namesWholeDay = true
      let day = parts[1].split(at: UInt8(ascii: "-"), omittingEmpty: false).map { String($0) }
      guard day.count == 3, let year = Self.number(day[2], digits: 2) else { return nil }
      let latest = HTTPDate(seconds: now().seconds + 50 * 31_556_952)
      let century = latest.calendarDay.year / 100 * 100
      let dates = [century, century - 100].compactMap { century in
        Self.date(century + year, day[1], day[0], parts[2])
      }
      read = dates.first { $0 <= latest }
    case 5: read = Self.date(Self.number(parts[4], digits: 4), parts[1], parts[2], parts[3])
    case 6 where parts[2].isEmpty:
      read = Self.date(Self.number(parts[5], digits: 4), parts[1], "0\(parts[3])", parts[4])
    default: return nil
    }
    guard let read, namesWholeDay ? weekday == read.weekday : weekday == read.weekday.prefix(3)
    else { return nil }
    self = read
  }

  /// Returns the date of its parts, or `nil` if there is no such day.
  private static func date(
    _ year: Int?,
    _ month: String,
    _ day: String,
    _ time: String
  ) -> HTTPDate? {
    let time = time.split(at: UInt8(ascii: ":"), omittingEmpty: false)
    guard let year, let month = months.firstIndex(of: month), let day = number(day, digits: 2),
      time.count == 3, let hour = number(time[0], digits: 2),
      let minute = number(time[1], digits: 2), let second = number(time[2], digits: 2),
      hour < 24, minute < 60, second < 61
    else { return nil }
    let days = days(year: year, month: month + 1, day: day)
    let date = HTTPDate(seconds: days * 86400 + hour * 3600 + minute * 60 + min(second, 59))
    return date.calendarDay == (year, month + 1, day) ? date : nil
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

  /// The seconds since the first of March of the year 0, of which no date is before.
  private var age: Int { seconds + 719_468 * 86400 }

  private var weekday: String { Self.weekdays[(age / 86400 + 3) % 7] }

  /// The year, the month from 1 and the day.
  private var calendarDay: (year: Int, month: Int, day: Int) {
    let days = age / 86400
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
    let time = age % 86400
    return "\((time / 3600).padded(2)):\((time / 60 % 60).padded(2)):\((time % 60).padded(2))"
  }

  /// The date as access logs write it: `06/Nov/1994:08:49:37 +0000`.
  var logText: String {
    let (year, month, day) = calendarDay
    return "\(day.padded(2))/\(Self.months[month - 1])/\(year.padded(4)):\(timeOfDay) +0000"
  }

  /// The date as RFC 3339 writes it: `1994-11-06T08:49:37Z`.
  var dateTimeText: String {
    let (year, month, day) = calendarDay
    return "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))T\(timeOfDay)Z"
  }
}

extension HTTPDate: CustomStringConvertible {
  /// The date as header fields write it: `Sun, 06 Nov 1994 08:49:37 GMT`.
  public var description: String {
    let (year, month, day) = calendarDay
    return
      "\(weekday.prefix(3)), \(day.padded(2)) \(Self.months[month - 1]) \(year.padded(4)) \(timeOfDay) GMT"
  }
}

extension Int {
  /// Returns the number with leading zeros, if it has fewer digits.
  fileprivate func padded(_ digits: Int) -> String {
    let text = "\(self)"
    return String(repeating: "0", count: Swift.max(0, digits - text.utf8.count)) + text
  }
}
