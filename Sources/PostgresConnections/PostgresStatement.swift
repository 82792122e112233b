#if PostgreSQL
  /// A statement that each connection prepares once.
  package struct PostgresStatement: Sendable {
    /// A type of a parameter, by its number in `pg_type`.
    package enum Parameter: UInt32, Sendable {
      case bytes = 17
      case integer = 20
    }

    let name: String
    let text: String
    let types: [UInt32]

    /// Makes a statement of a name that no other of its connection has.
    package init(_ name: String, _ parameters: [Parameter] = [], _ text: String) {
      self.name = name
      self.text = text
      types = parameters.map(\.rawValue)
    }
  }

  /// A value that is bound to a statement.
  package enum PostgresValue: Sendable {
    case integer(Int64)
    case bytes([UInt8])

    /// Appends the value as it goes over the wire, in the order of the network.
    func append(to wire: inout [UInt8]) {
      switch self {
      case .integer(let number):
        for shift in stride(from: 56, through: 0, by: -8) {
          wire.append(UInt8(truncatingIfNeeded: number >> shift))
        }
      case .bytes(let bytes): wire += bytes
      }
    }
  }

  /// A row of a result, in binary form.
  package struct PostgresRow: Sendable {
    let columns: [[UInt8]]

    package func bytes(_ column: Int) -> [UInt8] { column < columns.count ? columns[column] : [] }

    package func integer(_ column: Int) -> Int64 {
      bytes(column).reduce(0) { $0 << 8 | Int64($1) }
    }

    package func text(_ column: Int) -> String {
      String(decoding: bytes(column), as: UTF8.self)
    }
  }
#endif
