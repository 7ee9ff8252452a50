/* keep.h - hides a value from the compiler.

   The compiler must assume that an empty asm statement has changed its operand.  That needs a
   constraint for the type's registers, whose letter depends on the target. */
#ifndef KEEP_H
#define KEEP_H

#if defined __GNUC__ && !defined __TINYC__
#define KEEP_i32(x) __asm__ volatile("" : "+r"(x));
#define KEEP_i64(x) KEEP_i32(x)
#define KEEP_s64(x) KEEP_i32(x)
#define KEEP_address(x) KEEP_i32(x)
#if defined __SSE_MATH__ && defined __AVX512F__
#define KEEP_f32(x) __asm__ volatile("" : "+v"(x));
#elif defined __SSE_MATH__
#define KEEP_f32(x) __asm__ volatile("" : "+x"(x));
#elif defined __aarch64__ || (defined __arm__ && defined __ARM_PCS_VFP)
#define KEEP_f32(x) __asm__ volatile("" : "+w"(x));
#elif defined __VSX__
#define KEEP_f32(x) __asm__ volatile("" : "+wa"(x));
#elif defined __sparc__
#define KEEP_f32(x) __asm__ volatile("" : "+e"(x));
#elif defined __powerpc__ || defined __riscv_flen || defined __s390__ || defined __mips_hard_float
#define KEEP_f32(x) __asm__ volatile("" : "+f"(x));
#endif
#if defined KEEP_f32 && (!defined __SSE_MATH__ || defined __SSE2_MATH__)
#define KEEP_f64(x) KEEP_f32(x)
#endif
#endif

#endif
