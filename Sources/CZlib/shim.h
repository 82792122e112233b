#ifndef CZLIB_SHIM_H
#define CZLIB_SHIM_H

#if defined(__has_include) && !__has_include(<zlib.h>)
#error "zlib is missing. Install it with 'apt-get install zlib1g-dev' (Debian) or 'brew install zlib' (macOS)."
#else

// "next_in" is then const, as nothing writes to it.
#define ZLIB_CONST
#include <zlib.h>

// Both are macros, which are not imported. The memory level is the default of the manual.
static inline int czlib_deflate_init(z_stream *_Nonnull stream, int level, int window_bits) {
  return deflateInit2(stream, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
}

static inline int czlib_inflate_init(z_stream *_Nonnull stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}

#endif
#endif
