/* rows.h - the sweeps that are a function and an argument, a row each: the sweep's name, the header
   that declares the function, the function (a sweep_of), its argument. */

/* Levels of cache. */
SWEEP_OF(l2, "caches/level.h", level_sweep, 2)
SWEEP_OF(l3, "caches/level.h", level_sweep, 3)
SWEEP_OF(l4, "caches/level.h", level_sweep, 4)
SWEEP_OF(bandwidth_l1, "memory/bandwidth.h", bandwidth_sweep, 1)
SWEEP_OF(bandwidth_l2, "memory/bandwidth.h", bandwidth_sweep, 2)
SWEEP_OF(bandwidth_l3, "memory/bandwidth.h", bandwidth_sweep, 3)
SWEEP_OF(bandwidth_l4, "memory/bandwidth.h", bandwidth_sweep, 4)
SWEEP_OF(sharing_near, "cpus/sharing.h", sharing_sweep, 1)
SWEEP_OF(sharing_l3, "cpus/sharing.h", sharing_sweep, 3)
SWEEP_OF(sharing_l4, "cpus/sharing.h", sharing_sweep, 4)

/* Are the pages huge? */
SWEEP_OF(tlb, "tlb/tlb1.h", tlb1_sweep, 0)
SWEEP_OF(tlb_huge, "tlb/tlb1.h", tlb1_sweep, 1)
