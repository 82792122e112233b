import TestSupport
import SwitchyardHTTP
import Trials

/// A request as it is sent.
struct DrawnRequest {
  var method: String
  var target: [UInt8]
  var hosts = ["shop.example"]

  /// What the router is given.
  var head: RequestHead {
    var fields = HeaderFields()
    for host in hosts { fields.append(.host, value: host) }
    return RequestHead(method: method, target: target, fields: fields)
  }

  /// What is sent.
  var bytes: [UInt8] {
    let fields = hosts.map { "Host: \($0)\r\n" }.joined()
    return Array("\(method) ".utf8) + target + Array(" HTTP/1.1\r\n\(fields)\r\n".utf8)
  }
}

/// Draws requests: sound ones, hostile ones, and such as a log has.
struct RequestDraw {
  private let mutator: TargetMutator
  private let paths: [String]

  init(seeds: SeedTargets, paths: [String]) {
    mutator = TargetMutator(seeds: seeds)
    self.paths = paths
  }

  /// A request of any kind.
  func any(_ random: inout SeededGenerator) -> DrawnRequest {
    let target = random.below(3) == 0 ? Array(sound(&random).utf8) : hostile(&random)
    var request = DrawnRequest(method: method(&random), target: target)
    if random.below(4) == 0 { request.hosts = [random.pick(Self.hosts)] }
    if random.below(300) == 0 {
      request.hosts = random.pick([[], ["shop.example", "other.example"]])
    }
    return request
  }

  /// A mutated target in one line, as a line break ends a request before the router sees it.
  func hostile(_ random: inout SeededGenerator) -> [UInt8] {
    while true {
      let target = mutator.draw(&random)
      // Blanks before and behind it are of the request's line, and some take several for one.
      let blanks: [UInt8?] = [0x20, 0x09]
      if !target.contains(where: { $0 == 0x0A || $0 == 0x0D }), !blanks.contains(target.first),
        !blanks.contains(target.last)
      {
        return target
      }
    }
  }

  /// A request as an access log has it: of clients that use the app, now and then of those who look for something.
  func logged(_ random: inout SeededGenerator) -> DrawnRequest {
    let method = random.below(20) == 0 ? random.pick(["POST", "HEAD", "DELETE"]) : "GET"
    let kind = random.below(1_000)
    if kind < 35 {
      return DrawnRequest(method: method, target: Array(random.pick(Self.strangers).utf8))
    }
    var target = filled(random.pick(paths), &random)
    if kind < 38 { target += "/" }
    if kind > 700 { target += random.pick(Self.queries) }
    return DrawnRequest(method: method, target: Array(target.utf8))
  }

  private func sound(_ random: inout SeededGenerator) -> String {
    var target = filled(random.pick(paths), &random)
    // As long as the edge takes them, and of pieces that engines might go back over.
    if random.below(12) == 0 {
      let piece = random.pick(["a.", "a/", "%C3%A9", "a-", "aa", "a%2F", "b/secret/", "..a", "1"])
      let count = (random.pick([1_000, 990, 500, 1_010]) - target.utf8.count) / piece.utf8.count
      target += random.pick(["", "/"]) + String(repeating: piece, count: max(0, count))
      return random.below(2) == 0 ? target : target + random.pick(["b", "/end", ".t", "/secret"])
    }
    return random.below(4) == 0 ? target + random.pick(Self.queries) : target
  }

  private func method(_ random: inout SeededGenerator) -> String {
    if random.below(3) > 0 { return "GET" }
    return random.pick([
      "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND", "M-SEARCH", "get", "FOO",
      "A%B",
    ])
  }

  /// A path with other words where it has parameters.
  private func filled(
    _ path: String,
    _ random: inout SeededGenerator
  ) -> String {
    var text = ""
    var word = ""
    // A letter and a number stand for a parameter.
    for character in path + "/" {
      guard "/.-".contains(character) else {
        word.append(character)
        continue
      }
      text += word.first == "p" && word.count == 2 ? random.pick(Self.words) : word
      text.append(character)
      word = ""
    }
    return String(text.dropLast())
  }

  private static let words = [
    "1", "42", "octocat", "hello-world", "Spoon-Knife", "v1.2.3",
    "6dcb09b5b57875f334f61aebed695e2e4193db5e",
    "caf%C3%A9", "a%20b", "C%2B%2B", "secret", "key", "commit", "b", "a.txt", "report.2024.pdf",
    "2024-05",
    "aaab", "aab", "a-b-c", "a-b-c-d", "zz", "ab", "999", "1000", "%E2%82%AC", "p%2Fq", "x_y~z",
    "@me", "a:b",
    "main", "refs", "%F0%9F%9A%82", "..a", "...", ".git", "%3Cb%3E", "PUBLIC", "end",
  ]
  private static let queries = [
    "?page=2", "?q=swift+router", "?utm_source=x&utm_medium=y", "?", "?a=%20b&c=%C3%A9",
    "?next=/admin/secret",
    "?since=2024-01-01T00%3A00%3A00Z", "?a[]=1&a[]=2", "?a=b?c", "?state=open&per_page=100",
  ]
  private static let strangers = [
    "/favicon.ico", "/robots.txt", "/.env", "/wp-login.php", "/apple-touch-icon.png", "/index.html",
    "/.git/config", "/phpmyadmin/index.php", "/sitemap.xml", "/login?next=%2F",
    "//wp-includes/wlwmanifest.xml", "/cgi-bin/%2e%2e/%2e%2e/bin/sh",
  ]
  private static let hosts = [
    "admin.example", "admin.example:8080", "ADMIN.example", "sub.example.com", "a.sub.example.com",
    "shop.example:8080", "shop.example:80", "shop.example:443", "shop.example.", "127.0.0.1",
    "127.0.0.1:8080",
    "[::1]", "[::1]:8080", "foo.09", "1.2.3.4.5", "a..b", "", "a b", "shop.example:",
    "shop.example:08",
    "shop.example:65536", "shop.example:65535", "shop_example", "-a.example", "xn--caf-dma.example",
    "u@shop.example",
    "shop.example/admin", "shop.example,other.example", "localhost",
    "a.0x1", "café.example", "shop.example:8080:1", "[::1", "::1", "%61dmin.example", "a-.example",
    "_a.example",
    String(repeating: "a", count: 64) + ".example",
    String(repeating: "abcdefgh.", count: 30) + "example",
  ]
}
