/* product.h - the methods that the product decides with. */
#ifndef PRODUCT_H
#define PRODUCT_H

#include "method.h"

rule compact_decide, levels_decide, mixture_decide, colours_decide, fetch_decide, misses_decide,
    stores_decide, replacement_decide, clock_decide, fma_decide, branches_decide, streams_decide,
    registers_decide, simd_decide, width_decide, tlb_decide, tlb2_decide, tlb_unified_decide,
    unified_decide, icache_decide, amp_decide;

/* Their rows, each by the method's name, so that a configure can carry only those that it uses. */
#define METHOD_compact                                                                             \
    { "compact", "first cache level, from strided sequences", 3, 6, 4096, compact_decide }
#define METHOD_colours                                                                             \
    { "colours", "a further cache level, from pages of known colour", 3, 10, 4096, colours_decide }
#define METHOD_levels                                                                              \
    { "levels", "every cache level, from a latency curve", 1, 2, 4096, levels_decide }
#define METHOD_mixture                                                                             \
    { "mixture", "the same, with the colour mixture as a witness", 1, 2, 4096, mixture_decide }
#define METHOD_fetch                                                                               \
    { "fetch", "bytes that one miss brings in, from pairs", 1, 2, 4096, fetch_decide }
#define METHOD_misses                                                                              \
    { "misses", "misses in flight, from chains side by side", 1, 4, 64, misses_decide }
#define METHOD_stores                                                                              \
    { "stores", "what a store that misses does, and where stores stay", 2, 5, 256, stores_decide }
#define METHOD_replacement                                                                         \
    { "replacement", "replacement policy, from timed visits", 3, 6, 4096, replacement_decide }
#define METHOD_clock                                                                               \
    { "clock", "the CPU's rate and the clock's step, from short timings", 1, 4, 4096, clock_decide }
#define METHOD_fma                                                                                 \
    { "fma", "whether a*b+c is fused, from its roundings", 1, 2, 4096, fma_decide }
#define METHOD_branches                                                                            \
    { "branches", "the cost of a mispredicted branch, from random ones", 4, 5, 64, branches_decide }
#define METHOD_streams                                                                             \
    { "streams", "a statement's latency and throughput", 2, 4, 4096, streams_decide }
#define METHOD_registers                                                                           \
    { "registers", "values live without a spill", 1, 2, 128, registers_decide }
#define METHOD_simd                                                                                \
    { "simd", "the widest vector at full rate, from adds", 2, 4, 64, simd_decide }
#define METHOD_width                                                                               \
    { "width", "instructions issued in a cycle, from mixes", 2, 4, 64, width_decide }
#define METHOD_tlb                                                                                 \
    { "tlb", "the first TLB, from places on pages of their own", 2, 6, 64, tlb_decide }
#define METHOD_tlb_unified                                                                         \
    { "tlb_unified", "whether the last TLB serves code", 1, 6, 64, tlb_unified_decide }
#define METHOD_tlb2                                                                                \
    { "tlb2", "the second TLB, from blocks of pages far apart", 4, 8, 128, tlb2_decide }
#define METHOD_unified                                                                             \
    { "unified", "levels that hold code too, from what it pushes out", 1, 4, 64, unified_decide }
#define METHOD_icache                                                                              \
    { "icache", "the instruction cache, from calls of code", 4, 6, 4096, icache_decide }
#define METHOD_amp                                                                                 \
    { "amp", "first cache and TLB, from counts of misses", 0, 8, 1024, amp_decide }

#endif
