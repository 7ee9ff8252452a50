/* zoo_test.h - the test of a subject: its sweeps on every machine of tests/zoo/, each followed by
   the methods that a configure uses.  Each answer is right or `unknown`, never wrong.

   ZOO_SEEDS: seeds of each machine (2).
   ZOO_SLOW=1: every run, not only those of make check.
   ZOO_ONLY: machines whose names contain it.
   ZOO_SWEEP: that sweep alone.
   ZOO_VERBOSE=1: a line for each machine, and one for each parameter that a sweep knows without
   noise although an `unknown` line excuses it.
   ZOO_TABLES=1: the tables of wrong answers, with all answers; ZOO_TABLES=all: those of all runs.
   ZOO_MUST=1: prints for each parameter `must` or its excuse, and runs nothing.
   ZOO_RUNS=1: prints the runs of make check with the first seed, and runs nothing. */
#ifndef TRIAL_ZOO_TEST_H
#define TRIAL_ZOO_TEST_H

/* main of the test of SUBJECT, a folder of probes/; NULL: of all subjects. */
int zoo_test(const char *subject);

#endif
