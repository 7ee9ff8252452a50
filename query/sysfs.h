/* sysfs.h - the caches that sysfs describes. */
#ifndef QUERY_SYSFS_H
#define QUERY_SYSFS_H
#include "query.h"

void ask_sysfs(void);
#endif
