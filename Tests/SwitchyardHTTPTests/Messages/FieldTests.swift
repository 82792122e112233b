import Testing

@testable import SwitchyardHTTP

@Suite struct FieldTests {
  @Test func `names are the same whatever the case of their letters`() {
    var fields: HeaderFields = [.accept: "a", "ACCEPT": "b", "x-Other": "c"]
    #expect(fields["aCCept"] == "a, b")
    #expect(fields[values: .accept] == ["a", "b"])
    #expect(HeaderField.Name.accept == "accept")
    #expect(Set<HeaderField.Name>([.accept, "ACCEPT"]).count == 1)
    fields[.accept] = "z"
    #expect(fields.map { "\($0)" } == ["Accept: z", "x-Other: c"])
    fields[.accept] = nil
    #expect(!fields.contains(.accept))
    #expect(fields.count == 1)
  }

  @Test func `names that differ in more than their case are others`() {
    // These differ by the bit that tells letters apart.
    #expect(HeaderField.Name(parsing: "a^") != HeaderField.Name(parsing: "a~"))
    #expect(HeaderField.Name(parsing: "a`") != HeaderField.Name(parsing: "a@"))
  }

  struct Value: Sendable, CustomTestStringConvertible {
    let given: String
    let kept: String
    var testDescription: String { given.debugDescription }
  }

  static let values = [
    Value(given: "plain", kept: "plain"),
    Value(given: "", kept: ""),
    Value(given: " \t around \t ", kept: "around"),
    Value(given: "a\tb", kept: "a\tb"),
    Value(given: "a\r\nSet-Cookie: b=c", kept: "a  Set-Cookie: b=c"),
    Value(given: "a\nb\rc\u{0}d\u{7F}e\u{1B}f", kept: "a b c d e f"),
    Value(given: "\r\n", kept: ""),
    Value(given: "über", kept: "über"),
  ]

  @Test(arguments: values)
  func `no value begins another field`(_ row: Value) {
    #expect(HeaderField(name: "X", value: row.given).value == row.kept)
    var fields = HeaderFields()
    fields["X"] = row.given
    fields.append("X", value: row.given)
    fields[values: "Y"] = [row.given]
    #expect(fields.map(\.value) == [row.kept, row.kept, row.kept])
  }

  @Test(arguments: ["", " ", "a b", "a:", "a\n", "ä", "a(b)", "a\u{0}", "\u{212A}"])
  func `what is no name is none`(_ text: String) {
    #expect(HeaderField.Name(parsing: text) == nil)
    var fields = HeaderFields()
    let isAdded = fields.append(parsing: text, value: "x")
    #expect(!isAdded)
    #expect(fields.isEmpty)
  }

  @Test func `a literal that is no name stops the program`() async {
    await #expect(processExitsWith: .failure) { _ = HeaderField.Name(stringLiteral: "a b") }
  }

  @Test func `fields are shown as they stand in a message`() {
    let fields: HeaderFields = [.accept: "text/html", .vary: "Accept", .vary: "Origin"]
    #expect("\(fields)" == "Accept: text/html\nVary: Accept\nVary: Origin")
    #expect("\(HeaderFields())" == "")
  }

  @Test func `cookies are joined as cookies are`() {
    let fields: HeaderFields = [.cookie: "a=1", .cookie: "b=2"]
    #expect(fields[.cookie] == "a=1; b=2")
  }

  @Test func `a status is its code, and knows its reason`() {
    #expect(ResponseStatus(code: 404) == .notFound)
    #expect("\(ResponseStatus(code: 404))" == "404 Not Found")
    #expect("\(ResponseStatus(code: 799))" == "799")
    #expect(ResponseStatus(code: 200, reason: "a\r\nb").reason == "a  b")
    #expect(ResponseStatus.noContent.forbidsBody && !ResponseStatus.ok.forbidsBody)
    let literal: ResponseStatus = 503
    #expect(literal.reason == "Service Unavailable")
  }

  @Test func `a code that is no status stops the program`() async {
    await #expect(processExitsWith: .failure) { _ = ResponseStatus(code: 42) }
  }
}

/// Fields that a head holds as they came in are those that are made one by one.
@Suite struct FieldBlockTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let lines: [(name: String, value: String)]
    var testDescription: String { lines.map { "\($0.name): \($0.value)" }.joined(separator: " | ") }

    /// The fields as one block of bytes.
    var block: HeaderFields {
      var bytes = Array("GET / HTTP/1.1\r\n".utf8)
      var places: [FieldPlace] = []
      func add(_ text: String) -> Range<UInt32> {
        let start = UInt32(bytes.count)
        bytes += Array(text.utf8)
        return start..<UInt32(bytes.count)
      }
      for (name, value) in lines {
        let name = add(name)
        bytes += Array(": ".utf8)
        places.append(FieldPlace(name: name, value: add(value)))
        bytes += Array("\r\n".utf8)
      }
      return HeaderFields(of: bytes, at: places)
    }

    var list: HeaderFields {
      lines.reduce(into: HeaderFields()) { $0.append(parsing: $1.name, value: $1.value) }
    }
  }

  static let rows = [
    Row(lines: []),
    Row(lines: [("Host", "a")]),
    Row(lines: [("Host", "a"), ("Accept", "text/html"), ("accept", "*/*"), ("X-Empty", "")]),
    Row(lines: [("COOKIE", "a=1"), ("Cookie", "b=2"), ("X^", "1"), ("X~", "2")]),
    Row(lines: [("X", " around\t"), ("Y", "a\tb"), ("Z", "über\u{7F}")]),
  ]

  @Test(arguments: rows) func `a block has the fields of a list`(_ row: Row) {
    let (block, list) = (row.block, row.list)
    #expect(block == list)
    #expect(block.hashValue == list.hashValue)
    #expect(block.map { "\($0)" } == list.map { "\($0)" })
    let names: [HeaderField.Name] = [.host, .accept, "ACCEPT", .cookie, "X^", "X~", "Z", "None"]
    for name in names {
      #expect(block[name] == list[name])
      #expect(block[values: name] == list[values: name])
      #expect(block.contains(name) == list.contains(name))
    }
    for index in list.indices {
      #expect(block.nameLength(at: index) == list.nameLength(at: index))
    }
  }

  @Test(arguments: rows) func `a block that is changed becomes a list`(_ row: Row) {
    var (block, list) = (row.block, row.list)
    let kept = block
    for change: @Sendable (inout HeaderFields) -> Void in [
      { $0.append("X-New", value: "1") }, { $0[.accept] = "text/plain" }, { $0[.host] = nil },
      { $0[values: .cookie] = ["c=3", "d=4"] },
    ] {
      change(&block)
      change(&list)
      #expect(block == list)
    }
    #expect(kept == row.list)
  }
}
