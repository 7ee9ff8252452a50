/* product.h - the methods that the product decides with. */
#ifndef PRODUCT_H
#define PRODUCT_H

#include "method.h"

rule compact_decide, colours_decide, levels_decide, mixture_decide, fetch_decide, misses_decide,
    stores_decide, replacement_decide, clock_decide, fma_decide, branches_decide, streams_decide,
    registers_decide, simd_decide, width_decide, tlb_decide, tlb_unified_decide, laps_decide,
    tlb2_decide, unified_decide, icache_decide, decoded_decide, btb_decide, cpus_decide,
    cores_decide, passing_decide, exchange_decide, slice_decide, bandwidth_decide, sharing_decide,
    amp_decide, nodes_decide, kernel_decide;

/* Their rows, each by the method's name, so that a configure can carry only those that it uses. */
#define RULE(name, summary, keys, columns, rows)                                                   \
    { #name, summary, keys, columns, rows, name##_decide }
#define METHOD_compact RULE(compact, "first cache level, from strided sequences", 3, 6, 4096)
#define METHOD_colours RULE(colours, "a further cache level, from colours", 3, 10, 4096)
#define METHOD_levels RULE(levels, "every cache level, from a latency curve", 1, 2, 4096)
#define METHOD_mixture RULE(mixture, "the same, with the mixture as a witness", 1, 2, 4096)
#define METHOD_fetch RULE(fetch, "bytes that one miss brings in, from pairs", 1, 2, 4096)
#define METHOD_misses RULE(misses, "misses in flight, from chains side by side", 1, 4, 64)
#define METHOD_stores RULE(stores, "what stores that miss do, and where they stay", 2, 5, 256)
#define METHOD_replacement RULE(replacement, "replacement policy, from timed visits", 3, 6, 4096)
#define METHOD_clock RULE(clock, "the CPU's rate and the clock's step", 1, 4, 4096)
#define METHOD_fma RULE(fma, "whether a*b+c is fused, from its roundings", 1, 2, 4096)
#define METHOD_branches RULE(branches, "the cost of a mispredicted branch", 4, 5, 64)
#define METHOD_streams RULE(streams, "a statement's latency and throughput", 2, 4, 4096)
#define METHOD_registers RULE(registers, "values live without a spill", 1, 2, 128)
#define METHOD_simd RULE(simd, "the widest vector at full rate, from adds", 2, 4, 64)
#define METHOD_width RULE(width, "instructions issued in a cycle", 2, 4, 64)
#define METHOD_tlb RULE(tlb, "the first TLB, from a place on each page", 2, 6, 64)
#define METHOD_tlb_unified RULE(tlb_unified, "whether the last TLB serves code", 1, 6, 64)
#define METHOD_laps RULE(laps, "the first TLB's policy, from laps", 2, 6, 8192)
#define METHOD_tlb2 RULE(tlb2, "the second TLB, from blocks of pages", 4, 8, 8192)
#define METHOD_unified RULE(unified, "levels that hold code too", 1, 4, 64)
#define METHOD_icache RULE(icache, "the instruction cache, from calls of code", 4, 6, 4096)
#define METHOD_decoded RULE(decoded, "decoded instructions that are held", 2, 3, 1024)
#define METHOD_btb RULE(btb, "taken branches that are tracked", 3, 4, 1024)
#define METHOD_cpus RULE(cpus, "CPUs that may be used, by limits", 1, 2, 64)
#define METHOD_cores RULE(cores, "cores and contexts, by who slows whom", 4, 10, 32768)
#define METHOD_passing RULE(passing, "what passing a line takes", 3, 4, TABLE_MAX_ROWS)
#define METHOD_exchange RULE(exchange, "what two CPUs exchange", 3, 5, TABLE_MAX_ROWS)
#define METHOD_slice RULE(slice, "the scheduler's time slice", 2, 4, 8192)
#define METHOD_bandwidth RULE(bandwidth, "bytes a second, from streams", 5, 6, 1024)
#define METHOD_sharing RULE(sharing, "CPUs that share a level, by eviction", 4, 11, 32768)
#define METHOD_kernel RULE(kernel, "the fastest of kernels, by turns", 0, 2, 96)
#define METHOD_nodes RULE(nodes, "nodes, from whose memory is near", 3, 4, TABLE_MAX_ROWS)
#define METHOD_amp RULE(amp, "first cache and TLB, from counts of misses", 0, 8, 1024)

#endif
