import CBarePCRE2
import Measuring

/// The bare calls of the C library, with nothing around them.
final class BareRegex {
  private let code: OpaquePointer
  private let block: OpaquePointer

  static let flags =
    UInt32(PCRE2_ANCHORED) | UInt32(PCRE2_DOTALL) | UInt32(PCRE2_DOLLAR_ENDONLY)

  init?(_ regex: String) {
    guard let code = Self.compile(regex) else { return nil }
    pcre2_jit_compile_8(code, UInt32(PCRE2_JIT_COMPLETE))
    guard let block = pcre2_match_data_create_from_pattern_8(code, nil) else { return nil }
    self.code = code
    self.block = block
  }

  deinit {
    pcre2_match_data_free_8(block)
    pcre2_code_free_8(code)
  }

  static func compile(_ regex: String) -> OpaquePointer? {
    var regex = regex
    return regex.withUTF8 { bytes in
      var error: Int32 = 0
      var offset = 0
      return pcre2_compile_8(bytes.baseAddress, bytes.count, flags, &error, &offset, nil)
    }
  }

  func match(_ subject: UnsafeBufferPointer<UInt8>, times: Int) {
    for _ in 0..<times {
      consume(pcre2_jit_match_8(code, subject.baseAddress, subject.count, 0, 0, block, nil))
    }
  }

  static func compile(_ regex: String, times: Int) {
    for _ in 0..<times { pcre2_code_free_8(compile(regex)) }
  }
}
