/* noise.h - disturbances of samples and of the caches. */
#ifndef SIM_NOISE_H
#define SIM_NOISE_H

#include "rng.h"

#include <stdbool.h>

/* All 0: no noise. */
struct noise {
    double jitter;       /* standard deviation, relative to the sample */
    double preempted;    /* part of the samples that are preempted */
    double preempted_us; /* length of a preemption, from half to one and a half times this */
    double disagree;     /* part of the samples whose two rulers differ */
    double step_ns;      /* step of the clock */
    double short_looks;  /* part of the looks for another thread that take too little time */
    /* Noise that changes the caches or the frequency: */
    size_t evicted;      /* lines that another process touches at each preemption */
    double neighbour;    /* lines put into the last level by others for 1000 accesses */
    double beside;       /* part of the time in which another thread runs on the core */
    double taken;        /* lines that this thread fetches into all levels in 1000 cycles */
    size_t taken_pages;  /* in that many pages; 0: in all of memory */
    size_t taken_apart;  /* bytes between these pages, as for a matrix column; 0: random */
    double contended;    /* cycles by which others delay a hit in the last level */
    double contended_us; /* time after which they stop */
    double change_us;    /* interval after which the frequency changes; 0: never */
    double change_ghz;   /* the other frequency */
};

/* The disturbance of a sample. */
struct disturbance {
    bool preempted, disagree;
};

/* Adds noise to a sample of NS. */
struct disturbance noise_add(const struct noise *noise, struct rng *rng, double *ns);

/* The same for a sample that is so short that the cost of reading the clock is subtracted.  The
   result is negative if the clock did not advance. */
struct disturbance noise_burst(const struct noise *noise, struct rng *rng, double *ns);

#endif
