/* cpuid.h - what CPUID answers, of this machine or as recorded.

   A recording has rows `LEAF SUBLEAF EAX EBX ECX EDX' in hexadecimal, with or without 0x, and
   comments that begin with a number sign.  Leaves that are not listed are zero. */
#ifndef QUERY_CPUID_H
#define QUERY_CPUID_H
#include "query.h"

enum { EAX, EBX, ECX, EDX };

/* Reads the recording that PROBE_QUERY_CPUID names, if it is set; ends the program with status 2
   and a message if it is not one.  Comes before any answer. */
void open_recording(void);

/* Asks, unless LEAF is beyond those that there are. */
bool cpuid(unsigned leaf, unsigned sub);

/* Bits of the last answer, and the four words of it. */
unsigned bits(int word, unsigned high, unsigned low);
extern unsigned answered[4];

/* All usable CPUs are of one kind, as far as sysfs and CPUID tell: an answer of the CPU on which
   this happens to run is that of all. */
bool is_one_kind(void);

/* The vendor whose manual defines the leaves of caches and TLBs; UNSURE if CPUID cannot be used. */
enum vendor { UNSURE, INTEL, AMD, OTHER };
enum vendor vendor(void);
#endif
