/* cpuid.h - what CPUID answers, of this machine or as recorded.

   A recording has rows `LEAF SUBLEAF EAX EBX ECX EDX' in hexadecimal, with or without 0x, and
   comments that begin with a number sign.  Leaves that are not listed are zero. */
#ifndef QUERY_CPUID_H
#define QUERY_CPUID_H
#include "query.h"

enum { EAX, EBX, ECX, EDX };

/* Reads the recording PATH, if it is not NULL; false, with a message, if it is not one. */
bool open_recording(const char *path);

/* Asks, unless LEAF is beyond those that there are. */
bool cpuid(unsigned leaf, unsigned sub);

/* Bits of the last answer, and the four words of it. */
unsigned bits(int word, unsigned high, unsigned low);
extern unsigned answered[4];

/* All usable CPUs are of one kind, as far as sysfs and CPUID tell: an answer of the CPU on which
   this happens to run is that of all. */
bool is_one_kind(void);

/* By whose manual the leaves of caches and TLBs are read; NOBODY where CPUID may not be asked. */
enum vendor { NOBODY, INTEL, AMD, OTHER };
enum vendor vendor(void);
#endif
