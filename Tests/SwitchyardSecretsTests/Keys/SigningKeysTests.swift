import Foundation
@testable import SwitchyardSecrets
import TestSupport
import Testing

@Suite struct SigningKeysTests {
  static let secret = "a secret of thirty-two characters"

  private static func bytes(_ hex: String) -> [UInt8] {
    stride(from: 0, to: hex.count, by: 2).compactMap {
      UInt8(hex.dropFirst($0).prefix(2), radix: 16)
    }
  }

  struct Vector: Sendable {
    let key: [UInt8]
    let message: [UInt8]
    let signature: String
  }

  // RFC 4231, 4.2 to 4.8 without the one that is cut.
  static let vectors = [
    Vector(
      key: Array(repeating: 0x0B, count: 20),
      message: Array("Hi There".utf8),
      signature: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    Vector(
      key: Array("Jefe".utf8),
      message: Array("what do ya want for nothing?".utf8),
      signature: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    Vector(
      key: Array(repeating: 0xAA, count: 20),
      message: Array(repeating: 0xDD, count: 50),
      signature: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
    ),
    Vector(
      key: Array(1...25),
      message: Array(repeating: 0xCD, count: 50),
      signature: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
    ),
    Vector(
      key: Array(repeating: 0xAA, count: 131),
      message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      signature: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
    Vector(
      key: Array(repeating: 0xAA, count: 131),
      message: Array(
        """
        This is a test using a larger than block-size key and a larger than block-size data. The key needs to be \
        hashed before being used by the HMAC algorithm.
        """.utf8
      ),
      signature: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
    ),
  ]

  @Test(arguments: vectors)
  func `signatures are those of RFC 4231`(_ vector: Vector) {
    #expect(
      Nettle.signature(of: vector.message, by: vector.key) == Self.bytes(vector.signature)
    )
  }

  @Test func `base64url is that of Foundation, with its own marks and no padding`() {
    let cases = PropertyRun.cases(default: 500)
    var generator = PropertyRun.generator(for: "base64url", cases: cases)
    for _ in 0..<cases {
      let bytes = (0..<generator.below(80)).map { _ in UInt8(generator.below(256)) }
      let text = Nettle.base64URL(bytes)
      let expected = Data(bytes).base64EncodedString().replacing("+", with: "-")
        .replacing("/", with: "_").replacing("=", with: "")
      #expect(text == expected)
      #expect(Nettle.bytes(fromBase64URL: text) == bytes)
    }
    for text in ["a+b", "a/b", "é", "\u{0}", "a=b=", "===="] {
      // Whatever it makes of them, nothing is read that is not signed.
      _ = Nettle.bytes(fromBase64URL: text)
    }
    #expect(Nettle.bytes(fromBase64URL: "a+bc") == nil)
  }

  private static let python = InstalledProgram("python3")

  @Test(.enabled(if: python.isInstalled))
  func `another program makes the same signatures`() throws {
    let program = """
      import base64, hmac, struct, sys
      secret, *texts = [text.encode() for text in sys.argv[1:]]
      message = b"".join(struct.pack(">Q", len(text)) + text for text in texts)
      digest = hmac.new(secret, message, "sha256").digest()
      print(base64.urlsafe_b64encode(digest).rstrip(b"=").decode(), end="")
      """
    let keys = try SigningKeys([Self.secret.utf8])
    for (text, purpose) in [("hello", "link"), ("", ""), ("é\n\u{1F4A1}", "a b")] {
      let words = [Self.python.path, "-c", program, Self.secret, "switchyard", "program"]
      let made = try ChildProgram.output(of: words + [purpose, text])
      #expect(keys.signature(of: text, for: purpose) == made)
    }
  }

  @Test func `a signature is one for its text and its purpose alone`() throws {
    let keys = try SigningKeys([Self.secret.utf8])
    let signature = keys.signature(of: "text", for: "link")
    #expect(signature.utf8.count == 43)
    #expect(keys.isSignature(signature, of: "text", for: "link"))
    #expect(!keys.isSignature(signature, of: "text", for: "Link"))
    #expect(!keys.isSignature(signature, of: "Text", for: "link"))
    #expect(!keys.isSignature(signature, of: "linktext", for: ""))
    #expect(!keys.isSignature(signature, of: "", for: "linktext"))
    #expect(
      !keys.isSignature(
        keys.signature(of: ["text"], in: .cookie, named: "link"),
        of: "text",
        for: "link"
      )
    )
    #expect(!keys.isSignature(signature, of: ["text"], in: .csrf, named: "link"))
    // Texts that Swift takes for equal are others in their bytes.
    #expect(!keys.isSignature(keys.signature(of: "\u{E9}", for: "a"), of: "e\u{301}", for: "a"))
    for wrong in [
      "", "a", "\(signature)=", "\(signature)A", String(signature.dropLast()),
      signature.uppercased(),
      " \(signature)", String(repeating: "A", count: 43), String(repeating: "\u{0}", count: 43),
      String(repeating: "A", count: 1 << 20), String(repeating: "é", count: 43),
    ] { #expect(!keys.isSignature(wrong, of: "text", for: "link")) }
    // The bits behind the last byte count as well: there is one text of a signature.
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    let fitting = alphabet.filter {
      keys.isSignature("\(signature.dropLast())\($0)", of: "text", for: "link")
    }
    #expect(fitting.count == 1)
  }

  @Test func `a secret is exchanged without losing what it has signed`() throws {
    let other = String(repeating: "x", count: 32)
    let old = try SigningKeys([Self.secret.utf8])
    let both = try SigningKeys([other.utf8, Self.secret.utf8])
    let new = try SigningKeys([other.utf8])
    let signature = old.signature(of: "a", for: "b")
    #expect(both.isSignature(signature, of: "a", for: "b"))
    #expect(!new.isSignature(signature, of: "a", for: "b"))
    #expect(both.signature(of: "a", for: "b") == new.signature(of: "a", for: "b"))
    #expect(!old.isSignature(both.signature(of: "a", for: "b"), of: "a", for: "b"))
    #expect(!SigningKeys.random().isSignature(signature, of: "a", for: "b"))
    #expect(
      SigningKeys.random().signature(of: "", for: "")
        != SigningKeys.random().signature(of: "", for: "")
    )
  }

  @Test func `servers that are restarted in turn verify what each other signs`() throws {
    let (old, new) = (Self.secret, String(repeating: "x", count: 32))
    let stages = try [[old], [old, new], [new, old], [new]].map { secrets in
      try SigningKeys(secrets.map(\.utf8))
    }
    func verifies(_ server: SigningKeys, _ other: SigningKeys) -> Bool {
      server.isSignature(other.signature(of: "a", for: "b"), of: "a", for: "b")
    }
    for (behind, ahead) in zip(stages, stages.dropFirst()) {
      #expect(verifies(behind, ahead))
      #expect(verifies(ahead, behind))
    }
    // Put in front at once, it is not known to the servers that are restarted later.
    #expect(!verifies(stages[0], stages[2]))
  }

  @Test func `a secret that can be guessed is an error, which does not show it`() throws {
    let short = #expect(throws: SecretError.self) {
      try SigningKeys([Self.secret.utf8, String(repeating: "hunter2", count: 4).utf8])
    }
    #expect(
      "\(try #require(short))"
        == "The secret at place 1 has 28 bytes, which can be guessed. Sign with at least 32 random bytes, such as "
        + "\"openssl rand -base64 32\" prints."
    )
    #expect(short?.code == .tooShort && short?.place == 1 && short?.length == 28)
    let none = #expect(throws: SecretError.self) { try SigningKeys([[UInt8]]()) }
    #expect(none?.code == .noSecrets)
    #expect(throws: SecretError.self) { try SigningKeys("".split(separator: " ").map(\.utf8)) }
    #expect(throws: SecretError.self) { try SigningKeys([[]]) }
    _ = try SigningKeys([Array(repeating: 0, count: 32)])
    _ = try SigningKeys([Array(repeating: 0, count: 100_000)])
  }

  @Test func `nothing shows a secret`() throws {
    let keys = try SigningKeys([Self.secret.utf8, Self.secret.utf8])
    let fixed = try FixedSecret("hunter2")
    var dumped = ""
    dump(keys, to: &dumped)
    dump(fixed, to: &dumped)
    let first = "\(Array(Self.secret.utf8)[0])"
    for text in [
      dumped, "\(keys)", String(reflecting: keys), "\(fixed)", String(reflecting: fixed),
    ] {
      #expect(
        !text.contains(first) && !text.contains(Self.secret) && !text.contains("hunter"),
        "\(text)"
      )
    }
    #expect("\(keys)" == "2 keys")
  }

  @Test func `a fixed secret is matched by itself alone`() throws {
    let secret = try FixedSecret("hunter2é")
    #expect(secret.matches("hunter2é"))
    for guess in [
      "", "hunter2", "hunter2e\u{301}", "hunter2é\u{0}", "Hunter2é",
      String(repeating: "a", count: 1 << 20),
    ] {
      #expect(!secret.matches(guess))
    }
    let error = #expect(throws: SecretError.self) { try FixedSecret("") }
    #expect(error?.code == .empty)
    #expect(
      error.map { "\($0)" }
        == "FixedSecret was given an empty text, which everybody knows. Set the variable or file that it is read from."
    )
  }
}
