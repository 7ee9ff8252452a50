/* quota.h - the CPU time that control groups allow. */
#ifndef QUERY_QUOTA_H
#define QUERY_QUOTA_H
#include "query.h"

/* CPUs' worth of time that this process is allowed, rounded up; 0 if that is not limited, NONE if
   a limit cannot be read. */
number quota_cpus(void);
#endif
