/* query.h - what the parts of query share: answers, files, the CPUs of this process, CPUID. */
#ifndef QUERY_H
#define QUERY_H
#ifdef __APPLE__
#define _DARWIN_C_SOURCE 1 /* sysctlbyname, whatever the user's flags ask for */
#include <sys/sysctl.h>
#endif
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef long long number;

/* Values that are none. */
enum { NONE = -1, FLAG_0 = -2 };

/* Says GROUP NAME, unless somebody has said it; the value 0 says nothing. */
void say(const char *group, const char *name, number value, const char *from);

/* All of a file, until the next call; empty where there is none. */
const char *text_of(const char *format, ...);

/* A decimal, with K, M or G behind it or not; 0: it is none. */
number number_in(const char *text);

/* The CPUs that this process may use, ascending, and of each number what bits it has: 1 in its
   mask, 2 online, 4 of a core that was counted, 8 of a node with memory. */
enum { CPUS = 1 << 14 };
extern number cpus, usable[];
extern unsigned marks[];

/* How many usable CPUs a list as `0-3,8' names; 0 where it is no list.  BIT is set of each before.
 */
number walk(const char *list, unsigned bit);

/* The kinds of cores that sysfs tells apart; 0: unknown. */
number kinds(void);

/* The leaf of CPUID that lists caches: 4, or AMD's; 0 where CPUID may not be asked at all. */
unsigned list_leaf(void);
bool cpuid(unsigned leaf, unsigned sub);

/* Of its last answer. */
enum { EAX, EBX, ECX, EDX };
unsigned bits(int word, unsigned high, unsigned low);

#define PART(name) void query_##name(void);
#include "parts.h"
#undef PART
#endif
