/* tlb.c - entries and ways of the TLBs, which only CPUID reports. */
#include "believe.h"
#include "cpuid.h"
#include "leaf2.h"
#include "mask.h"
#include "tlb_amd.h"

/* ---- leaf 0x18 ---- */

enum { PARTS = 64, TLB_LEVELS = 2 };
enum { DATA = 1, CODE = 2, BOTH = 3, LOADS = 4, STORES = 5 };
enum { PAGES_4K = 1, PAGES_2M = 2 };

/* A TLB that caches some sizes of page.  Several may be of one level. */
static struct part {
    unsigned words[4], type, level, pages;
    number entries, ways, sets;
} parts[PARTS];
static unsigned part_count;

static struct part read_part(void) {
    struct part part = {.type = bits(EDX, 4, 0), .level = bits(EDX, 7, 5)};
    memcpy(part.words, answered, sizeof answered);
    part.pages = bits(EBX, 3, 0);
    part.sets = bits(ECX, 31, 0);
    part.entries = bits(EBX, 31, 16) * part.sets;
    part.ways = bits(EDX, 8, 8) != 0 ? part.entries : bits(EBX, 31, 16);
    return part;
}

/* Partitioning other than by the threads themselves is not defined. */
static bool is_part(const struct part *part) {
    return part->type <= STORES && part->level > 0 && is_tlb(part->entries, part->ways) &&
           (part->words[EBX] >> 8 & 7) == 0;
}

/* Reads all subleaves, of which some may be empty; false if they are not those of a CPU.  Some
   hypervisors answer each subleaf alike. */
static bool read_parts(void) {
    unsigned last = cpuid(0x18, 0) ? bits(EAX, 31, 0) : 0;
    part_count = 0;
    if (last >= PARTS)
        return false;
    for (unsigned sub = 0; sub <= last && cpuid(0x18, sub); sub++) {
        if (bits(EDX, 4, 0) == 0)
            continue;
        struct part part = read_part();
        if (!is_part(&part))
            return false;
        for (unsigned i = 0; i < part_count; i++)
            if (memcmp(&parts[i].words[EBX], &part.words[EBX], 3 * sizeof *answered) == 0)
                return false;
        parts[part_count++] = part;
    }
    return true;
}

/* ---- what the parts of a level hold together ---- */

/* Bit TYPE of TYPES: parts of that type are asked for.  A page may be in any part that caches its
   size, so their entries add up, and so do the ways of parts that have the same sets. */
static struct part sum_parts(unsigned types, unsigned level, unsigned pages) {
    struct part sum = {.level = level};
    for (unsigned i = 0; i < part_count; i++) {
        const struct part *part = &parts[i];
        if ((types >> part->type & 1) == 0 || part->level != level || (part->pages & pages) == 0)
            continue;
        bool alike = sum.entries == 0 || (sum.ways > 0 && sum.sets == part->sets);
        sum.ways = alike ? sum.ways + part->ways : 0;
        sum.sets = part->sets;
        sum.entries += part->entries;
    }
    return sum;
}

static void say_sum(const char *group, struct part sum) {
    say(group, "_entries", sum.entries, "cpuid");
    say(group, "_assoc", sum.ways, "cpuid");
}

static bool is_deeper(void) {
    for (unsigned i = 0; i < part_count; i++)
        if (parts[i].level > TLB_LEVELS)
            return true;
    return false;
}

static void say_parts(void) {
    static const char *const groups[] = {"", "tlb1", "tlb2"};
    const unsigned data = 1U << DATA | 1U << BOTH | 1U << LOADS, code = 1U << CODE | 1U << BOTH;
    for (unsigned level = 1; level <= TLB_LEVELS; level++) {
        say_sum(groups[level], sum_parts(data, level, PAGES_4K));
        say(groups[level], "_huge_entries", sum_parts(data, level, PAGES_2M).entries, "cpuid");
    }
    /* Some CPUs list 8 entries that are shared with large pages, and leave out the main part. */
    struct part itlb = sum_parts(code, 1, PAGES_4K);
    if (itlb.entries >= 16)
        say_sum("itlb", itlb);
    if (sum_parts(data, 1, PAGES_4K).entries > 0 && sum_parts(data, 2, PAGES_4K).entries > 0 &&
        !is_deeper())
        say("", "tlb_levels", TLB_LEVELS, "cpuid");
}

/* ---- leaf 2 ---- */

static void say_descriptor(const char *group, const struct descriptor *tlb) {
    say(group, "_entries", tlb->size, "cpuid");
    say(group, "_assoc", tlb->ways < 0 ? tlb->size : tlb->ways, "cpuid");
}

/* The only descriptor of its kind; NULL if there are several. */
static const struct descriptor *only(char what) {
    return described_as(what, 1) == NULL ? described_as(what, 0) : NULL;
}

/* Two TLBs of data are two levels, the smaller one nearer, unless there is a second TLB of data and
   code as well. */
static void say_data_descriptors(void) {
    const struct descriptor *first = described_as(TLB, 0), *second = described_as(TLB, 1);
    const struct descriptor *shared = only(SECOND_TLB);
    bool several = described_as(SECOND_TLB, 0) != shared;
    if (first == NULL || described_as(TLB, 2) != NULL)
        return;
    if (second != NULL && second->size < first->size) {
        const struct descriptor *other = first;
        first = second;
        second = other;
    }
    if (first->level != 1 || (second != NULL && second->size == first->size))
        return;
    say_descriptor("tlb1", first);
    if (several || (second != NULL) == (shared != NULL))
        return;
    say_descriptor("tlb2", second != NULL ? second : shared);
    say("", "tlb_levels", TLB_LEVELS, "cpuid");
}

static void say_huge_descriptors(void) {
    for (number level = 1; level <= TLB_LEVELS; level++) {
        const struct descriptor *found = NULL, *each;
        int count = 0;
        for (int i = 0; (each = described_as(HUGE_TLB, i)) != NULL; i++)
            if (each->level == level) {
                found = each;
                count++;
            }
        if (count == 1)
            say(level == 1 ? "tlb1" : "tlb2", "_huge_entries", found->size, "cpuid");
    }
}

static void say_descriptors(void) {
    const struct descriptor *code = only(CODE_TLB);
    say_data_descriptors();
    say_huge_descriptors();
    if (code != NULL)
        say_descriptor("itlb", code);
}

void query_tlb(void) {
    open_recording();
    find_cpus();
    enum vendor whose = vendor();
    if (whose == AMD)
        say_amd_tlbs();
    else if (whose != UNSURE && read_parts()) {
        if (part_count > 0)
            say_parts();
        else
            say_descriptors();
    }
}
