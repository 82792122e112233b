import TestSupport
import Foundation
import SwitchyardHTTP
import SwitchyardProof
import Trials

/// Requests with what the router decides on them, for `edges.py`, which asks servers in front.
///
///     EdgeCases FOLDER [--cases N] [--seed N]
///
/// Writes a folder for each table: what is exported, the requests, and the router's decisions.
@main
struct EdgeCases {
  static func main() async throws {
    var options = TrialOptions("EdgeCases", usage: "FOLDER [--cases N] [--seed N]")
    let cases = options.number("--cases") ?? 30_000
    let seed = options.seed()
    guard let folder = options.rest().first else { options.fail("a folder is missing") }
    say("EdgeCases: \(cases) requests, seed \(seed)", to: 2)
    var random = SeededGenerator(seed: seed)
    for kind in EdgeYard.Kind.allCases {
      let yard = try EdgeYard(kind)
      let place = URL(filePath: folder).appending(path: kind.rawValue)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      for name in ["nginx", "haproxy", "caddy", "envoy"] {
        guard let format = ExportFormat.all.first(where: { $0.name == name }) else { continue }
        // Envoy's routes are not told of hosts, and those of other tables are.
        guard name != "envoy" || kind == .api || kind == .paths else { continue }
        let exported = try format.export(yard.routes)
        try write(Data(exported.text.utf8), place, name)
        if name == "nginx" {
          try write(
            Data(exported.notes.map(\.description).joined(separator: "\n").utf8),
            place,
            "notes"
          )
        }
      }
      try write(Data(naive(yard).utf8), place, "naive")
      let draw = RequestDraw(seeds: try SeedTargets(adding: yard.paths), paths: yard.paths)
      var requests = (0..<cases / EdgeYard.Kind.allCases.count).map { _ in draw.any(&random) }
      try await write(requests, yard, place, "cases")
      if kind == .api {
        requests = (0..<max(10_000, cases / 10)).map { _ in draw.logged(&random) }
        try await write(requests, yard, place, "log")
      }
      // As many as the first that were tried, and always the same ones.
      var other = SeededGenerator(seed: 18)
      requests = (0..<1_793).map { _ in DrawnRequest(method: "GET", target: draw.hostile(&other)) }
      try await write(requests, yard, place, "hostile")
    }
  }

  /// Writes requests, and in lines what the router decides on each.
  private static func write(
    _ requests: [DrawnRequest],
    _ yard: EdgeYard,
    _ place: URL,
    _ name: String
  ) async throws {
    var bytes: [UInt8] = []
    var answers = ""
    for request in requests {
      let text = request.bytes
      for shift in [24, 16, 8, 0] { bytes.append(UInt8(text.count >> shift & 0xFF)) }
      bytes += text
      answers += await yard.answer(to: request.head) + "\n"
    }
    try write(Data(bytes), place, name)
    try write(Data(answers.utf8), place, name + ".answers")
  }

  private static func write(_ data: Data, _ place: URL, _ name: String) throws {
    try data.write(to: place.appending(path: name))
  }

  /// The routes as locations of nginx, which sees a target when dots and escapes are resolved.
  private static func naive(_ yard: EdgeYard) -> String {
    var text = ""
    for (pattern, answer) in yard.patterns where pattern.regex.hasPrefix("^/") {
      let regex = pattern.regex.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      text += "location ~ \"\(regex)\" { add_header X-Route \"\(answer)\" always; return 204; }\n"
    }
    return text
  }
}
