extension RouteFinding {
  /// The finding as a workflow command of GitHub, on one line.
  package func annotation(place: (RouteDescription) -> ReportedPlace?) -> String {
    let command =
      switch severity {
      case .error: "error"
      case .warning: "warning"
      case .note: "notice"
      }
    var properties: [String] = []
    if let place = routes.first.flatMap(place) {
      properties = [
        "file=\(place.file.escapedProperty)", "line=\(place.line)", "col=\(place.column)",
      ]
    }
    properties.append("title=\(kind.rawValue)")
    return "::\(command) \(properties.joined(separator: ","))::\(message.escapedData)"
  }
}

extension String {
  /// The text as GitHub reads it behind the second pair of colons.
  fileprivate var escapedData: String { escaped("%\r\n") }

  /// The text as GitHub reads it as the value of a property.
  fileprivate var escapedProperty: String { escaped("%\r\n:,") }

  private func escaped(_ special: String) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      guard special.unicodeScalars.contains(scalar) else {
        return text.unicodeScalars.append(scalar)
      }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      text += "%" + (digits.count < 2 ? "0" : "") + digits
    }
  }
}
