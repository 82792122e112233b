import Foundation

/// A program that some tests compare with, where it is installed.
public struct InstalledProgram: Sendable {
  /// The path, or the name where it is not installed.
  public let path: String
  /// Whether it is.
  public let isInstalled: Bool

  /// Looks for a program in the folders of programs, also in those of administrators.
  public init(_ name: String) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let path = (folders + ["/usr/sbin", "/usr/local/sbin"]).lazy.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    isInstalled = path != nil
    self.path = path ?? name
  }
}
