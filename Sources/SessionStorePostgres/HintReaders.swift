#if PostgreSQL
  internal import SessionStore
  internal import SwitchyardLocks

  /// Those who read hints.
  final class HintReaders: Sendable {
    private let readers = Locked(SessionChangeReaders())

    func add() -> AsyncStream<SessionChange> {
      readers.withLock { readers in
        readers.add { [weak self] number in
          // A stream that ends while it is told must not wait for the end of that.
          Task { [weak self] in self?.readers.withLock { $0.remove(number) } }
        }
      }
    }

    /// Takes a text of keys.
    func take(_ text: String) {
      guard !readers.withLock(\.isEmpty) else { return }
      let changes = text.split(separator: " ").map { SessionChange(word: $0) }
      readers.withLock { readers in for change in changes { readers.tell(change) } }
    }

    /// Takes that hints are lost.
    func miss() { readers.withLock { $0.tell(.anything) } }

    func finish() { readers.withLock { $0.finish() } }
  }

  extension SessionChange {
    /// The change as a word of a hint.
    var word: String {
      switch self {
      case .session(let key): key.hex
      case .anything: "*"
      }
    }

    /// Reads a word; one that is no key may stand for any.
    init(word: Substring) { self = SessionKey(hex: word).map { .session($0) } ?? .anything }
  }

  extension SessionKey {
    /// The bytes as hexadecimal digits.
    var hex: String {
      // A key is told for each write: a text for each digit was much of what a hint takes.
      let digits = Array("0123456789abcdef".utf8)
      var text: [UInt8] = []
      text.reserveCapacity(bytes.count * 2)
      for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
      return String(decoding: text, as: UTF8.self)
    }

    init?(hex: Substring) {
      let digits = Array(hex.utf8)
      guard digits.count % 2 == 0 else { return nil }
      let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { place in
        UInt8(String(decoding: digits[place...(place + 1)], as: UTF8.self), radix: 16)
      }
      self.init(bytes: bytes)
    }
  }
#endif
