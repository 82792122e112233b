#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
@testable import SwitchyardProof

/// A RouteConfiguration, read as the documentation of Envoy says.
///
/// The first virtual host with a domain that fits, and in it the first route of which all fits.
struct EnvoyRoutes {
  private struct Header {
    let name: String
    let regex: ForeignRegex
    let isInverted: Bool
    let isEmptyIfMissing: Bool

    func fits(_ headers: [String: String]) -> Bool {
      guard let value = headers[name] ?? (isEmptyIfMissing ? "" : nil) else { return false }
      return regex.matches(value) != isInverted
    }
  }

  private struct Route {
    let name: String
    let prefix: String?
    let regex: ForeignRegex?
    let headers: [Header]
  }

  /// All that is not as the published rules ask.
  let faults: [String]
  private let routes: [Route]

  init(_ text: String) throws {
    let value = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    faults = Self.configuration.faults(of: value)
    let hosts = value["virtual_hosts"]?.elements ?? []
    // One for all names is all that is read here.
    let host = hosts.first { $0["domains"] == ["*"] }
    routes = try (host?["routes"]?.elements ?? []).map { route in
      let match = route["match"]
      return Route(
        name: route["name"]?.text ?? "",
        prefix: match?["prefix"]?.text,
        regex: try match?["safe_regex"]?["regex"]?.text.map { try ForeignRegex($0) },
        headers: try (match?["headers"]?.elements ?? []).map { header in
          Header(
            name: header["name"]?.text ?? "",
            regex: try ForeignRegex(header["string_match"]?["safe_regex"]?["regex"]?.text ?? ""),
            isInverted: header["invert_match"] == true,
            isEmptyIfMissing: header["treat_missing_header_as_empty"] == true
          )
        }
      )
    }
  }

  /// The name of the route of a request; `nil` where there is none.
  func answer(_ method: String, _ target: String, host: String? = "shop.example") -> String? {
    var headers = [":method": method, ":path": target]
    headers[":authority"] = host
    let path = String(target.prefix { $0 != "?" && $0 != "#" })
    return routes.first { route in
      guard route.prefix.map(target.hasPrefix) ?? true else { return false }
      return route.headers.allSatisfy { $0.fits(headers) } && route.regex?.matches(path) ?? true
    }?.name
  }

  // MARK: - Rules

  /// `envoy.config.route.v3.RouteConfiguration`, with what it consists of.
  private static let configuration = PublishedShape.object(
    [
      "name": .anyText, "virtual_hosts": .list(host, 0...(.max)), "validate_clusters": .truth,
      "ignore_port_in_host_matching": .truth,
    ],
    required: []
  ) { value in
    let hosts = value["virtual_hosts"]?.elements ?? []
    let names = hosts.compactMap { $0["name"]?.text }
    let domains = hosts.flatMap { $0["domains"]?.elements ?? [] }
    return (Set(names).count == names.count ? [] : ["names of hosts are not unique"])
      + (Set(domains).count == domains.count ? [] : ["domains are not unique"])
  }

  private static let host = PublishedShape.object(
    [
      "name": .text { !$0.isEmpty },
      "domains": .list(.text { $0.isWholly(#"[^\x00-\x1F\x7F]+"#) }, 1...(.max)),
      "routes": .list(route, 0...(.max)),
    ],
    required: ["name", "domains"]
  )

  private static let route = PublishedShape.object(
    [
      "name": .anyText, "match": match, "route": action,
      "metadata": .object(["filter_metadata": .anything], required: []),
    ],
    required: ["match", "route"]
  )

  private static let match = PublishedShape.object(
    [
      "prefix": .anyText, "path": .anyText, "safe_regex": regex, "case_sensitive": .truth,
      "headers": .list(header, 0...(.max)),
    ],
    required: []
  ) { value in
    let count = ["prefix", "path", "safe_regex"].count { value[$0] != nil }
    return count == 1 ? [] : ["a path is specified \(count) times"]
  }

  private static let regex = PublishedShape.object(
    ["regex": .text { !$0.isEmpty && (try? ForeignRegex($0)) != nil && !$0.hasForeignSyntax }],
    required: ["regex"]
  )

  private static let header = PublishedShape.object(
    [
      "name": .text { $0.isWholly(#":?[-!#$%&'*+.0-9A-Z^_`a-z|~]+"#) },
      "string_match": .object(
        ["exact": .anyText, "prefix": .text { !$0.isEmpty }, "safe_regex": regex],
        required: []
      ) { $0.members?.count == 1 ? [] : ["there is not one pattern"] },
      "invert_match": .truth, "treat_missing_header_as_empty": .truth,
    ],
    required: ["name"]
  )

  private static let action = PublishedShape.object(
    ["cluster": .text { !$0.isEmpty }],
    required: ["cluster"]
  )
}

extension String {
  /// Whether it has what RE2 does not know: possessive loops, atomic groups, looks around and back
  /// references, and repetitions of more than a thousand.
  fileprivate var hasForeignSyntax: Bool {
    let text = replacing(/\[(?:\\.|[^\]\\])+\]/, with: "x")
    let repetitions = text.matches(of: /\{(\d+)/).compactMap { Int($0.1) }
    return text.contains(/[^\\][*+?}]\+|\(\?[=!>|]|\(\?<[=!]|\\[1-9kgKGRXC]/)
      || repetitions.contains { $0 > 1_000 }
  }
}
