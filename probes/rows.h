/* rows.h - the sweeps that are a function and an argument, a row each: the sweep's name, the header
   that declares the function, the function (a sweep_of), its argument. */

/* Levels of cache. */
SWEEP_OF(l2, "pages/level.h", level_sweep, 2)
SWEEP_OF(l3, "pages/level.h", level_sweep, 3)
SWEEP_OF(l4, "pages/level.h", level_sweep, 4)
SWEEP_OF(bandwidth_l1, "bandwidth/bandwidth.h", bandwidth_sweep, 1)
SWEEP_OF(bandwidth_l2, "bandwidth/bandwidth.h", bandwidth_sweep, 2)
SWEEP_OF(bandwidth_l3, "bandwidth/bandwidth.h", bandwidth_sweep, 3)
SWEEP_OF(bandwidth_l4, "bandwidth/bandwidth.h", bandwidth_sweep, 4)
SWEEP_OF(sharing_near, "sharing/sharing.h", sharing_sweep, 1)
SWEEP_OF(sharing_l3, "sharing/sharing.h", sharing_sweep, 3)
SWEEP_OF(sharing_l4, "sharing/sharing.h", sharing_sweep, 4)

/* Are the pages huge? */
SWEEP_OF(tlb, "first/first.h", first_tlb, 0)
SWEEP_OF(tlb_huge, "first/first.h", first_tlb, 1)
