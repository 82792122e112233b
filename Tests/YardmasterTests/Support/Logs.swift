/// Logs that calls of the tests read.
enum Logs {
  static let access = """
    192.0.2.1 - - [10/Oct/2025:13:55:36 +0000] "GET /books/42?token=secret HTTP/1.1" 200 12 "-" "curl/8"
    192.0.2.1 - - [10/Oct/2025:13:55:37 +0000] "GET /books/some-title HTTP/1.1" 200 12 "-" "curl/8"
    192.0.2.1 - - [10/Oct/2025:13:55:38 +0000] "HEAD /login HTTP/1.1" 200 0 "-" "curl/8"
    192.0.2.1 - - [10/Oct/2025:13:55:39 +0000] "PUT /login HTTP/1.1" 200 0 "-" "curl/8"
    192.0.2.1 - - [10/Oct/2025:13:55:40 +0000] "GET /wp-login.php HTTP/1.1" 404 0 "-" "-"
    192.0.2.1 - - [10/Oct/2025:13:55:41 +0000] "GET /a/../../etc/passwd HTTP/1.1" 400 0 "-" "-"
    192.0.2.1 - - [10/Oct/2025:13:55:42 +0000] "\\x16\\x03\\x01" 400 150 "-" "-"
    this line is none
    {"time":"2025-10-10T13:55:43Z","method":"GET","target":"/status","status":200}

    """

  /// The routes before those of `site.txt`.
  static let old = """
    GET       /                   home
    GET,POST  /login              login     @Public
    GET       /books/:slug
    PUT       /login
    GET       /wp-login.php
    *         /status

    """

  /// A few routes without a fallback.
  static let few = """
    GET       /                   home
    GET,POST  /login              login     @Public
    GET       /books/:id(\\d+)     book
    *         /status
    GET       /never

    """

  static let files = Manifests.files.merging(
    ["access.log": access, "old.txt": old, "few.txt": few, "bad.log": "none\nnone\n"]
  ) { $1 }

  /// One line of a log, as `gzip` packs it.
  static let packed =
    "H4sIAAAAAAACAw3BvQ5AMBQG0N1TfLmrtPenqdBd2Bi6iamDSIREeH/O0c68ePMK91"
    + "9UeCoPm1hMGlKMKTSo5beChj6Dj2vbT4w5z6xeCSYCNZAjUHnvg1uqPnJ8J2NVAAAA"
}
