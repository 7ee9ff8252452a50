/* micro_tag.h - the micro-tag of a line: a hash of its virtual address by which AMD's first level
   finds the way before the physical address is known.  Of two lines of a set that have the same
   one, only one can be found, so the level holds one of them at a time (Lipp et al. 2020, "Take A
   Way", section 3.2). */
#ifndef SIM_MICRO_TAG_H
#define SIM_MICRO_TAG_H

#include <stddef.h>
#include <stdint.h>

enum { MICRO_TAG_FIRST = 12, MICRO_TAG_BITS = 8 };

/* Returns the BITS lowest bits of the micro-tag of Zen: bits 12 to 19 of the address, each in
   exclusive or with a higher one (Figure 3; a Zen 5 has the same, and bits from 28 on
   take part too). */
static inline uint64_t micro_tag(uint64_t seen, size_t bits) {
    static const unsigned char with[MICRO_TAG_BITS] = {27, 26, 25, 20, 21, 22, 23, 24};
    uint64_t tag = 0;
    for (size_t i = 0; i < bits; i++)
        tag |= ((seen >> (MICRO_TAG_FIRST + i) ^ seen >> with[i]) & 1) << i;
    return tag;
}

#endif
