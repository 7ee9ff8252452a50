/* resident.c - resident MB MILLIONS: prints how many bytes of a large area stay in the caches while
   one thread touches it at random, to check l3_effective_size by another method (x86).

   MB is the area in megabytes, and MILLIONS the touches, of which the first half is not counted.

   127 of 128 touches store to both lines of a pair, the other one loads a line and is timed.  Each
   is chosen at random, independently of all before, so the share of loads that hit is the share of
   the area that is resident, whatever the replacement policy.  The stores are as fast as they can
   be, as in the sweep of ages: a thread that touches more often keeps more of a level that others
   use too.  If single lines are touched, a prefetcher brings the other line of each pair, and up to
   a quarter less is kept.  Lines that a prefetcher brings count, because any line may be touched
   next.

   A histogram of the times has a peak of misses, the highest, and those of hits.  What costs less
   than the deepest valley before the misses is a hit.  It fails where there is no valley.  The area
   should be four times what the caches hold, and is in huge pages if the system has them. */
#define _GNU_SOURCE
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#if !defined __x86_64__
int main(void) {
    fprintf(stderr, "resident: it reads the time stamp counter of x86\n");
    return 77;
}
#else
#include <x86intrin.h>

/* Times are in ticks of the counter. */
enum {
    LINE = 64,
    PAIR = 2 * LINE,
    MOST_TICKS = 4096,
    HUGE_PAGE = 2 << 20,
    FEWEST_TICKS = 12,
    PART = 10
};
enum { EACH = 128 }; /* of so many touches one is timed */
static const double LEAST_DEPTH = 2;

static uint64_t next(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static unsigned char *map(size_t bytes) {
    unsigned char *area =
        mmap(NULL, bytes + HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (area == MAP_FAILED)
        return NULL;
    area += HUGE_PAGE - (uintptr_t)area % HUGE_PAGE;
    madvise(area, bytes, MADV_HUGEPAGE);
    memset(area, 1, bytes);
    return area;
}

/* Returns the ticks of one load. */
static unsigned touch(const volatile unsigned char *at) {
    unsigned processor;
    _mm_lfence();
    uint64_t before = __rdtsc();
    _mm_lfence();
    (void)*at;
    uint64_t after = __rdtscp(&processor);
    return after - before < MOST_TICKS ? (unsigned)(after - before) : MOST_TICKS - 1;
}

/* COUNT times: stores to EACH - 1 random pairs, then times a load of a random line, and adds it to
   HISTOGRAM. */
static void touch_pairs(volatile unsigned char *area, size_t pairs, size_t count, uint64_t *state,
                        size_t histogram[MOST_TICKS]) {
    for (size_t i = 0; i < count; i++) {
        for (size_t untimed = 1; untimed < EACH; untimed++) {
            uint64_t random = next(state); /* its upper half says which pair, without a division */
            volatile unsigned char *pair = area + ((random >> 32) * pairs >> 32) * PAIR;
            size_t first = random % 2 * LINE;
            pair[first] = pair[LINE - first] = 1;
        }
        histogram[touch(area + next(state) % (2 * pairs) * LINE)]++;
    }
}

/* The touches of adjacent ticks, since the counter may advance by some 25 at a time. */
static double around(const size_t histogram[MOST_TICKS], size_t tick) {
    size_t sum = 0, width = tick / PART + FEWEST_TICKS;
    for (size_t i = tick > width ? tick - width : 0; i <= tick + width && i < MOST_TICKS; i++)
        sum += histogram[i];
    return (double)sum;
}

static size_t highest(const size_t histogram[MOST_TICKS]) {
    size_t best = 0;
    for (size_t tick = 0; tick < MOST_TICKS; tick++)
        if (around(histogram, tick) > around(histogram, best))
            best = tick;
    return best;
}

/* The deepest valley before the peak at MISS: with the fewest touches for those of the highest peak
   before it.  0 if there is none. */
static size_t valley(const size_t histogram[MOST_TICKS], size_t miss) {
    double peak = 0, depth = LEAST_DEPTH;
    size_t best = 0;
    for (size_t tick = 0; tick < miss; tick++) {
        double here = fmax(around(histogram, tick), 1);
        peak = fmax(peak, here);
        if (peak / here > depth) {
            depth = peak / here;
            best = tick;
        }
    }
    return best;
}

static int print_resident(const size_t histogram[MOST_TICKS], size_t bytes, size_t count) {
    size_t limit = valley(histogram, highest(histogram)), hits = 0;
    if (limit == 0) {
        fprintf(stderr, "resident: hits cannot be told from misses\n");
        return 1;
    }
    for (size_t tick = 0; tick < limit; tick++)
        hits += histogram[tick];
    if (hits > count / 2) {
        fprintf(stderr, "resident: the area is too small\n");
        return 1;
    }
    printf("%.0f\n", (double)bytes * (double)hits / (double)count);
    return 0;
}

int main(int argc, char **argv) {
    static size_t filling[MOST_TICKS], histogram[MOST_TICKS];
    size_t bytes = argc == 3 ? strtoul(argv[1], NULL, 10) << 20 : 0;
    size_t count = argc == 3 ? strtoul(argv[2], NULL, 10) * 500000 / EACH : 0;
    uint64_t state = UINT64_C(0x9e3779b97f4a7c15);
    if (bytes == 0 || count == 0) {
        fprintf(stderr, "usage: resident MB MILLIONS\n");
        return 2;
    }
    unsigned char *area = map(bytes);
    if (area == NULL) {
        fprintf(stderr, "resident: no memory\n");
        return 1;
    }
    touch_pairs(area, bytes / PAIR, count, &state, filling);
    touch_pairs(area, bytes / PAIR, count, &state, histogram);
    return print_resident(histogram, bytes, count);
}
#endif
