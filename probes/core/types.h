/* types.h - the types of statements' variables, and their initial values. */
#ifndef TYPES_H
#define TYPES_H

#include "vector_bytes.h"

#include <math.h>
#include <stdint.h>

/* Unsigned, since signed overflow is undefined; except for div the instructions are the same. */
typedef uint32_t i32;
typedef uint64_t i64;
typedef int64_t s64;
typedef float f32;
typedef double f64;
/* An address in memory_operands(), in the widest integer of any machine. */
typedef i64 address;

/* The initial values of p0, p1, ...: nothing overflows, underflows or is a special case.  A sum of
   a million of them, or a product with a factor near 1, stays far from the type's limits; p1
   divided by a value of half its bits has half its bits. */
#define BEGIN_i32 0x10005, 0x40003039, 7, 11, 13, 17, 19, 23
#define BEGIN_i64 0x100000005, 0x4000000000003039, 7, 11, 13, 17, 19, 23
#define BEGIN_s64 BEGIN_i64
#define BEGIN_f32 1.37f, 0.999999f, 1.61f, 0.73f, 1.23f, 0.87f, 1.47f, 0.91f
#define BEGIN_f64 1.37, 0.999999, 1.61, 0.73, 1.23, 0.87, 1.47, 0.91
#define BEGIN_address REPEAT_8((uintptr_t)memory_operands())
#define BEGIN_other REPEAT_8(1)
#define REPEAT_8(x) x, x, x, x, x, x, x, x

/* The value at an address. */
#define LOAD(type, place) (*(volatile type *)(uintptr_t)(place))
#define STORE(type, place, value) LOAD(type, place) = (value)

/* The widest vectors that the flags allow, and vectors of half their width.  A type that does not
   exist has no BEGIN macro. */
#define EACH_IS(type, x) (type){0} + (x)
#define VECTORS_OF(type, a, b, c, d, e, f, g, h)                                                   \
    EACH_IS(type, a), EACH_IS(type, b), EACH_IS(type, c), EACH_IS(type, d), EACH_IS(type, e),      \
        EACH_IS(type, f), EACH_IS(type, g), EACH_IS(type, h)
#define VECTORS(type, begin) VECTORS_OF(type, begin)
/* The square roots of a vector, of which compilers make one instruction where there is one and they
   vectorise loops; with a union clang also does for 16 elements. */
#define ROOTS(type, element, root)                                                                 \
    static inline type sqrt_##type(type x) {                                                       \
        union {                                                                                    \
            type all;                                                                              \
            element each[sizeof(type) / sizeof(element)];                                          \
        } of = {x};                                                                                \
        for (unsigned k = 0; k < sizeof of.each / sizeof *of.each; k++)                            \
            of.each[k] = root(of.each[k]);                                                         \
        return of.all;                                                                             \
    }
#ifdef VECTOR_BYTES
typedef f32 vf32 __attribute__((vector_size(VECTOR_BYTES)));
typedef f64 vf64 __attribute__((vector_size(VECTOR_BYTES)));
#define BEGIN_vf32 VECTORS(vf32, BEGIN_f32)
#define BEGIN_vf64 VECTORS(vf64, BEGIN_f64)
ROOTS(vf32, f32, sqrtf)
ROOTS(vf64, f64, sqrt)
#if VECTOR_BYTES > 16
typedef f32 hf32 __attribute__((vector_size(VECTOR_BYTES / 2)));
typedef f64 hf64 __attribute__((vector_size(VECTOR_BYTES / 2)));
#define BEGIN_hf32 VECTORS(hf32, BEGIN_f32)
#define BEGIN_hf64 VECTORS(hf64, BEGIN_f64)
ROOTS(hf32, f32, sqrtf)
ROOTS(hf64, f64, sqrt)
#endif
#endif

#endif
