extension RequestMetrics {
  /// The response that a route for metrics answers with, in version 0.0.4 of the text format.
  public var response: ServerResponse {
    ServerResponse(
      fields: [
        .contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store",
      ],
      body: .bytes(Array(text.utf8))
    )
  }

  /// All metrics as text.
  public var text: String {
    let series = series
    var text = Self.head("http_requests_total", "counter", "Requests that were answered.")
    for (key, series) in series {
      for (status, count) in series.counts.sorted(by: { $0.key < $1.key }) {
        text += "http_requests_total{\(key.labels),status=\"\(status)\"} \(count)\n"
      }
    }
    let duration = "http_request_duration_seconds"
    text += Self.head(duration, "histogram", "Time from a request to its response.")
    for (key, series) in series {
      var count = 0
      for (limit, added) in zip(buckets.map { "\($0)" } + ["+Inf"], series.buckets) {
        count += added
        text += "\(duration)_bucket{\(key.labels),le=\"\(limit)\"} \(count)\n"
      }
      text += "\(duration)_sum{\(key.labels)} \(series.seconds)\n"
      text += "\(duration)_count{\(key.labels)} \(count)\n"
    }
    text += Self.head("http_requests_in_flight", "gauge", "Requests that have not ended.")
    return text + "http_requests_in_flight \(inFlight)\n"
  }

  private static func head(_ name: String, _ type: String, _ help: String) -> String {
    "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }
}

extension RequestLabels.Values {
  /// The labels as they stand between braces.
  var labels: String { "method=\"\(method)\",route=\"\(Self.escaped(route))\"" }

  // "label_value can be any sequence of UTF-8 characters, but the backslash, double-quote, and line
  // feed characters have to be escaped". Scalars, as another may make one character with them.
  private static func escaped(_ value: String) -> String {
    value.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
