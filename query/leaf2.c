/* leaf2.c - reads leaf 2 by the table in the entry CPUID of Intel's Software Developer's Manual,
   volume 2. */
#include "leaf2.h"
#include "cpuid.h"

enum { CODES = 15, ALL = -1 };

static const struct descriptor descriptors[] = {
    {0x06, CODE_CACHE, 1, 8, 4, 32},
    {0x08, CODE_CACHE, 1, 16, 4, 32},
    {0x09, CODE_CACHE, 1, 32, 4, 64},
    {0x30, CODE_CACHE, 1, 32, 8, 64},
    {0x0A, CACHE, 1, 8, 2, 32},
    {0x0C, CACHE, 1, 16, 4, 32},
    {0x0D, CACHE, 1, 16, 4, 64},
    {0x0E, CACHE, 1, 24, 6, 64},
    {0x2C, CACHE, 1, 32, 8, 64},
    {0x60, CACHE, 1, 16, 8, 64},
    {0x66, CACHE, 1, 8, 4, 64},
    {0x67, CACHE, 1, 16, 4, 64},
    {0x68, CACHE, 1, 32, 4, 64},
    {0x1D, CACHE, 2, 128, 2, 64},
    {0x21, CACHE, 2, 256, 8, 64},
    {0x24, CACHE, 2, 1024, 16, 64},
    {0x41, CACHE, 2, 128, 4, 32},
    {0x42, CACHE, 2, 256, 4, 32},
    {0x43, CACHE, 2, 512, 4, 32},
    {0x44, CACHE, 2, 1024, 4, 32},
    {0x45, CACHE, 2, 2048, 4, 32},
    {0x48, CACHE, 2, 3072, 12, 64},
    {0x4E, CACHE, 2, 6144, 24, 64},
    {0x78, CACHE, 2, 1024, 4, 64},
    {0x79, CACHE, 2, 128, 8, 64},
    {0x7A, CACHE, 2, 256, 8, 64},
    {0x7B, CACHE, 2, 512, 8, 64},
    {0x7C, CACHE, 2, 1024, 8, 64},
    {0x7D, CACHE, 2, 2048, 8, 64},
    {0x7F, CACHE, 2, 512, 2, 64},
    {0x80, CACHE, 2, 512, 8, 64},
    {0x82, CACHE, 2, 256, 8, 32},
    {0x83, CACHE, 2, 512, 8, 32},
    {0x84, CACHE, 2, 1024, 8, 32},
    {0x85, CACHE, 2, 2048, 8, 32},
    {0x86, CACHE, 2, 512, 4, 64},
    {0x87, CACHE, 2, 1024, 8, 64},
    {0x22, CACHE, 3, 512, 4, 64},
    {0x23, CACHE, 3, 1024, 8, 64},
    {0x25, CACHE, 3, 2048, 8, 64},
    {0x29, CACHE, 3, 4096, 8, 64},
    {0x46, CACHE, 3, 4096, 4, 64},
    {0x47, CACHE, 3, 8192, 8, 64},
    {0x4A, CACHE, 3, 6144, 12, 64},
    {0x4B, CACHE, 3, 8192, 16, 64},
    {0x4C, CACHE, 3, 12288, 12, 64},
    {0x4D, CACHE, 3, 16384, 16, 64},
    {0xD0, CACHE, 3, 512, 4, 64},
    {0xD1, CACHE, 3, 1024, 4, 64},
    {0xD2, CACHE, 3, 2048, 4, 64},
    {0xD6, CACHE, 3, 1024, 8, 64},
    {0xD7, CACHE, 3, 2048, 8, 64},
    {0xD8, CACHE, 3, 4096, 8, 64},
    {0xDC, CACHE, 3, 1536, 12, 64},
    {0xDD, CACHE, 3, 3072, 12, 64},
    {0xDE, CACHE, 3, 6144, 12, 64},
    {0xE2, CACHE, 3, 2048, 16, 64},
    {0xE3, CACHE, 3, 4096, 16, 64},
    {0xE4, CACHE, 3, 8192, 16, 64},
    {0xEA, CACHE, 3, 12288, 24, 64},
    {0xEB, CACHE, 3, 18432, 24, 64},
    {0xEC, CACHE, 3, 24576, 24, 64},
    {0x01, CODE_TLB, 1, 32, 4, 0},
    {0x4F, CODE_TLB, 1, 32, 0, 0},
    {0x50, CODE_TLB, 1, 64, 0, 0},
    {0x51, CODE_TLB, 1, 128, 0, 0},
    {0x52, CODE_TLB, 1, 256, 0, 0},
    {0x61, CODE_TLB, 1, 48, ALL, 0},
    {0xB0, CODE_TLB, 1, 128, 4, 0},
    {0xB2, CODE_TLB, 1, 64, 4, 0},
    {0xB5, CODE_TLB, 1, 64, 8, 0},
    {0xB6, CODE_TLB, 1, 128, 8, 0},
    {0x03, TLB, 1, 64, 4, 0},
    {0x57, TLB, 1, 16, 4, 0},
    {0x59, TLB, 1, 16, ALL, 0},
    {0x5B, TLB, 1, 64, 0, 0},
    {0x5C, TLB, 1, 128, 0, 0},
    {0x5D, TLB, 1, 256, 0, 0},
    {0x6A, TLB, 1, 64, 8, 0},
    {0xA0, TLB, 1, 32, ALL, 0},
    {0xB3, TLB, 1, 128, 4, 0},
    {0x6B, TLB, 2, 256, 8, 0},
    {0x64, TLB, 2, 512, 4, 0},
    {0xB4, TLB, 2, 256, 4, 0},
    {0xBA, TLB, 2, 64, 4, 0},
    {0xC1, SECOND_TLB, 2, 1024, 8, 0},
    {0xCA, SECOND_TLB, 2, 512, 4, 0},
    /* 6 ways by this table, 12 by the optimization manual of some CPUs that have it */
    {0xC3, SECOND_TLB, 2, 1536, 0, 0},
    {0x5A, HUGE_TLB, 1, 32, 4, 0},
    {0x63, HUGE_TLB, 1, 32, 4, 0},
    {0xC1, HUGE_TLB, 2, 1024, 8, 0},
    {0xC3, HUGE_TLB, 2, 1536, 0, 0},
};

/* Defined, but of no parameter, or not exactly: large pages of code, pages of 4 MB or 1 GB, traces
   of instructions, prefetching, `no second or third cache'; 0x49 is a second cache or a third. */
static const unsigned char unused_codes[] = {0x00, 0x02, 0x04, 0x05, 0x0B, 0x40, 0x49, 0x55,
                                             0x56, 0x6C, 0x6D, 0x70, 0x71, 0x72, 0x73, 0x76,
                                             0xB1, 0xC0, 0xC2, 0xC4, 0xF0, 0xF1, 0xFE, 0xFF};

static bool is_defined(int code) {
    for (size_t i = 0; i < sizeof descriptors / sizeof *descriptors; i++)
        if (descriptors[i].code == code)
            return true;
    return memchr(unused_codes, code, sizeof unused_codes) != NULL;
}

/* The low byte of EAX is 1 on each CPU; a word whose bit 31 is set has no descriptors. */
static int read_codes(int *codes) {
    int count = 0;
    if (vendor() != INTEL || !cpuid(2, 0) || bits(EAX, 7, 0) != 1)
        return 0;
    for (int word = EAX; word <= EDX; word++)
        for (unsigned low = word == EAX ? 8 : 0; low < 32 && bits(word, 31, 31) == 0; low += 8) {
            codes[count] = (int)bits(word, low + 7, low);
            if (!is_defined(codes[count++]))
                return 0;
        }
    return count;
}

/* 0xFF and 0xFE say that leaf 4 and leaf 0x18 are to be asked instead, and 0x49 may be of either
   level. */
static bool is_elsewhere(char what, const int *codes, int count) {
    bool cache = what == CACHE || what == CODE_CACHE;
    for (int i = 0; i < count; i++)
        if (codes[i] == (cache ? 0xFF : 0xFE) || (what == CACHE && codes[i] == 0x49))
            return true;
    return false;
}

const struct descriptor *described_as(char what, int i) {
    int codes[CODES + 1], count = read_codes(codes);
    if (is_elsewhere(what, codes, count))
        return NULL;
    for (int at = 0; at < count; at++)
        for (size_t row = 0; row < sizeof descriptors / sizeof *descriptors; row++)
            if (descriptors[row].code == codes[at] && descriptors[row].what == what && i-- == 0)
                return &descriptors[row];
    return NULL;
}
