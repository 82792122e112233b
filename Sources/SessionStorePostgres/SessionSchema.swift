#if PostgreSQL
  internal import PostgresConnections

  /// The tables of the store.
  enum SessionSchema {
    /// The form of the tables, which stands in a comment on them.
    private static let form = "form 1"

    static let tables = PostgresSetup.Schema(find: find, make: make, form: form)

    /// Returns the comment on the tables; a row without one if there are none.
    ///
    /// All of it as it was at one moment: a look by name finds tables that another server has just
    /// made, whose comment the statement does not see yet.
    private static let find = """
      SELECT coalesce((SELECT coalesce(obj_description(oid, 'pg_class'), 'no form') FROM pg_class
      WHERE relname = 'switchyard_sessions' AND pg_table_is_visible(oid)), '')
      """

    /// Makes the tables, one connection at a time.
    ///
    /// It looks for them in the same way: a look by name may find what was there before it waited.
    ///
    /// Nothing of a row is looked for but its key, so that the row of a step can stay on its page.
    /// Of tables that somebody has dropped the sequence may be left.
    private static let make = """
      DO $$ BEGIN
      PERFORM pg_advisory_xact_lock(hashtext('switchyard_sessions'));
      IF NOT EXISTS (SELECT FROM pg_class
      WHERE relname = 'switchyard_sessions' AND pg_table_is_visible(oid)) THEN
      CREATE SEQUENCE IF NOT EXISTS switchyard_sessions_version;
      CREATE TABLE switchyard_sessions (
      key bytea PRIMARY KEY,
      version bigint NOT NULL,
      expiry bigint NOT NULL,
      bytes bytea NOT NULL
      ) WITH (fillfactor = 70);
      COMMENT ON TABLE switchyard_sessions IS '\(form)';
      END IF;
      END $$
      """

    /// A version that no write has had: the milliseconds since 2020, and 22 bits of a sequence.
    ///
    /// Not the sequence alone: a crash of the server can take back its last numbers with the
    /// writes that had them, where commits do not wait for the disk. A server that has read such a
    /// write would then take another one for it.
    static let nextVersion = """
      ((((extract(epoch FROM clock_timestamp()) * 1000)::bigint - 1577836800000) << 22) \
      | (nextval('switchyard_sessions_version') & 4194303))
      """

    /// A version behind another one that no write has had.
    ///
    /// Where the clock is behind that of the last write, as after it was set back, or of another
    /// machine, chance alone tells two writes from each other of which a crash has taken back one.
    static func version(after last: String) -> String {
      "greatest(\(last) + 1 + (random() * 1048575)::bigint, \(nextVersion))"
    }
  }
#endif
