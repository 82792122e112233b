#if PostgreSQL
  import SessionStore
  import Testing

  @testable import PostgresConnections
  @testable import SessionStorePostgres

  /// The codes are those of appendix A of PostgreSQL's manual.
  @Suite struct PostgresFailureTests {
    static let codes: [(String, SessionStoreError.Code)] = [
      ("", .unreachable), ("08006", .unreachable), ("28P01", .unreachable), ("3D000", .unreachable),
      ("57P01", .unreachable), ("57P03", .unreachable), ("42501", .unreachable),
      ("57014", .busy), ("53300", .busy), ("40001", .busy), ("40P01", .busy), ("55P03", .busy),
      ("53100", .full), ("53200", .full), ("25006", .readOnly),
      ("42P01", .otherSchema), ("42703", .otherSchema), ("26000", .otherSchema),
      ("0A000", .otherSchema), (PostgresFailure.otherSchema, .otherSchema),
      ("XX001", .damaged), ("XX002", .damaged), ("XX000", .failed), ("22P02", .failed),
    ]

    @Test(arguments: codes)
    func `a refusal has a code of the store`(_ state: String, _ code: SessionStoreError.Code) {
      #expect(PostgresFailure(state: state, reason: "").storeCode == code)
    }

    @Test func `the words of several lines are one line`() {
      let failure = PostgresFailure(state: "57P01", reason: "FATAL:  one\nDETAIL:  two\n")
      #expect(failure.reason == "FATAL:  one; DETAIL:  two")
    }
  }
#endif
