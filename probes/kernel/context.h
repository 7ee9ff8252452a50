/* context.h - where a kernel's operands lie when it is called (Whaley & Castaldo 3 and 4).

   The fastest code for operands in a cache may not be the fastest for operands in memory.  So a
   kernel is timed as it will be called, with each operand in a chosen level of cache or in memory.
 */
#ifndef CONTEXT_H
#define CONTEXT_H

#include "../machine/machine.h"

enum { OPERANDS_MOST = 16, CONTEXT_LEVELS = 4, IN_MEMORY = CONTEXT_LEVELS + 1 };

/* COUNT elements of so many bytes, each STRIDE elements behind the one before; only these are
   counted where caches are to be filled.  LEVEL: 1 to CONTEXT_LEVELS, or IN_MEMORY. */
struct operand {
    const char *name;
    size_t bytes, count, stride, level;
};

/* An operand's memory: SETS of it one behind the other, of which each call has another where it is
   too short for the clock. */
struct area {
    struct pages pages;
    size_t set_bytes, sets;
    size_t *line; /* offsets of the lines that have elements in them, of one set after the other */
    size_t lines; /* of a set */
};

/* What is read, and how often, to push a line out of all levels in front of one. */
struct wash {
    size_t bytes, laps;
};

struct context {
    struct machine *machine;
    const struct operand *operand;
    size_t operands, align;
    bool many;   /* may a sample have many calls? */
    size_t cpus; /* that a kernel runs on, by threads of its own where it is more than one */
    struct area area[OPERANDS_MOST];
    struct pages washer;
    struct wash wash[IN_MEMORY + 1]; /* by level */
    size_t first; /* the number of the next sample's first call: the way through sets goes on */
};

/* Draws what the operands and flushing need; all begin ALIGN bytes behind a page.  Of several CPUs
   each touches its part of an operand first, the first one the first part and so on, brings that
   part near, and pushes out what is to be far (Whaley & Castaldo 5.6); what is near has to fit into
   the level of one.  Where there will be MANY calls in a sample each operand gets so many sets that
   going through all of them pushes each out of the levels in front of its own before it comes again
   (MultiCallFlushLRU): as many times as there are CPUs, which share them, but no more than a level
   that all share keeps.  Returns a reason, or NULL; in either case context_close it. */
const char *context_open(struct context *context, bool many);
void context_close(struct context *context);

/* The most calls that a sample may have: what was flushed is used once. */
size_t context_calls(const struct context *context);

/* Puts the operands of so many CALLS where they are to be: first the farthest, so that what comes
   near stays near (OneCallFlushLRU).  Of many calls' only those in memory, line by line, where the
   machine can; the others' sets do it themselves.  The thread may be on any of the CPUs then. */
void context_place(struct context *context, size_t calls);

/* Where an operand is for the CALL-th call of a sample, from 0 on: backwards through its sets,
   against the order in which a kernel goes through each, which prefetchers follow
   (MultiCallFlushLRU). */
size_t context_offset(const struct context *context, size_t operand, size_t call);

#endif
