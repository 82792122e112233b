import CBareSearch
import Measuring
import RouteTables
import URLPatterns

/// What is looked up in lists of the patterns of a table: paths, and whole URLs.
final class ListRows {
  private let search: OpaquePointer
  private let paths: [String]
  private let urls: [String]
  private let ofPaths = URLPatternList<Int>()
  private let ofURLs = URLPatternList<Int>(order: .specificity)

  init(_ table: RouteTable) throws {
    guard let search = cbaresearch_create() else { fatalError("no memory") }
    self.search = search
    for (index, pattern) in table.patterns.enumerated() {
      let regex = Self.regex(pattern)
      guard cbaresearch_add_regex(search, regex, regex.utf8.count) else {
        fatalError("no regular expression: \(regex)")
      }
      ofPaths.add(try URLPattern(.init(pathname: pattern)), value: index)
      ofURLs.add(try URLPattern(parsing: Self.host(index) + pattern), value: index)
    }
    for hit in table.hits {
      cbaresearch_add_path(search, hit.path, hit.path.utf8.count, hit.route ?? 0)
    }
    paths = table.hits.map(\.path)
    urls = table.hits.map { Self.host($0.route ?? 0) + $0.path }
    for (index, hit) in table.hits.enumerated() {
      guard try ofPaths.first(path: paths[index])?.value == hit.route,
        try ofURLs.first(in: urls[index])?.value == hit.route
      else { fatalError("the lists do not find \(hit.path)") }
    }
  }

  deinit { cbaresearch_free(search) }

  /// Ten hosts.
  private static func host(_ index: Int) -> String { "https://shop\(index % 10).example.com" }

  private static func regex(_ pattern: String) -> String {
    let segments = pattern.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0.hasPrefix(":") ? "([^/]++)" : String($0) }
    return "^" + segments.joined(separator: "/") + "$"
  }

  var rows: [Row] {
    [
      Row(name: "a bare call on the path") { times in _ = cbaresearch_match(self.search, times) },
      Row(name: "a path") { times in
        self.each(self.paths, times) { try self.ofPaths.first(path: $0)?.value ?? 0 }
      },
      Row(name: "a URL") { times in
        self.each(self.urls, times) { try self.ofURLs.first(in: $0)?.value ?? 0 }
      },
      Row(name: "a path, a group read") { times in
        self.each(self.paths, times) { path in
          try self.ofPaths.first(path: path)?[.pathname, "id"]?.utf8.count ?? 0
        }
      },
      Row(name: "a URL, a group read") { times in
        self.each(self.urls, times) { url in
          try self.ofURLs.first(in: url)?[.pathname, "id"]?.utf8.count ?? 0
        }
      },
    ]
  }

  @inline(__always)
  private func each(_ texts: [String], _ times: Int, _ body: (String) throws -> Int) {
    var (sum, next) = (0, 0)
    for _ in 0..<times {
      do { sum &+= try body(texts[next]) } catch { fatalError("\(error)") }
      next += 1
      if next == texts.count { next = 0 }
    }
    consume(sum)
  }
}
