/// The media types of files, by the endings of their names.
enum FileTypes {
  /// Returns the type of a name's ending, from a table of the caller or from the known ones.
  static func type(ofName name: String, own: [String: String]) -> String {
    guard let dot = name.lastIndex(of: ".") else { return unknown }
    let ending = name[name.index(after: dot)...].lowercased()
    return own[ending] ?? known[ending] ?? unknown
  }

  private static let unknown = "application/octet-stream"

  private static let known = [
    "avif": "image/avif",
    "bmp": "image/bmp",
    "css": "text/css; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "gif": "image/gif",
    "gz": "application/gzip",
    "htm": "text/html; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "ico": "image/vnd.microsoft.icon",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "map": "application/json",
    "md": "text/markdown; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "mp3": "audio/mpeg",
    "mp4": "video/mp4",
    "ogg": "audio/ogg",
    "otf": "font/otf",
    "pdf": "application/pdf",
    "png": "image/png",
    "svg": "image/svg+xml",
    "tar": "application/x-tar",
    "ttf": "font/ttf",
    "txt": "text/plain; charset=utf-8",
    "wasm": "application/wasm",
    "wav": "audio/wav",
    "webm": "video/webm",
    "webmanifest": "application/manifest+json",
    "webp": "image/webp",
    "woff": "font/woff",
    "woff2": "font/woff2",
    "xhtml": "application/xhtml+xml",
    "xml": "application/xml",
    "zip": "application/zip",
  ]
}
