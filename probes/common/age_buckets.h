/* age_buckets.h - ages in buckets, three to an octave, for sweeps that measure by age. */
#ifndef AGE_BUCKETS_H
#define AGE_BUCKETS_H

#include <stddef.h>

enum { AGE_BUCKETS_MOST = 80 };

struct age_buckets {
    size_t count, begin[AGE_BUCKETS_MOST + 1]; /* the first age of each, and where the last ends */
};

/* Divides the ages from YOUNGEST up to END. */
void age_buckets_divide(struct age_buckets *buckets, size_t youngest, size_t end);

/* How many ages a bucket has. */
size_t age_buckets_width(const struct age_buckets *buckets, size_t bucket);

/* The bucket of AGE: the first one also for ages below YOUNGEST. */
size_t age_buckets_find(const struct age_buckets *buckets, size_t age);

#endif
