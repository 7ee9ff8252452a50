/* over.c - streams by loads and stores of the widest vectors that the flags allow.  They are
   volatile; otherwise a compiler would drop loads whose values are unused, and call memset or
   memcpy, which choose their own instructions. */
#define _GNU_SOURCE
#include "over.h"

#include "../../core/vector_bytes.h"

#include <string.h>
#include <sys/mman.h>

#if defined VECTOR_BYTES && VECTOR_BYTES >= 64
typedef double wide __attribute__((vector_size(64)));
#define HALF_ROUND_OF EIGHTS_1
#elif defined VECTOR_BYTES && VECTOR_BYTES >= 32
typedef double wide __attribute__((vector_size(32)));
#define HALF_ROUND_OF EIGHTS_2
#elif defined VECTOR_BYTES
typedef double wide __attribute__((vector_size(16)));
#define HALF_ROUND_OF EIGHTS_4
#else
typedef double wide;
#define HALF_ROUND_OF EIGHTS_8
#endif

/* A round of a loop is 1024 bytes; a copy of an odd number of STREAM_STEPs ends with half a round.
   In an eighth of a second cache of 1 MB a copy has 63 rounds, and the branch that ends them is
   predicted.  With rounds of 512 bytes, 127 of them, it was predicted or not depending on where the
   loop lies in memory, which cost up to 14 % of the rate on Zen 5.  With rounds of 2048 bytes the
   first cache was slower. */
enum { HALF_ROUND = STREAM_STEP / 2 / sizeof(wide), ROUND = 2 * HALF_ROUND };
#define EIGHTS_1(do, k)                                                                            \
    do                                                                                             \
    (k) do((k) + 1) do((k) + 2) do((k) + 3) do((k) + 4) do((k) + 5) do((k) + 6) do((k) + 7)
#define EIGHTS_2(do, k) EIGHTS_1(do, k) EIGHTS_1(do, (k) + 8)
#define EIGHTS_4(do, k) EIGHTS_2(do, k) EIGHTS_2(do, (k) + 16)
#define EIGHTS_8(do, k) EIGHTS_4(do, k) EIGHTS_4(do, (k) + 32)
#define READ(k) (void)from[i + (k)];
#define WRITE(k) to[i + (k)] = value;
#define COPY(k) to[i + (k)] = from[i + (k)];

#define ALL_ROUNDS_OF(do)                                                                          \
    size_t i = 0;                                                                                  \
    for (; count - i >= ROUND; i += ROUND) {                                                       \
        HALF_ROUND_OF(do, 0)                                                                       \
        HALF_ROUND_OF(do, HALF_ROUND)                                                              \
    }                                                                                              \
    if (i < count) {                                                                               \
        HALF_ROUND_OF(do, 0)                                                                       \
    }

/* Not zero, which some memory controllers do not transfer. */
static wide wide_value(void) {
    wide value;
    memset(&value, 0x55, sizeof value);
    return value;
}

static void read_wide(const volatile wide *from, size_t count) {
    ALL_ROUNDS_OF(READ)
}

static void write_wide(volatile wide *to, size_t count) {
    wide value = wide_value();
    ALL_ROUNDS_OF(WRITE)
}

static void copy_wide(volatile wide *to, const volatile wide *from, size_t count) {
    ALL_ROUNDS_OF(COPY)
}

void stream_over(enum stream_kind kind, unsigned char *to, const unsigned char *from,
                 size_t bytes) {
    wide *target = (void *)to;
    const wide *source = (const void *)from;
    size_t count = bytes / sizeof(wide);
    if (kind == STREAM_READ)
        read_wide(source, count);
    else if (kind == STREAM_WRITE)
        write_wide(target, count);
    else
        copy_wide(target, source, count);
}

/* Populates all pages at once: page faults one by one are slow under a hypervisor. */
void stream_populate(unsigned char *base, size_t bytes) {
#ifdef MADV_POPULATE_WRITE
    (void)madvise(base, bytes, MADV_POPULATE_WRITE);
#endif
    stream_over(STREAM_WRITE, base, base, bytes);
}
