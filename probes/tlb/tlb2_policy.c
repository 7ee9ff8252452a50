/* tlb2_policy.c - times laps over blocks with one page of each set.  Each set sees the blocks in
   the order of the lap, however pages map to sets. */
#include "tlb2_policy.h"

#include "../../analysis/room.h"

#include "../common/spread.h"

#include <stdint.h>

/* Returns the pages of a block, one of each set.  Returns 0 if they are not more than the first
   TLB holds, since all visits must miss it. */
static size_t pages_of_set(const struct tlb2 *tlb2, size_t entries, size_t ways) {
    size_t each = ways > 1 && ways <= LAPS_MOST_WAYS ? entries / ways : 0;
    bool room =
        room_for(tlb2->area, LAPS_BLOCKS(ways), each) && room_for(TLB2_POLICY_SETS, each, 1);
    return room && 2 * each >= 3 * tlb2->tlb1_pages ? each : 0;
}

/* Writes the places of a lap: all pages of each visited block, always in the same order, at
   another word each time; or, if PACKED, lines side by side on the same sets of a cache.  Returns
   how many places these are. */
static size_t place_lap(struct tlb2 *tlb2, const struct tlb2_policy *policy, const struct lap *lap,
                        bool is_packed) {
    size_t page_bytes = tlb2->places.pages.page_bytes, lines = page_bytes / PLACES_LINE;
    size_t times[LAPS_BLOCKS(LAPS_MOST_WAYS)] = {0}, count = 0;
    for (size_t i = 0; i < lap->visits; i++) {
        size_t block = lap->block[i], word = times[block]++ * sizeof(uint64_t);
        for (size_t j = 0; j < policy->each; j++) {
            size_t page = block * policy->each + policy->turn[j];
            size_t line = page * PLACES_LINE;
            if (!is_packed)
                line = page * page_bytes + (page + page / lines) % lines * PLACES_LINE;
            tlb2->order[count++] = line + word;
        }
    }
    return count;
}

static void time_lap(struct tlb2 *tlb2, struct tlb2_policy *policy, struct timed_lap *timed,
                     size_t layout) {
    size_t count = place_lap(tlb2, policy, &timed->lap, false);
    timed->cycles[layout] = places_in_order(&tlb2->places, count);
    place_lap(tlb2, policy, &timed->lap, true);
    timed->same[layout] = places_in_order(&tlb2->places, count);
}

/* Returns whether there is room for all laps. */
static bool write_laps(struct tlb2_policy *policy) {
    for (size_t i = 0; i < LAPS; i++) {
        struct lap *lap = &policy->lap[i].lap;
        if (!lap_write(lap, i, policy->ways) || !room_for(TLB2_PLACES, lap->visits, policy->each))
            return false;
    }
    return true;
}

void tlb2_policy_measure(struct tlb2 *tlb2, struct tlb2_policy *policy, size_t entries,
                         size_t ways) {
    policy->ways = ways;
    policy->each = pages_of_set(tlb2, entries, ways);
    if (policy->each == 0 || !write_laps(policy)) {
        policy->each = 0;
        return;
    }
    order_spaced(&tlb2->dice, policy->turn, policy->each, 0, 1);
    for (size_t layout = 0; layout < LAPS_LAYOUTS; layout++)
        for (size_t i = 0; i < LAPS; i++)
            time_lap(tlb2, policy, &policy->lap[i], layout);
}

static void print_lap(const struct tlb2_policy *policy, struct timed_lap *timed, size_t number,
                      FILE *out) {
    double cycles = spread_of(timed->cycles, LAPS_LAYOUTS).median;
    double same = spread_of(timed->same, LAPS_LAYOUTS).median;
    for (size_t i = 0; i < timed->lap.visits && is_measured(cycles) && is_measured(same); i++)
        fprintf(out, "%zu\t%zu\t%zu\t%zu\t%.4f\t%.4f\n", number, i + 1, timed->lap.block[i] + 1,
                policy->ways, cycles, same);
}

void tlb2_policy_print(struct tlb2_policy *policy, FILE *out) {
    if (policy->each > 0)
        fprintf(out, "# section: laps\n# columns: lap step block ways cycles same\n");
    for (size_t i = 0; i < LAPS && policy->each > 0; i++)
        print_lap(policy, &policy->lap[i], i + 1, out);
}
