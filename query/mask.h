/* mask.h - the CPUs that this process may use, sets of CPUs, and the kinds of core. */
#ifndef QUERY_MASK_H
#define QUERY_MASK_H
#include "query.h"

enum { CPUS = 1 << 14 };

struct set {
    bool has[CPUS];
};

/* How many CPUs a list such as `0-3,8' names, and which; 0 and none if it is not an ascending
   list. */
number read_set(const char *list, struct set *set);

/* The usable CPUs, ascending, and which file named them. */
extern number cpus, usable[CPUS];
extern const char *cpus_from;

/* Finds them, at the first call. */
void find_cpus(void);

/* How many usable CPUs are in SET. */
number usable_in(const struct set *set);

/* A file of the directory that sysfs has for CPU, or for one of its caches. */
const char *cpu_file(number cpu, const char *name);
const char *cache_file(number cpu, number index, const char *name);

/* The kinds of core among the usable CPUs that sysfs tells apart; 0 if it does not say. */
number kinds(void);

/* The usable CPUs have caches of different sizes. */
bool have_other_caches(void);
#endif
