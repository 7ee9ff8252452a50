/* vectors.c - measures the throughput of adds of wider and wider vectors, in so many streams that
   only the units limit them (X-Ray 3.3).  Fails if the compiler keeps values in memory. */
#include "vectors.h"

enum { MOST_LOOPS = 16 };
/* A vector that is executed in two halves takes twice as long as a full-rate one. */
static const double FULL_RATE = 1.25;

static size_t loops_of(const struct vectors *vectors) {
    return 2 * vectors->count < MOST_LOOPS ? 2 * vectors->count : MOST_LOOPS;
}

const char *vectors_sweep(struct machine *machine, const struct vectors *vectors, FILE *out) {
    struct statement_row row[MOST_LOOPS];
    if (vectors->loops->run == NULL)
        return NEVER_HERE "this compiler, with these flags, keeps values in memory";
    statement_measure(machine, vectors->loops, loops_of(vectors), row);
    fprintf(out, "# sweep: simd\n# columns: bytes unrolled cycles alone_percent\n");
    statement_print_contention(row, out);
    for (size_t i = 0; i < loops_of(vectors); i++)
        statement_print(vectors->bytes[i / 2], vectors->loops[i].unrolled, &row[i], out);
    return NULL;
}

/* Uses the longer loop, of which the counter is a small part. */
static double cost_of_vector(const struct statement_row *row) {
    return statement_best(&row[1]);
}

static bool was_alone(const struct statement_row *row) {
    return statement_alone(&row[1]) >= statement_repeats() / 2;
}

/* Another thread can only slow a loop.  So a vector runs at full rate if it is no slower than an
   uncontended single value, and below full rate only if it was uncontended itself. */
const char *vectors_guard(struct machine *machine, const struct vectors *vectors, size_t bytes) {
    struct statement_row row[MOST_LOOPS];
    size_t widest = 0;
    if (vectors->loops->run == NULL)
        return NEVER_HERE "this compiler, with these flags, keeps values in memory";
    statement_measure(machine, vectors->loops, loops_of(vectors), row);
    for (size_t i = 0; i + 1 < loops_of(vectors); i += 2) {
        bool full = cost_of_vector(&row[i]) <= FULL_RATE * cost_of_vector(row);
        if (!was_alone(full ? row : &row[i]))
            return "other threads ran on the core";
        widest = full ? vectors->bytes[i / 2] : widest;
    }
    return widest == bytes ? NULL
                           : NEVER_HERE "these are not the widest vectors that run at full rate";
}
