import Foundation

extension RouteTable {
  /// Reads `routes_NAME.txt`, `paths_NAME.txt` and `expected_NAME.txt` of a folder; nothing where they are not there.
  package init?(name: String, from folder: String) {
    func lines(_ kind: String) -> [String]? {
      let text = try? String(contentsOfFile: "\(folder)/\(kind)_\(name).txt", encoding: .utf8)
      return text.map {
        $0.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
      }
    }
    guard let patterns = lines("routes"), let paths = lines("paths"),
      let expected = lines("expected"), paths.count == expected.count
    else { return nil }
    let lookups = zip(paths, expected).map { path, line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let route = fields.first.flatMap { Int($0) } ?? -1
      return Lookup(
        path: path,
        route: route < 0 ? nil : route,
        values: Array(fields.dropFirst())
      )
    }
    self.init(name: name, patterns: patterns, lookups: lookups)
  }

  /// Writes the three files.
  package func write(to folder: String) throws {
    func write(_ kind: String, _ lines: [String]) throws {
      let text = lines.joined(separator: "\n") + "\n"
      try text.write(toFile: "\(folder)/\(kind)_\(name).txt", atomically: false, encoding: .utf8)
    }
    try write("routes", patterns)
    try write("paths", lookups.map(\.path))
    try write(
      "expected",
      lookups.map { lookup in
        lookup.route.map { (["\($0)"] + lookup.values).joined(separator: "\t") } ?? "-1"
      }
    )
  }
}
