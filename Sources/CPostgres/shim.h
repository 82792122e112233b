#ifndef CPOSTGRES_SHIM_H
#define CPOSTGRES_SHIM_H

#if defined(__has_include) && !__has_include(<libpq-fe.h>)
#error "libpq is missing. Install it with 'apt-get install libpq-dev' (Debian) or 'brew install libpq' (macOS)."
#else

#include <libpq-fe.h>

#endif
#endif
