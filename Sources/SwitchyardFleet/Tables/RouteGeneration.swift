/// One step of a table of routes that servers share: what it takes from the table before it, and
/// what it adds.
///
/// Routes are known by their numbers, which are their places in the order of registration. One that
/// changes is removed and added with a number behind all others, as a router that registers it anew
/// would ask it; so the table is the same whether its steps are made one by one, or all at once.
public struct RouteGeneration: Hashable, Sendable {
  /// The limits of a generation, beyond which it is refused.
  public enum Limits {
    /// Bytes of its coded form.
    public static let size = 256 << 20
    /// Routes of the table.
    public static let routes = 250_000
    /// Methods of the table other than GET, HEAD, POST, PUT, PATCH, DELETE and OPTIONS.
    public static let methods = 256
    /// The numbers of generations and of routes.
    public static let numbers = 1...(1 << 53)
    /// Bytes of a name, a key or a setting.
    public static let textLength = 4_096
  }

  /// The form of the code, which a version that adds to it raises.
  static let format = 1

  /// Its number; each has a greater one than those before it.
  public let number: Int
  /// The number of the generation that it changes; 0 for a table without routes.
  public let base: Int
  /// The numbers of the routes that go.
  public let removed: [Int]
  /// The routes that come, by their numbers.
  public let added: [RouteDescription]
  /// The checksum of the whole table that it makes.
  public let checksum: String
  /// The words of whoever has made it.
  public let note: String?

  init(
    number: Int,
    base: Int,
    removed: [Int],
    added: [RouteDescription],
    checksum: String,
    note: String? = nil
  ) {
    self.number = number
    self.base = base
    self.removed = removed
    self.added = added
    self.checksum = checksum
    self.note = note
  }
}
