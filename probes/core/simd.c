/* simd.c - the sweep of vectors: adds of every width that the flags allow (X-Ray 3.3;
   vectors.h). */
#include "../common/keep.h"
#include "types.h"
#include "vectors.h"

/* Enough streams to fill all units, and few enough to stay in registers. */
#define TEN(of) of(0) of(1) of(2) of(3) of(4) of(5) of(6) of(7) of(8) of(9)
#define DECLARE(k) p##k = first[0],
#define ADD(k)                                                                                     \
    p##k = p##k + q;                                                                               \
    KEEP_f32(p##k)
#define LAST(k) first[0] = p##k;
#define FOUR(adds) adds adds adds adds

#define LOOP(type, unrolled, adds)                                                                 \
    static void add_##type##_##unrolled(size_t streams, size_t times, size_t rounds) {             \
        (void)streams, (void)times;                                                                \
        volatile type first[] = {EACH_IS(type, 1.37f), EACH_IS(type, 0.73f)};                      \
        type TEN(DECLARE) q = first[1];                                                            \
        for (; rounds > 0; rounds--) {                                                             \
            adds                                                                                   \
        }                                                                                          \
        TEN(LAST)                                                                                  \
    }
#define LOOPS(type)                                                                                \
    LOOP(type, 4, FOUR(TEN(ADD)))                                                                  \
    LOOP(type, 8, FOUR(TEN(ADD)) FOUR(TEN(ADD)))
#define VECTOR(type, bytes)                                                                        \
    typedef f32 type __attribute__((vector_size(bytes)));                                          \
    LOOPS(type)

#if defined __OPTIMIZE__ && defined VECTOR_BYTES
#define ROWS(type)                                                                                 \
    {"p0 = p0 + p1", #type, 10, 4, false, add_##type##_4},                                         \
        {"p0 = p0 + p1", #type, 10, 8, false, add_##type##_8},

LOOPS(f32)
VECTOR(f32x4, 16)
#if VECTOR_BYTES >= 32
VECTOR(f32x8, 32)
#endif
#if VECTOR_BYTES >= 64
VECTOR(f32x16, 64)
#endif
#if VECTOR_BYTES >= 128
VECTOR(f32x32, 128)
#endif
#if VECTOR_BYTES >= 256
VECTOR(f32x64, 256)
#endif

static const size_t bytes[] = {sizeof(f32), 16, 32, 64, 128, 256};
static const struct statement_loop loops[] = {ROWS(f32) ROWS(f32x4)
#if VECTOR_BYTES >= 32
                                                  ROWS(f32x8)
#endif
#if VECTOR_BYTES >= 64
                                                      ROWS(f32x16)
#endif
#if VECTOR_BYTES >= 128
                                                          ROWS(f32x32)
#endif
#if VECTOR_BYTES >= 256
                                                              ROWS(f32x64)
#endif
};
#else
static const size_t bytes[] = {sizeof(f32)};
static const struct statement_loop loops[] = {{"", "", 0, 0, false, NULL}};
#endif

static const struct vectors vectors = {bytes, loops, sizeof loops / sizeof *loops / 2};

sweep sweep_simd;

const char *sweep_simd(struct machine *machine, FILE *out) {
    return vectors_sweep(machine, &vectors, out);
}

const char *simd_guard(struct machine *machine, size_t wanted) {
    return vectors_guard(machine, &vectors, wanted);
}
