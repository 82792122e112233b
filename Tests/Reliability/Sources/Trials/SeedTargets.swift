import TestSupport

/// What the mutated targets are made from.
package struct SeedTargets: Sendable {
  /// The targets of the attacks, and those of this file.
  let hostile: [[UInt8]]
  /// Targets that get somewhere.
  let sound: [[UInt8]]

  package init(adding paths: [String] = []) throws {
    hostile = try Self.own.map { Array($0.utf8) } + Self.ownBytes + HostileTarget.all().map(\.bytes)
    sound = (Self.plain + paths).map { Array($0.utf8) }
  }

  /// One to begin with.
  package func draw(_ random: inout SeededGenerator) -> [UInt8] {
    random.below(2) == 0 ? random.pick(sound) : random.pick(hostile)
  }

  private static let own = [
    "//admin//secret//", "/admin/secret//", "/public/../admin/secret",
    "/public/%2e%2e/admin/secret",
    "/%61dmin/secret", "/admin%2fsecret", "/admin%2f%2e%2e%2fsecret", "/public/..%2fadmin/secret",
    "/admin%252fsecret", "/public/%252e%252e/admin/secret", "/%2561dmin/secret", "/ADMIN/secret",
    "/%41DMIN/secret", "/public\\..\\admin\\secret", "/admin\\secret", "/admin;x/secret",
    "/admin/secret;x=1", "/public/..;/admin/secret", "/;/admin/secret", "/admin/./secret",
    "/admin/x/../secret", "/..//admin/secret", "/./admin/secret", "admin/secret", "./admin/secret",
    "/admin%00/secret", "/admin/secret%00", "/admin/secret%20", "/%09/admin/secret",
    "/admin/secret?x",
    "/public?/../admin/secret", "/admin/secret#x", "/#/admin/secret", "/%uff0fadmin/secret",
    "/admin%/secret", "/adm%i6e/secret", "http://victim/admin/secret",
    "http://victim@/admin/secret",
    "https://admin.example/", "https://admin.example:8443/admin/secret", "https://ADMIN.example./x",
    "http://u:p@admin.example/admin/secret", "https://admin.example\\admin\\secret",
    "http://[::1]/admin/secret", "//admin.example/admin/secret", "app://admin/secret",
    "app://host/../admin/secret", "app:///admin/secret", "app://admin:80/secret", "other://admin/x",
    "/ａｄｍｉｎ/secret", "/admin／secret", "/admi\u{131}n/secret", "/tr%c3%a9sor/x", "/tre\u{301}sor/x",
    "*",
    "", "/", "?", "victim:443", "admin", "admin/secret",
  ]

  private static let ownBytes: [[UInt8]] = [
    Array("/admin".utf8) + [0xC0, 0xAF] + Array("secret".utf8),
    Array("/admin".utf8) + [0] + Array("/secret".utf8),
    Array("/".utf8) + [0xFF] + Array("/../admin/secret".utf8),
  ]

  private static let plain = [
    "/admin/secret", "/admin/secret", "/admin", "/admin/", "/admin/x/y", "/admin/secret?to=/public",
    "/stem/secret", "/public/secret", "/public/page", "/tr%C3%A9sor/secret", "/trésor/x",
    "https://admin.example/admin/secret", "https://admin.example/public", "https://example.com/x",
    "app://admin/secret", "app://public/page", "/a/b/c/secret", "/way/commit", "/way/redirect",
    "https://example.com/way/commit", "app://way/redirect",
  ]
}
