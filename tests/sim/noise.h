/* noise.h - what comes between the truth and a sample of it. */
#ifndef SIM_NOISE_H
#define SIM_NOISE_H

#include "rng.h"

#include <stdbool.h>

/* All 0: no noise. */
struct noise {
    double jitter;       /* deviation, relative to the sample */
    double preempted;    /* share of samples that another process interrupts */
    double preempted_us; /* what that adds, give or take a half */
    double disagree;     /* share of samples whose two rulers differ */
    double step_ns;      /* of the clock */
    /* What does more than to lay itself over the samples: */
    size_t evicted;   /* lines that the other process touches each time */
    double neighbour; /* lines that others put into the last level for each 1000 accesses of ours */
    double beside;    /* share of the time that another thread runs on the same core, by turns */
    double taken;     /* lines that it brings in then in 1000 cycles of ours, into all levels */
    size_t taken_pages;  /* of so many pages; 0: of all memory */
    size_t taken_apart;  /* which lie so many bytes apart, as columns of a matrix; 0: anywhere */
    double contended;    /* cycles that a hit in the last level waits for others */
    double contended_us; /* who are gone so long after the beginning */
    double change_us;    /* so often the clock's frequency changes; 0: never */
    double change_ghz;   /* to this, and back again */
};

/* What befell a sample. */
struct disturbance {
    bool preempted, disagree;
};

/* Lays noise over a sample of NS. */
struct disturbance noise_add(const struct noise *noise, struct rng *rng, double *ns);

/* The same over what is so short that also the cost of reading the clock must come out of it: below
   0 where the clock did not tick. */
struct disturbance noise_burst(const struct noise *noise, struct rng *rng, double *ns);

#endif
