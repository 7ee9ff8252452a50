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
#define ROUND_OF EIGHTS_1
#elif defined VECTOR_BYTES && VECTOR_BYTES >= 32
typedef double wide __attribute__((vector_size(32)));
#define ROUND_OF EIGHTS_2
#elif defined VECTOR_BYTES
typedef double wide __attribute__((vector_size(16)));
#define ROUND_OF EIGHTS_4
#else
typedef double wide;
#define ROUND_OF EIGHTS_8
#endif

/* A round of a loop is 512 bytes, half of STREAM_STEP.  A pass over part of a first cache of 48 KB
   then has 46 rounds at the most, whose end can be predicted.  The end of one of 92 was predicted
   or not depending on where the loop lies in memory, which cost 7 % of the rate on Zen 5. */
enum { ROUND = 512 / sizeof(wide) };
#define EIGHTS_1(do, k)                                                                            \
    do                                                                                             \
    (k) do((k) + 1) do((k) + 2) do((k) + 3) do((k) + 4) do((k) + 5) do((k) + 6) do((k) + 7)
#define EIGHTS_2(do, k) EIGHTS_1(do, k) EIGHTS_1(do, (k) + 8)
#define EIGHTS_4(do, k) EIGHTS_2(do, k) EIGHTS_2(do, (k) + 16)
#define EIGHTS_8(do, k) EIGHTS_4(do, k) EIGHTS_4(do, (k) + 32)
#define READ(k) (void)from[i + (k)];
#define WRITE(k) to[i + (k)] = value;
#define COPY(k) to[i + (k)] = from[i + (k)];

/* Not zero, which some memory controllers do not transfer. */
static wide wide_value(void) {
    wide value;
    memset(&value, 0x55, sizeof value);
    return value;
}

static void read_wide(const volatile wide *from, size_t count) {
    for (size_t i = 0; i < count; i += ROUND) {
        ROUND_OF(READ, 0)
    }
}

static void write_wide(volatile wide *to, size_t count) {
    wide value = wide_value();
    for (size_t i = 0; i < count; i += ROUND) {
        ROUND_OF(WRITE, 0)
    }
}

static void copy_wide(volatile wide *to, const volatile wide *from, size_t count) {
    for (size_t i = 0; i < count; i += ROUND) {
        ROUND_OF(COPY, 0)
    }
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
