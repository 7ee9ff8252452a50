/* papers.h - the papers' rules as they stand there, for comparison with the product's. */
#ifndef PAPERS_H
#define PAPERS_H

#include "../method.h"

/* BlackjackBench 4.1 to 4.2.3 */
void monotone_decide(const struct table *table, const struct options *options,
                     struct answers *answers);
void step_first_decide(const struct table *table, const struct options *options,
                       struct answers *answers);
void step_relative_decide(const struct table *table, const struct options *options,
                          struct answers *answers);
void step_scaled_decide(const struct table *table, const struct options *options,
                        struct answers *answers);
void cluster_decide(const struct table *table, const struct options *options,
                    struct answers *answers);

/* X-Ray (instruction cache) 3.2 */
void sigma_decide(const struct table *table, const struct options *options,
                  struct answers *answers);

/* AMP 2.2 */
void vote_decide(const struct table *table, const struct options *options, struct answers *answers);

#endif
