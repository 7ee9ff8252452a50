/* returns.h - a function that only returns, as the bytes of its instructions: a line for each
   instruction set.

   The bytes are in memory's order.  RETURN_BYTES is undefined where the instruction set is not
   listed, where a pointer to a function is not the address of its code, and where the compiler
   cannot make fresh code visible to the core that executes it. */
#ifndef RETURNS_H
#define RETURNS_H

#if defined __GNUC__ && !defined __TINYC__
#if defined __x86_64__ || defined __i386__
#define RETURN_BYTES 0xc3 /* ret */
#elif defined __aarch64__
#define RETURN_BYTES 0xc0, 0x03, 0x5f, 0xd6 /* ret */
#elif defined __arm__ && defined __ARMEL__ && defined __ARM_ARCH_ISA_ARM
#define RETURN_BYTES 0x1e, 0xff, 0x2f, 0xe1 /* bx lr */
#elif defined __riscv
#define RETURN_BYTES 0x67, 0x80, 0x00, 0x00 /* jalr zero, 0(ra) */
#elif defined __powerpc__ && defined __LITTLE_ENDIAN__
#define RETURN_BYTES 0x20, 0x00, 0x80, 0x4e /* blr */
#elif defined __powerpc__ && defined __ELF__ && (!defined __powerpc64__ || _CALL_ELF == 2)
#define RETURN_BYTES 0x4e, 0x80, 0x00, 0x20 /* blr */
#elif defined __s390x__
#define RETURN_BYTES 0x07, 0xfe /* br %r14 */
#elif defined __loongarch__
#define RETURN_BYTES 0x20, 0x00, 0x00, 0x4c /* jirl $zero, $ra, 0 */
#elif defined __mips__ && defined __MIPSEL__ && __mips_isa_rev < 6
#define RETURN_BYTES 0x08, 0x00, 0xe0, 0x03, 0, 0, 0, 0 /* jr $ra; nop */
#elif defined __mips__ && defined __MIPSEB__ && __mips_isa_rev < 6
#define RETURN_BYTES 0x03, 0xe0, 0x00, 0x08, 0, 0, 0, 0 /* jr $ra; nop */
#endif
#endif

#ifdef RETURN_BYTES
/* Fills BYTES at BEGIN, a multiple of the function's, with such functions, to be executed once
   they are mapped for that. */
static inline void returns_fill(unsigned char *begin, size_t bytes) {
    static const unsigned char code[] = {RETURN_BYTES};
    for (size_t i = 0; i < bytes; i++)
        begin[i] = code[i % sizeof code];
    __builtin___clear_cache((char *)begin, (char *)begin + bytes);
}
#endif

#endif
