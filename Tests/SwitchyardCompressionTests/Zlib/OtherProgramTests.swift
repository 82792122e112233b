import Foundation
import HTTPTestSupport
import SwitchyardHTTP
import TestSupport
import Testing

@testable import SwitchyardCompression

/// Other programs read what is compressed here, and the other way round.
@Suite struct OtherProgramTests {
  private static let python = InstalledProgram("python3")
  private static let node = InstalledProgram("node")

  private static let bodies: [[UInt8]] = [
    [], [0], Array("a short text".utf8), [UInt8](repeating: 97, count: 100_000),
    (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7) },
  ]

  private func write(_ bytes: [UInt8], to path: String) {
    #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
  }

  private func read(_ path: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: path)))
  }

  @Test(.enabled(if: python.isInstalled))
  func `Python reads what is written here, and its files are read`() async throws {
    let folder = try TemporaryFolder()
    for (number, body) in Self.bodies.enumerated() {
      write(body, to: "\(folder.path)/\(number)")
      for (format, ending) in [(ZlibFormat.gzip, "gz"), (.zlib, "z")] {
        let live = ServerResponse.Body.stream(
          ServerResponseStream { writer in
            for part in body.parts(at: [body.count / 3, body.count / 2]) {
              try await writer.write(part)
            }
          }
        )
        let compressed = try #require(live.compressed(format, level: 6))
        write(try await compressed.collect(), to: "\(folder.path)/\(number).\(ending)")
      }
    }
    let program = """
      import gzip, io, sys, zlib
      folder = sys.argv[1]
      for number in range(\(Self.bodies.count)):
          name = f"{folder}/{number}"
          body = open(name, "rb").read()
          assert gzip.decompress(open(name + ".gz", "rb").read()) == body, name
          assert zlib.decompress(open(name + ".z", "rb").read()) == body, name
          for level in range(10):
              with gzip.GzipFile(f"{name}.{level}.py", "wb", level, mtime=level) as file:
                  file.write(body)
          half = len(body) // 2
          with open(name + ".members", "wb") as file:
              file.write(gzip.compress(body[:half]) + gzip.compress(b"") + gzip.compress(body[half:]))
          # All that a header can hold: an extra field, a name, a comment and a check.
          raw = zlib.compressobj(9, zlib.DEFLATED, -15)
          data = raw.compress(body) + raw.flush()
          head = b"\\x1f\\x8b\\x08\\x1f" + bytes(4) + b"\\x00\\x03"
          head += b"\\xff\\xff" + b"x" * 65535 + b"n" * 70000 + b"\\0" + b"c" * 70000 + b"\\0"
          head += (zlib.crc32(head) & 0xffff).to_bytes(2, "little")
          tail = zlib.crc32(body).to_bytes(4, "little") + len(body).to_bytes(4, "little")
          with open(name + ".head", "wb") as file:
              file.write(head + data + tail)
      print("read")
      """
    let said = try ChildProgram.output(of: [Self.python.path, "-c", program, folder.path])
    #expect(said == "read\n")
    for (number, body) in Self.bodies.enumerated() {
      for ending in (0..<10).map({ "\($0).py" }) + ["members", "head"] {
        let bytes = try read("\(folder.path)/\(number).\(ending)")
        let isSame = try expanded(bytes.parts(at: [min(bytes.count, 17)])) == body
        #expect(isSame, "\(number).\(ending)")
      }
    }
  }

  @Test(.enabled(if: node.isInstalled))
  func `Node reads what is written here, and what it writes is read`() throws {
    let folder = try TemporaryFolder()
    for (number, body) in Self.bodies.enumerated() {
      write(body, to: "\(folder.path)/\(number)")
      write(try packed(body), to: "\(folder.path)/\(number).gz")
      write(try packed(body, .zlib), to: "\(folder.path)/\(number).z")
    }
    let program = """
      const fs = require('fs'), zlib = require('zlib'), folder = process.argv[1];
      for (let number = 0; number < \(Self.bodies.count); number++) {
        const name = folder + '/' + number, body = fs.readFileSync(name);
        const read = [zlib.gunzipSync(fs.readFileSync(name + '.gz')),
          zlib.inflateSync(fs.readFileSync(name + '.z'))];
        if (!read.every(each => each.equals(body))) throw new Error(name);
        fs.writeFileSync(name + '.node.gz', zlib.gzipSync(body));
        fs.writeFileSync(name + '.node.z', zlib.deflateSync(body));
      }
      console.log('read');
      """
    let said = try ChildProgram.output(of: [Self.node.path, "-e", program, folder.path])
    #expect(said == "read\n")
    for (number, body) in Self.bodies.enumerated() {
      let isSame =
        try expanded([read("\(folder.path)/\(number).node.gz")]) == body
        && expanded([read("\(folder.path)/\(number).node.z")], .zlib) == body
      #expect(isSame, "\(number)")
    }
  }

  /// Streams that are broken in a way, which Python takes for broken as well.
  @Test(.enabled(if: python.isInstalled))
  func `Python refuses what is refused here`() throws {
    var random = PropertyRun.generator(for: "broken streams", cases: 300)
    let body = Array("Twelve times twelve is a gross.".utf8)
    let whole = try packed(body)
    let streams = (0..<300).map { _ -> [UInt8] in
      var bytes = whole
      // Neither the time nor what else a header says beside, which nothing checks.
      let places = [0, 1, 2] + Array(10..<bytes.count)
      switch random.below(3) {
      case 0: bytes[random.pick(places)] ^= 1 << UInt8(random.below(8))
      case 1: bytes.removeLast(1 + random.below(bytes.count))
      default: bytes.remove(at: random.pick(places))
      }
      return bytes
    }
    let lines = streams.map { bytes in
      bytes.map { byte in String(256 + Int(byte), radix: 16).dropFirst() }.joined()
    }
    let program = """
      import sys, zlib
      out = []
      for line in sys.argv[1].split(","):
          reader = zlib.decompressobj(31)
          try:
              text = reader.decompress(bytes.fromhex(line))
              out.append("0" if reader.eof and not reader.unused_data else "1")
          except zlib.error:
              out.append("1")
      print("".join(out))
      """
    let words = [Self.python.path, "-c", program, lines.joined(separator: ",")]
    let said = try ChildProgram.output(of: words)
    let here = streams.map { (try? expanded([$0])) == nil ? "1" : "0" }.joined()
    #expect(said == here + "\n")
  }
}
