import Foundation
import HTTPTestSupport
import TestSupport
import Testing

@testable import SwitchyardHTTP

/// Forms as another implementation writes and reads them.
@Suite(.timeLimit(.minutes(6))) struct FormOracleTests {
  static let node = InstalledProgram("node")

  private func run(_ script: String) throws -> [String] {
    let text = try ChildProgram.output(of: [Self.node.path, "-e", script])
    return try #require(text).split(separator: "\n").map(String.init)
  }

  /// What browsers write, whose rules fetch has taken over.
  @Test(.enabled(if: node.isInstalled)) func `what fetch writes is read`() async throws {
    let lines = try run(
      #"""
      const form = new FormData()
      const names = ['a', 'ü "x"', 'line\r\nbreak', 'back\\slash', '', '%22', 'semi;colon=1']
      for (const name of names) form.append(name, 'value of ' + name)
      for (const name of names) if (name) form.append('file', new Blob([new Uint8Array([0, 13, 10, 45, 45])],
        { type: 'image/png' }), name)
      const message = new Response(form)
      message.arrayBuffer().then(bytes => {
        console.log(message.headers.get('content-type'))
        console.log(Buffer.from(bytes).toString('base64'))
      })
      """#
    )
    try #require(lines.count == 2)
    let bytes = Array(try #require(Data(base64Encoded: lines[1])))
    let form = try await Pieces([bytes]).body(lines[0]).multipartForm()
    let names = ["a", "ü \"x\"", "line\r\nbreak", "back\\slash", "", "\"", "semi;colon=1"]
    #expect(form.fields.decoded.map(\.0) == names)
    #expect(form.fields["back\\slash"] == "value of back\\slash")
    #expect(form.fields["line\r\nbreak"] == "value of line\r\nbreak")
    #expect(form.files.map(\.givenFilename) == names.filter { !$0.isEmpty })
    #expect(try form.files.map { try $0.bytes() }.allSatisfy { $0 == [0, 13, 10, 45, 45] })
    #expect(form.files.allSatisfy { $0.contentType == "image/png" })
  }

  /// Both read the same of forms that are drawn.
  @Test(.enabled(if: node.isInstalled)) func `fetch reads what is read here`() async throws {
    let cases = PropertyRun.cases(default: 100)
    var generator = PropertyRun.generator(for: "forms for fetch", cases: cases)
    var forms: [WrittenForm] = []
    while forms.count < cases {
      var form = WrittenForm.drawn(&generator)
      // It knows neither, and no name without letters.
      (form.preamble, form.padding, form.epilogue) = ("", "", "\r\n")
      form.parts = form.parts.filter { $0.type != "image/png; a=b" && $0.name != "ü" }
      // It takes a boundary within a line for one as well.
      let boundary = Array("--\(form.boundary)".utf8)
      form.parts = form.parts.filter { $0.content.firstRange(of: boundary) == nil }
      if !form.parts.isEmpty, form.boundary.utf8.count >= 27 { forms.append(form) }
    }
    let sent = forms.map { [$0.contentType, Data($0.bytes).base64EncodedString()] }
    let json = String(decoding: try JSONEncoder().encode(sent), as: UTF8.self)
    let lines = try run(
      """
      (async () => {
        for (const [type, text] of \(json)) {
          const message = new Response(Buffer.from(text, 'base64'), { headers: { 'content-type': type } })
          try {
            const form = await message.formData()
            const parts = []
            for (const [name, value] of form) {
              const bytes = typeof value === 'string' ? Buffer.from(value) : await value.arrayBuffer()
              parts.push(name + ' ' + Buffer.from(bytes).toString('base64'))
            }
            console.log('read:' + parts.join(','))
          } catch (error) { console.log('refused') }
        }
      })()
      """
    )
    #expect(lines.count == forms.count)
    for (line, form) in zip(lines, forms) {
      let parts = try await Pieces([form.bytes]).body(form.contentType).writtenParts()
      let read = parts.map { "\($0.name) \(Data($0.content).base64EncodedString())" }
      #expect(line == "read:\(read.joined(separator: ","))")
    }
  }
}
