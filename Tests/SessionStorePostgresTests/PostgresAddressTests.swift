#if PostgreSQL
  import Testing

  @testable import PostgresConnections

  @Suite struct PostgresAddressTests {
    @Test(arguments: [
      ("postgres://ada:secret@db.internal:5433/shop", "host=db.internal port=5433 dbname=shop"),
      ("postgres://ada:se?cret@db/shop", "host=db dbname=shop"),
      ("postgres://ada:se%40cret%2F@db/shop", "host=db dbname=shop"),
      ("postgresql://db/shop?password=secret&user=ada", "host=db dbname=shop"),
      ("postgres:///shop?host=/run/postgresql", "host=/run/postgresql dbname=shop"),
      ("postgres://ada@one:1,two:2/shop", "host=one,two port=1,2 dbname=shop"),
      ("host=db password='sec ret' dbname=shop user=ada", "host=db dbname=shop"),
      ("host=db\npassword=secret\tdbname = shop", "host=db dbname=shop"),
      ("host=db dbname='a secret\nline'", "host=db"),
      ("password=secret", "PostgreSQL"), ("", "PostgreSQL"),
    ])
    func `no log has a password`(_ address: String, _ shown: String) throws {
      let address = PostgresAddress(address)
      #expect(address.name == shown)
      #expect(throws: Never.self) { try address.hosts.get() }
    }

    static let unreadable = [
      "postgres://shop:100%sure@db/shop", "postgres://shop:top/secret@db/shop",
      "postgres://shop:12/secret@db/shop", "postgres://shop:se@cret@db/shop",
      "postgres://shop:1,secret/2@db/shop", "postgres://shop:12/34?secret@db/shop",
      "postgres://shop:secret", "host=db password=my secret", "secret",
      "host=db port=5432secret", "host=db port=0", "host=db port=65536",
      "host=one,two port=1,2,3", "host=one hostaddr=127.0.0.1,127.0.0.2",
      "host=db connect_timeout=secret", "host=db password=secret\0 dbname=shop",
      "postgres://db/shop\0secret", "postgres://shop:sec%00ret@db/shop",
    ]

    @Test(arguments: unreadable)
    func `an address that is not understood is not shown`(_ text: String) {
      let address = PostgresAddress(text)
      #expect(address.name == "PostgreSQL")
      guard case .failure(let failure) = address.hosts else {
        Issue.record("\(address.hosts)")
        return
      }
      #expect(failure.state == PostgresFailure.unreadableAddress)
      #expect(!failure.reason.contains("secret") && !failure.reason.contains("sure"))
    }

    @Test func `libpq is given one host at a time`() throws {
      let address = PostgresAddress("host=one,two hostaddr=,10.0.0.2 port=1,2 dbname=shop")
      let hosts = try address.hosts.get()
      #expect(hosts.map { $0.values["host"] } == ["one", "two"])
      #expect(hosts.map { $0.values["hostaddr"] } == ["", "10.0.0.2"])
      #expect(hosts.map { $0.values["port"] } == ["1", "2"])
      #expect(hosts.map { $0.values["dbname"] } == ["shop", "shop"])
      let one = try PostgresAddress("host=one,two port=7").hosts.get()
      #expect(one.map { $0.values["port"] } == ["7", "7"])
    }

    @Test(arguments: [
      ("host=one", 10), ("host=one,two", 2), ("host=one,two connect_timeout=7", 7),
      ("host=one connect_timeout=0", 10), ("host=one connect_timeout=-1", 10),
      ("host=one connect_timeout=9223372036854775807", 3600),
    ])
    func `each host has a time`(_ address: String, _ seconds: Int) throws {
      let hosts = try PostgresAddress(address).hosts.get()
      #expect(hosts.allSatisfy { $0.limit == seconds })
    }
  }
#endif
