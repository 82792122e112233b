import CPCRE2

@testable import RoutePatterns

/// A text compiled by PCRE2 as the library compiles the regexes of routes.
final class CompiledText {
  private let code: OpaquePointer
  private let data: OpaquePointer

  /// Fails with the number of PCRE2's error.
  struct Refused: Error, CustomStringConvertible {
    var number: Int32
    var offset: Int

    var description: String { "PCRE2 error \(number) at \(offset)" }
  }

  init(_ text: String, ignoreCase: Bool = false) throws(Refused) {
    var options =
      PCRE2_ANCHORED | PCRE2_DOTALL | PCRE2_DOLLAR_ENDONLY | PCRE2_NEVER_BACKSLASH_C
      | PCRE2_NEVER_UCP | PCRE2_NEVER_UTF | PCRE2_MATCH_UNSET_BACKREF | PCRE2_ALLOW_EMPTY_CLASS
    // Without it `(?=a)b?a` does not match `a`.
    options |= PCRE2_NO_START_OPTIMIZE
    if ignoreCase { options |= PCRE2_CASELESS }
    var number: Int32 = 0
    var offset = 0
    let bytes = Array(text.utf8)
    let code = pcre2_compile_8(bytes, bytes.count, options, &number, &offset, nil)
    guard let code, let data = pcre2_match_data_create_8(1, nil) else {
      throw Refused(number: number, offset: offset)
    }
    self.code = code
    self.data = data
  }

  deinit {
    pcre2_match_data_free_8(data)
    pcre2_code_free_8(code)
  }

  /// The bytes of the compiled form.
  var size: Int {
    var size = 0
    pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_SIZE), &size)
    return size
  }

  var captureCount: Int {
    var count: UInt32 = 0
    pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_CAPTURECOUNT), &count)
    return Int(count)
  }

  /// Whether the whole subject matches; nil when PCRE2 gives up.
  func matches(_ subject: some Collection<UInt8>) -> Bool? {
    let bytes = Array(subject)
    let code = pcre2_match_8(
      self.code,
      bytes,
      bytes.count,
      0,
      UInt32(PCRE2_ENDANCHORED),
      data,
      nil
    )
    if code == PCRE2_ERROR_NOMATCH { return false }
    return code < 0 ? nil : true
  }
}

extension TranslatedRegex {
  /// The expression as text, of letters in their own case.
  var text: String { text(ignoreCase: false) }

  /// The expression as text, behind which some bytes may follow: none for the end of the subject,
  /// and `nil` when that is not known.
  func text(ignoreCase: Bool = false, follow: ASCIISet? = nil) -> String {
    var emitter = RegexEmitter(ignoreCase: ignoreCase)
    emitter.emit(root, in: .alternative, follow: follow)
    return String(decoding: emitter.output, as: UTF8.self)
  }
}
