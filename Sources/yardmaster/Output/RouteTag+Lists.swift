import SwitchyardHTTP

extension [RouteTag] {
  /// The tags in one line.
  var list: String { map(\.description).joined(separator: ", ") }

  /// The methods in one line; an asterisk for any.
  var methods: String {
    compactMap { $0 == .anyMethod ? "*" : $0.method?.rawValue }.joined(separator: ",")
  }

  /// The names in one line, apart from that of any method.
  var names: String { filter { $0.method == nil && $0 != .anyMethod }.list }
}
