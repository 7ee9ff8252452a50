/* sweeps.c - the rows of pairs.h, which tests/pairs writes. */
#include "sweeps.h"

#include "../sweeps.h"

#define METHOD(name) extern const struct method name##_method;
#define SWEEP(name) sweep sweep_##name;
#define TRIED(sweep, subject, methods, names)
#include "pairs.h"
#undef METHOD
#undef SWEEP
#undef TRIED

const struct tried TRIED_SWEEPS[] = {
#define METHOD(name)
#define SWEEP(name)
#define METHODS(...)                                                                               \
    { __VA_ARGS__, NULL }
#define NAMES(...)                                                                                 \
    { __VA_ARGS__, NULL }
#define TRIED(sweep, subject, methods, names) {#sweep, #subject, sweep_##sweep, methods, names},
#include "pairs.h"
};
const size_t TRIED_COUNT = sizeof TRIED_SWEEPS / sizeof *TRIED_SWEEPS;
