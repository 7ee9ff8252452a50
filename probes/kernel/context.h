/* context.h - where a kernel's operands lie when it is called (Whaley & Castaldo 3 and 4).

   The fastest code for operands in a cache may not be the fastest for operands in memory.  So a
   kernel is timed as it will be called, with each operand in a chosen level of cache or in memory.
 */
#ifndef CONTEXT_H
#define CONTEXT_H

#include "../machine/machine.h"

enum { OPERANDS_MOST = 16, CONTEXT_LEVELS = 4, IN_MEMORY = CONTEXT_LEVELS + 1 };

/* COUNT elements of BYTES each, each STRIDE elements after the one before.  Only the elements count
   as filling a cache, not the gaps.  LEVEL: 1 to CONTEXT_LEVELS, or IN_MEMORY. */
struct operand {
    const char *name;
    size_t bytes, count, stride, level;
};

/* An operand's memory: SETS copies of it one after the other.  Calls that are too short for the
   clock use one copy each. */
struct area {
    struct pages pages;
    size_t set_bytes, sets;
    size_t *line; /* offsets of the lines that hold elements, one set after the other */
    size_t lines; /* of one set */
};

/* How many bytes are read, and how often, to evict a line from all levels in front of one. */
struct flush {
    size_t bytes, laps;
};

struct context {
    struct machine *machine;
    const struct operand *operand;
    size_t operands, align;
    bool many;   /* whether a sample may have many calls */
    size_t cpus; /* CPUs on which the kernel runs; with more than one it has threads of its own */
    struct area area[OPERANDS_MOST];
    struct pages flush_buffer;
    struct flush flush[IN_MEMORY + 1]; /* by level */
    size_t first; /* the first call of the next sample, since samples continue through the sets */
};

/* Allocates the memory for operands and for flushing.  All operands begin ALIGN bytes after a page
   boundary.  Of several CPUs each touches its own part of an operand first, brings that part near,
   and evicts what is to be far (Whaley & Castaldo 5.6); what is near has to fit into one CPU's
   level. With MANY calls in a sample, each operand gets so many sets that going through all of them
   evicts each one from the levels in front of its own before it comes again (MultiCallFlushLRU): in
   proportion to the number of CPUs, which share the sets, but no more than a level that all CPUs
   share holds.  Returns NULL, or why it cannot; call context_close in either case. */
const char *context_open(struct context *context, bool many);
void context_close(struct context *context);

/* Returns the most calls that a sample may have: a flushed set serves one call. */
size_t context_calls(const struct context *context);

/* Places the operands of CALLS calls in their levels, the farthest first, so that what comes near
   stays near (OneCallFlushLRU).  With many calls it only flushes operands in memory, line by line,
   if the machine can; the sets of the others evict each other.  The thread may run on any of the
   CPUs afterwards. */
void context_place(struct context *context, size_t calls);

/* Returns the offset of an operand for the CALL-th call of a sample, from 0 on.  Calls go backwards
   through the sets, against the direction of a kernel, which prefetchers follow
   (MultiCallFlushLRU). */
size_t context_offset(const struct context *context, size_t operand, size_t call);

#endif
