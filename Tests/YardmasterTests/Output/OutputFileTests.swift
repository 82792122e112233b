import Foundation
import Testing

@testable import yardmaster

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct `A file that is written` {
  /// Calls a closure with a folder, in which `a/link` leads to `of/real/deep`.
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "written-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    for path in ["a", "of/real/deep"] {
      try FileManager.default.createDirectory(
        at: folder.appending(path: path),
        withIntermediateDirectories: true
      )
    }
    try link("a/link", to: "../of/real/deep", in: folder.path)
    try body(folder.path)
  }

  private func link(_ path: String, to target: String, in folder: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/\(path)",
      withDestinationPath: target
    )
  }

  private func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  private func write(_ text: String, _ path: String) throws {
    try OutputFile(path, of: .matrix).write(text)
  }

  @Test func `is the one that the system finds behind a link and two dots`() throws {
    try withFolder { folder in
      try write("new", "\(folder)/a/link/../x")
      #expect(text("\(folder)/of/real/x") == "new")
      #expect(text("\(folder)/a/x") == nil)
    }
  }

  @Test func `is the one that links lead to, wherever they stand`() throws {
    try withFolder { folder in
      try write("old", "\(folder)/of/real/x")
      try link("of/real/deep/next", to: "../x", in: folder)
      try link("a/first", to: "link/next", in: folder)
      try link("a/whole", to: "\(folder)/a/first", in: folder)
      for name in ["first", "whole"] {
        try write(name, "\(folder)/a/\(name)")
        #expect(text("\(folder)/of/real/x") == name)
        let type = try FileManager.default.attributesOfItem(atPath: "\(folder)/a/\(name)")[.type]
        #expect(type as? FileAttributeType == .typeSymbolicLink)
      }
    }
  }

  @Test func `keeps its rights, and leaves nothing beside it`() throws {
    try withFolder { folder in
      let path = "\(folder)/of/real/x"
      try write("old", path)
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
      try link("a/x", to: "link/../x", in: folder)
      try write("new", "\(folder)/a/x")
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o640)
      let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/of/real")
      #expect(names.sorted() == ["deep", "x"])
    }
  }

  @Test(arguments: ["none/../x", "a", "a/link", "a/link/..", "a/circle", "a/nowhere", "a/", ""])
  func `is refused where it is none and cannot become one, with the name of its option`(
    _ path: String
  ) throws {
    try withFolder { folder in
      try link("a/circle", to: "circle", in: folder)
      try link("a/nowhere", to: "../of/real/none", in: folder)
      let error = #expect(throws: OutputFileError.self) {
        try write("new", path.isEmpty ? "" : "\(folder)/\(path)")
      }
      #expect(error?.description.contains(" --matrix ") == true)
      #expect(error?.description.contains("--output") == false)
      #expect(text("\(folder)/x") == nil && text("\(folder)/of/real/none") == nil)
    }
  }

  @Test func `has no character that XML refuses, as a drawing`() throws {
    try withFolder { folder in
      let path = "\(folder)/guards.svg"
      let call = Call(
        "",
        "validate",
        "-",
        "--matrix=\(path)",
        files: ["-": "GUARD /* a\u{FFFE}b\u{FFFF}c\nGET /a a\n"]
      )
      #expect(call.run().code == 0)
      let drawing = try #require(FileManager.default.contents(atPath: path))
      #expect(XMLParser(data: drawing).parse())
      #expect(String(decoding: drawing, as: UTF8.self).contains(#"a\u{FFFE}b\u{FFFF}c"#))
    }
  }
}
