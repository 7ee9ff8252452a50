/* search.c - searches by doubling and halving (X-Ray's Figure 8). */
#include "search.h"

size_t search_double(search_test *test, void *context, size_t *low, size_t most) {
    while (*low < most) {
        size_t high = *low <= (most - 1) / 2 ? 2 * *low : most;
        if (test(context, high))
            return high;
        *low = high;
    }
    return 0;
}

size_t search_halve(search_test *test, void *context, size_t low, size_t high) {
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (test(context, middle))
            high = middle;
        else
            low = middle;
    }
    return high;
}

size_t search_least(search_test *test, void *context, size_t low, size_t most) {
    size_t high = search_double(test, context, &low, most);
    return high > 0 ? search_halve(test, context, low, high) : 0;
}
