/* vector.h - vectors of doubles through the compiler's vector extension (gcc, clang), of as many
   bytes as the machine was found to run at full rate, or as the flags allow where that is unknown;
   single doubles where there are none. */
#ifndef VECTOR_H
#define VECTOR_H

#include <stddef.h>

#ifdef __GNUC__
#ifdef ARCH_SIMD_BYTES
#define VECTOR_BYTES ARCH_SIMD_BYTES
#elif defined __AVX512F__
#define VECTOR_BYTES 64
#elif defined __AVX__
#define VECTOR_BYTES 32
#elif defined __SSE2__ || defined __ARM_NEON || defined __aarch64__ || defined __VSX__
#define VECTOR_BYTES 16
#endif
#endif

#ifdef VECTOR_BYTES
typedef double vec __attribute__((vector_size(VECTOR_BYTES)));
/* The same anywhere in an array of doubles. */
typedef double vec_loose
    __attribute__((vector_size(VECTOR_BYTES), aligned(sizeof(double)), may_alias));
enum { LANES = VECTOR_BYTES / sizeof(double) };
#else
typedef double vec, vec_loose;
enum { LANES = 1 };
#endif

/* Loops over a tile have constant bounds, and their array is to live in registers: nothing less
   than all of each is unrolled. */
#if defined __clang__
#define UNROLLED _Pragma("clang loop unroll(full)")
#elif defined __GNUC__
#define UNROLLED _Pragma("GCC unroll 64")
#else
#define UNROLLED
#endif

/* The loop around these: unrolled by four it has fewer instructions, which leaves more of the core
   to its other thread.  Not in clang, which would keep more addresses than there
   are registers. */
#if defined __clang__
#define FEW_AT_ONCE _Pragma("clang loop unroll(disable)")
#elif defined __GNUC__
#define FEW_AT_ONCE _Pragma("GCC unroll 4")
#else
#define FEW_AT_ONCE
#endif

#ifdef __GNUC__
#define INLINED static inline __attribute__((always_inline))
#define PREFETCH(address) __builtin_prefetch(address)
#define PREFETCH_TO_WRITE(address) __builtin_prefetch(address, 1)
#else
#define INLINED static inline
#define PREFETCH(address) ((void)(address))
#define PREFETCH_TO_WRITE(address) ((void)(address))
#endif

/* Lanes of two vectors. */
#if !defined VECTOR_BYTES
#define SHUFFLE(a, b, ...) (a)
#elif defined __clang__ || __GNUC__ >= 12
#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
typedef long long vec_lanes __attribute__((vector_size(VECTOR_BYTES)));
#define SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (vec_lanes){__VA_ARGS__})
#endif

/* Of two rows of blocks of so many lanes, the even blocks of both, and the odd ones: what swaps the
   two blocks of four that are off the diagonal.  Most are one instruction each. */
#if !defined VECTOR_BYTES
#elif VECTOR_BYTES == 16
#define EVEN_1(a, b) SHUFFLE(a, b, 0, 2)
#define ODD_1(a, b) SHUFFLE(a, b, 1, 3)
#elif VECTOR_BYTES == 32
#define EVEN_1(a, b) SHUFFLE(a, b, 0, 4, 2, 6)
#define ODD_1(a, b) SHUFFLE(a, b, 1, 5, 3, 7)
#define EVEN_2(a, b) SHUFFLE(a, b, 0, 1, 4, 5)
#define ODD_2(a, b) SHUFFLE(a, b, 2, 3, 6, 7)
#elif VECTOR_BYTES == 64
#define EVEN_1(a, b) SHUFFLE(a, b, 0, 8, 2, 10, 4, 12, 6, 14)
#define ODD_1(a, b) SHUFFLE(a, b, 1, 9, 3, 11, 5, 13, 7, 15)
#define EVEN_2(a, b) SHUFFLE(a, b, 0, 1, 8, 9, 4, 5, 12, 13)
#define ODD_2(a, b) SHUFFLE(a, b, 2, 3, 10, 11, 6, 7, 14, 15)
#define EVEN_4(a, b) SHUFFLE(a, b, 0, 1, 2, 3, 8, 9, 10, 11)
#define ODD_4(a, b) SHUFFLE(a, b, 4, 5, 6, 7, 12, 13, 14, 15)
#endif

INLINED vec vec_load(const double *from) {
    return *(const vec_loose *)from;
}

/* Forces one load into a register; some compilers would load again for each use. */
INLINED vec vec_load_once(const double *from) {
    return *(const volatile vec_loose *)from;
}

INLINED void vec_store(double *to, vec value) {
    *(vec_loose *)to = value;
}

#endif
