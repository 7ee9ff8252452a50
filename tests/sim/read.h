/* read.h - a machine from its file, tests/zoo/NAME.machine.

   A line is a word and key=value behind it; # begins a comment.  A `latency` is in cycles; a size
   may end in K or M.  The comments of these structures say what the keys mean: core, code, decoded,
   btb, counters, `behind` of itlb and memory's limit in sim.h, op and issue in execute.h, page in
   frames.h, cache and the rest of memory in hierarchy.h, cache also in cache.h, index.h and
   policy.h (with the names of policies), tlb and walk in tlb.h, prefetch in prefetch.h, noise in
   noise.h, cpus in cpus.h.  A field may have another name than its key: that of `latency` is
   `cycles`, that of `size` is `bytes`.  read.c and read_core.c show which field a key sets.

   Of words between |, the first is the default, with two exceptions.  The default of `shared` is
   socket from the third cache on.  That of `holds` is data for the first cache, and for a cache of
   kind=beside right behind one that holds data only; it is all for every other cache.  A key in
   brackets without a value has the default 0, which means none, unlimited or what its structure
   says, or a default that read.c or read_core.c computes from other keys.

     core ghz= [flush=yes|no]
     issue width= [order=out|in] [read_ports=] [loop=0] [registers=] [reserved=0] [fp_registers=]
           [load_queue=] [simd=BYTES] [forward=5] [folds=no|yes] [miss=0]
     op kinds=add,sub,mul,div,rem,and,or,xor,shl,shr,fma,sqrt,cvt,load,store
        types=i32,i64,f32,f64 latency= [interval=1] [gap=0] [units=1] [pool=]
     page [bytes=4096] [frames=scattered|contiguous|huge|splintered|promoted] [after=ACCESSES]
          [colours=1] [zeros=one|apart]
     cache size= ways= line= latency= [policy=lru] [index=physical|virtual|hashed|partly]
           [kind=free|inclusive|victim|beside] [write=back|through] [allocate=yes|no] [store=CYCLES]
           [sector=BYTES] [slices=COUNT] [tags=BITS] [holds=data|all] [read_bytes=]
           [write_bytes=] [shared=core|module|cluster|socket]
     code size= ways= line= [policy=lru]
     decoded entries= ways= window= [alone=no|yes] [operations=] [rate=4] [decode=4] [bytes=16]
     btb entries= ways= [window=16] [bubble=0] [miss=8]
     tlb entries= ways= [latency=0] [huge=ENTRIES] [huge_ways=] [policy=lru]
         [index=physical|hashed] [loads_only=no|yes] [coalesces=1|4]
         [skewed=no|yes]
     itlb entries= ways= [behind=walk|data], and as tlb
     walk latency= [cached=] [entries=0] [loads=no|yes]
     prefetch kind=next|pair|stride|pointer [into=2] [depth=1]
     memory latency= [in_flight=10] [limit=64M] [store=CYCLES] [read_bytes=6] [write_bytes=]
            [all_bytes=]
     noise [jitter=] [preempted=] [preempted_us=20] [disagree=] [step_ns=] [evicted=] [neighbour=]
           [beside=] [taken=] [taken_pages=] [taken_apart=] [contended=] [contended_us=]
           [change_us=] [change_ghz=]
     counters events=l1d,dtlb,l1i [errata=EVENTS] [overhead=0] [touched=LINES] [walks=no|yes]
              [shared=0]
     cpus count= [threads=1] [together=no|yes] [quota=] [gain=1] [divided=no|yes] [all_busy=1]
   [module=1] [slow=0] [slow_clock=1] [slow_width=1] [cluster=CORES] [socket=CORES] [pass_core=10]
          [pass_cluster=] [pass_socket=] [pass_far=] [step=0] [flight=10] [own=1M] [shared=0]
          [link=] [node=SOCKET] [memory_beside=0] [memory_far=] [uneven=0.05] [traffic=0] [full=0]
          [slice_us=] [tick_us=] [other=0] [host=CPUS] [moved_ms=] [beside=0] [free=no|yes]
          [stacked=0] [busy=0] [outside=0] [evened=no|yes]

     truth name=PARAMETER least= [most=LEAST]
     unknown of=PARAMETERS [in=SWEEPS] why=REST OF THE LINE
     often runs=all|quiet|noisy|never sweeps=SWEEPS why=REST OF THE LINE

   A `truth` line states a parameter's value that does not follow from the other lines: a number,
   or a range of them (a word needs truth.c).  Its name is not checked, so a misspelt one is not
   noticed.  If truth.c computes the parameter on this machine, the line is ignored.  If other
   machines have such a line and this one has none, any number passes here, but `unknown` without
   noise needs an excuse (tests/trial/excuses.h).

   `kinds` of an `op` line are add + sub - mul * div / rem % and & or | xor ^ shl << shr >>; fma is
   a product in a sum, cvt a conversion.  All kinds of one line share their units, and so do those
   of one pool.  A conversion has the type of its result.  The latency of a store is that from its
   value to the moment when a load of it may begin.

   `core` and `memory` appear once.  Caches and TLBs are in order, the nearest first.  A cache that
   holds `all` holds code too.  `code` is the instruction cache; if there is no such line and the
   first cache holds no code, it is as large as the first cache, unless decoded instructions are
   alone (alone=yes).  The TLBs of code, `itlb`, are separate from those of data, except for what is
   behind the last of them.  `into` of a prefetcher is a cache of the file, counted from 1, although
   the field counts from 0.

   An `unknown` line is an excuse: it names parameters that may be unknown even without noise, in
   the listed sweeps or, without `in`, in all.  An `often` line says which runs make check does of
   the listed sweeps.  all: one without noise, and one with noise for each further seed; quiet: one
   without noise; noisy: one with noise; never: none, which leaves them to make check-zoo.

   Without an `often` line, make check runs a sweep of several CPUs as with runs=all.  It never runs
   one that takes long (LONG in tests/trial/schedule.c).  It runs any other once without noise on
   machines that are chosen for what they show (tests/trial/cover.h), and once with noise on
   machines that are chosen for their noise, except that it runs those of BRIEF (schedule.c) without
   noise only.

   Lists have commas and no blanks.  A parameter or a sweep in an `unknown` or `often` line that is
   not tried on simulated machines is an error.  tests/pairs takes those that are tried from the
   tables of parameters (m4), and leaves out the rows that say `flags`. */
#ifndef SIM_READ_H
#define SIM_READ_H

#include "sim.h"

#include <stdio.h>

/* Reads a machine.  Returns false with "NAME:LINE: what is wrong" in WHY if the file has an error.
 */
bool machine_read(struct sim_machine *machine, FILE *in, const char *name, char *why, size_t size);

#endif
