/* tlb.c - entries and ways of the TLBs, which CPUID alone tells. */
#include "query.h"

static const char CPUID[] = "cpuid";

/* No ways where these have no number of sets that an index can have. */
static void say_tlb(const char *group, number entries, number ways) {
    number sets = ways > 0 && entries % ways == 0 ? entries / ways : 0;
    say(group, "_entries", entries, CPUID);
    if (sets > 0 && (sets & (sets - 1)) == 0)
        say(group, "_assoc", ways, CPUID);
}

static void ask_intel(void) {
    enum { DATA = 1, CODE = 2, BOTH = 3, LOADS = 4, PAGES_4K = 1, PAGES_2M_4M = 6 };
    static const char *const groups[] = {"", "tlb1", "tlb2"};
    unsigned most = 0, deepest = 0;
    for (unsigned sub = 0; sub <= most && cpuid(0x18, sub); sub++) {
        unsigned type = bits(EDX, 4, 0), level = bits(EDX, 7, 5), pages = bits(EBX, 3, 0);
        number ways = bits(EBX, 31, 16), entries = ways * bits(ECX, 31, 0);
        most = sub == 0 ? bits(EAX, 31, 0) : most;
        if (bits(EDX, 8, 8) != 0)
            ways = entries;
        bool data = (type == DATA || type == BOTH || type == LOADS) && level <= 2 && level > 0;
        if (data && (pages & PAGES_4K) != 0) {
            say_tlb(groups[level], entries, ways);
            deepest = level > deepest ? level : deepest;
        }
        if (data && (pages & PAGES_2M_4M) != 0)
            say(groups[level], "_huge_entries", entries, CPUID);
        if (level == 1 && (type == CODE || type == BOTH) && (pages & PAGES_4K) != 0)
            say_tlb("itlb", entries, ways);
    }
    say("", "tlb_levels", deepest, CPUID);
}

/* Of the second TLB it tells the ways by codes that mean from so many up to others: not plainly. */
static void ask_amd(void) {
    if (!cpuid(0x80000005U, 0))
        return;
    unsigned data = bits(EBX, 23, 16), code = bits(EBX, 7, 0);
    unsigned data_ways = bits(EBX, 31, 24), code_ways = bits(EBX, 15, 8);
    say_tlb("tlb1", data, data_ways == 0xFF ? data : data_ways);
    say_tlb("itlb", code, code_ways == 0xFF ? code : code_ways);
    say("", "tlb1_huge_entries", bits(EAX, 23, 16), CPUID);
    if (!cpuid(0x80000006U, 0))
        return;
    data = bits(EBX, 27, 16);
    if (data == 0 || data == 0xFFF) /* which is all that the field holds */
        return;
    say("", "tlb2_entries", data, CPUID);
    say("", "tlb2_huge_entries", bits(EAX, 27, 16), CPUID);
    say("", "tlb_levels", 2, CPUID);
}

void query_tlb(void) {
    unsigned leaf = list_leaf();
    if (leaf == 4)
        ask_intel();
    else if (leaf != 0)
        ask_amd();
}
