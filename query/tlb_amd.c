/* tlb_amd.c - reads the leaves by AMD's Architecture Programmer's Manual, volume 3, appendix E. */
#include "tlb_amd.h"
#include "cpuid.h"

enum { FULL = 0xFF };

/* ---- first TLBs ---- */

/* Entries and ways of a first TLB, by a byte each of WORD. */
struct first {
    number entries, ways;
};

static struct first read_first(int word, unsigned low) {
    struct first tlb = {bits(word, low + 7, low), bits(word, low + 15, low + 8)};
    if (tlb.ways == FULL)
        tlb.ways = tlb.entries;
    return tlb;
}

/* What cannot be a TLB was not read from this CPU, nor is what stands beside it. */
static bool is_invented(void) {
    for (int word = EAX; word <= EBX; word++)
        for (unsigned low = 0; low < 32; low += 16) {
            struct first tlb = read_first(word, low);
            if (tlb.entries != 0 && !is_tlb(tlb.entries, tlb.ways))
                return true;
        }
    return false;
}

static void say_first(const char *group, struct first tlb) {
    say(group, "_entries", tlb.entries, "cpuid");
    if (tlb.entries > 0)
        say(group, "_assoc", tlb.ways, "cpuid");
}

/* ---- second TLBs ---- */

/* A code of ways stands for a range of them, from LEAST to MOST. */
struct range {
    number least, most;
};

static struct range range_of(unsigned code) {
    static const struct range ranges[16] = {
        {0, 0},   {0, 0}, {2, 2},   {3, 3},   {4, 5},   {6, 7},    {8, 15},     {0, 0},
        {16, 31}, {0, 0}, {32, 47}, {48, 63}, {64, 95}, {96, 127}, {128, 4094}, {1, 1}};
    return ranges[code];
}

/* The ways in the range that leave sets which bits of an address index; 0 if none do. */
static number ways_of(unsigned code, number entries) {
    struct range range = range_of(code);
    if (code == 0xF)
        return entries;
    for (number ways = range.least; ways > 0 && ways <= range.most; ways++)
        if (entries % ways == 0 && is_power(entries / ways))
            return ways;
    return 0;
}

/* Entries of a second TLB, from the field of WORD that begins at bit LOW, or 0.  A second TLB that
   holds no more than the FIRST was invented, or a hypervisor hides the unit (leaf 0x80000021). */
static number read_second(int word, unsigned low, number unit, number first) {
    number entries = bits(word, low + 11, low);
    return entries == 0xFFF || entries * unit <= first ? 0 : entries * unit;
}

/* The ways stay unsaid: some CPUs' optimization guides have others than their codes. */
static void say_second(number first_data, number first_code) {
    const number unit = cpuid(0x80000021U, 0) && bits(EAX, 14, 14) != 0 ? 32 : 1;
    if (!cpuid(0x80000006U, 0))
        return;
    number small = read_second(EBX, 16, unit, first_data);
    bool invented = bits(EBX, 11, 0) != 0 && read_second(EBX, 0, unit, first_code) == 0;
    if (small == 0 || invented || ways_of(bits(EBX, 31, 28), small) == 0)
        return;
    number huge = bits(EAX, 27, 16);
    say("tlb2", "_entries", small, "cpuid");
    if (huge != 0xFFF && range_of(bits(EAX, 31, 28)).least != 0)
        say("tlb2", "_huge_entries", huge * unit, "cpuid");
    say("", "tlb_levels", 2, "cpuid");
}

void say_amd_tlbs(void) {
    if (!cpuid(0x80000005U, 0) || is_invented())
        return;
    struct first data = read_first(EBX, 16), code = read_first(EBX, 0);
    struct first huge = read_first(EAX, 16);
    say_first("tlb1", data);
    say_first("itlb", code);
    say("tlb1", "_huge_entries", huge.entries, "cpuid");
    if (data.entries > 0)
        say_second(data.entries, code.entries);
}

/* ---- caches ---- */

static struct cache read_first_cache(int word, char kind) {
    struct cache cache = {.level = 1, .kind = kind};
    cache.bytes = (number)bits(word, 31, 24) << 10;
    cache.ways = bits(word, 23, 16);
    cache.line = bits(word, 7, 0);
    return cache;
}

void list_amd_caches(struct listing *list) {
    if (!cpuid(0x80000005U, 0) || is_invented())
        return;
    struct cache data = read_first_cache(ECX, 'D'), code = read_first_cache(EDX, 'I');
    list_cache(list, &data);
    list_cache(list, &code);
    if (!cpuid(0x80000006U, 0) || bits(ECX, 31, 16) == 0)
        return;
    struct cache second = {.level = 2, .kind = 'U'};
    second.bytes = (number)bits(ECX, 31, 16) << 10;
    second.line = bits(ECX, 7, 0);
    if (second.line != 0)
        second.ways = ways_of(bits(ECX, 15, 12), second.bytes / second.line);
    list_cache(list, &second);
}
