/* methods.c - the product's methods and the papers'. */
#include "papers.h"

#include "../product.h"

enum { ANY = TABLE_MAX_ROWS, CUBIC = 512 };

const struct method methods[] = {
    METHOD_compact,
    METHOD_colours,
    METHOD_levels,
    METHOD_mixture,
    METHOD_fetch,
    METHOD_misses,
    METHOD_stores,
    METHOD_replacement,
    METHOD_clock,
    METHOD_fma,
    METHOD_branches,
    METHOD_streams,
    METHOD_registers,
    METHOD_simd,
    METHOD_width,
    METHOD_tlb,
    METHOD_tlb2,
    METHOD_tlb_unified,
    METHOD_laps,
    METHOD_unified,
    METHOD_icache,
    METHOD_decoded,
    METHOD_btb,
    METHOD_cpus,
    METHOD_cores,
    METHOD_passing,
    METHOD_exchange,
    METHOD_kernel,
    METHOD_slice,
    METHOD_bandwidth,
    METHOD_sharing,
    METHOD_nodes,
    METHOD_amp,
    {"monotone", "the table with a curve that only rises (BlackjackBench)", 1, 2, ANY,
     monotone_decide},
    {"step-first", "first step above the average one (BlackjackBench)", 1, 2, ANY,
     step_first_decide},
    {"step-relative", "biggest step in proportion (BlackjackBench)", 1, 2, ANY,
     step_relative_decide},
    {"step-scaled", "biggest step times its height (BlackjackBench)", 1, 2, ANY,
     step_scaled_decide},
    {"cluster", "levels by QT clustering (BlackjackBench)", 1, 2, CUBIC, cluster_decide},
    {"locality", "CPUs that are near each other, as a tree (BlackjackBench)", 3, 4, ANY,
     locality_decide},
    {"sigma", "first rise above the sample's deviation (X-Ray)", 1, 2, ANY, sigma_decide},
    {"vote", "most common minimum of groups (AMP)", 0, 1, ANY, vote_decide},
    {NULL, NULL, 0, 0, 0, NULL}};

const char methods_options[] =
    "Options of sigma:  -S rows of the sample (8), -T deviations above the mean (2),\n"
    "                   -I rows that the smoothing minimum spans (5)\n"
    "Option of vote:    -G measurements behind one vote (8)\n";
