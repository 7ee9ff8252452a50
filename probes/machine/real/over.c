/* over.c - streams by loads and stores of the widest vectors that the flags allow.  They are
   volatile; otherwise a compiler would drop loads whose values are unused, and call memset or
   memcpy, which choose their own instructions. */
#define _GNU_SOURCE
#include "over.h"

#include "../../core/vector_bytes.h"

#include <string.h>
#include <sys/mman.h>

/* A round of the loop is at most half of STREAM_STEP. */
#if defined VECTOR_BYTES && VECTOR_BYTES <= 64
typedef double wide __attribute__((vector_size(VECTOR_BYTES)));
#elif defined VECTOR_BYTES
typedef double wide __attribute__((vector_size(64)));
#else
typedef double wide;
#endif

/* Wide values in a round: the loop's branch then costs next to nothing. */
enum { UNROLLED = 8 };
#define EACH_OF_EIGHT(do)                                                                          \
    do                                                                                             \
    (0) do(1) do(2) do(3) do(4) do(5) do(6) do(7)
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
    for (size_t i = 0; i < count; i += UNROLLED) {
        EACH_OF_EIGHT(READ)
    }
}

static void write_wide(volatile wide *to, size_t count) {
    wide value = wide_value();
    for (size_t i = 0; i < count; i += UNROLLED) {
        EACH_OF_EIGHT(WRITE)
    }
}

static void copy_wide(volatile wide *to, const volatile wide *from, size_t count) {
    for (size_t i = 0; i < count; i += UNROLLED) {
        EACH_OF_EIGHT(COPY)
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
