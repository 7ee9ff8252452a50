/* papers.h - the papers' rules as they stand there, for comparison with the product's. */
#ifndef PAPERS_H
#define PAPERS_H

#include "../method.h"

/* BlackjackBench 4.1 to 4.2.3 */
rule monotone_decide;
rule step_first_decide;
rule step_relative_decide;
rule step_scaled_decide;
rule cluster_decide;

/* BlackjackBench 3.1.4 */
rule locality_decide;

/* X-Ray (instruction cache) 3.2 */
rule sigma_decide;

/* AMP 2.2 */
rule vote_decide;

#endif
