import SwitchyardHTTP

extension HTML {
  /// A time in a few digits.
  static func time(_ nanoseconds: Int64) -> HTML {
    let hundredths = (nanoseconds + 5_000) / 10_000
    let rest = hundredths % 100
    return "\(Int(hundredths / 100)).\(rest < 10 ? "0" : "")\(Int(rest)) ms"
  }

  /// The time of day, in UTC.
  static func clock(_ second: Int) -> HTML {
    let second = ((second % 86_400) + 86_400) % 86_400
    let parts = [second / 3600, second / 60 % 60, second % 60]
    return "\(parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":"))"
  }

  /// The status of a response, with its kind as a colour.
  static func status(_ status: Int?) -> HTML {
    guard let status else { return #"<span class="badge">none</span>"# }
    return #"<span class="badge s\#(status / 100)">\#(status)</span>"#
  }
}
