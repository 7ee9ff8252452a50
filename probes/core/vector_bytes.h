/* vector_bytes.h - how wide vectors are, and what keeps the compiler from knowing one (keep.h). */
#ifndef VECTOR_BYTES_H
#define VECTOR_BYTES_H

#include "../common/keep.h"

/* Bytes of the widest vector that the flags allow. */
#ifdef KEEP_f32
#if defined __AVX512F__
#define VECTOR_BYTES 64
#elif defined __AVX__
#define VECTOR_BYTES 32
#elif defined __ARM_FEATURE_SVE_BITS && __ARM_FEATURE_SVE_BITS > 0
#define VECTOR_BYTES (__ARM_FEATURE_SVE_BITS / 8)
#elif defined __SSE2__ || defined __ARM_NEON || defined __aarch64__ || defined __VSX__
#define VECTOR_BYTES 16
#endif
#endif
#ifdef VECTOR_BYTES
#define KEEP_vf32(x) KEEP_f32(x)
#define KEEP_vf64(x) KEEP_f32(x)
#define KEEP_hf32(x) KEEP_f32(x)
#define KEEP_hf64(x) KEEP_f32(x)
#endif

#endif
