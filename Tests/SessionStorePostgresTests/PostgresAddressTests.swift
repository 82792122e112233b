#if PostgreSQL
  import Testing

  @testable import PostgresConnections

  @Suite struct PostgresAddressTests {
    @Test(arguments: [
      ("postgres://ada:se@cret@db.internal:5433/shop", "postgres://db.internal:5433/shop"),
      ("postgresql://db/shop?password=secret&user=ada", "postgres://db/shop"),
      ("postgres:///shop?host=/run/postgresql", "postgres:///shop"),
      ("host=db password='sec ret' dbname=shop user=ada", "host=db dbname=shop"),
      ("password=secret", "PostgreSQL"), ("", "PostgreSQL"),
    ])
    func `no log has a password`(_ address: String, _ shown: String) {
      #expect(PostgresAddress.withoutPassword(address) == shown)
    }
  }
#endif
