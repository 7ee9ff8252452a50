/* tlb_amd.c - reads the leaves by AMD's Architecture Programmer's Manual, volume 3, appendix E. */
#include "tlb_amd.h"
#include "amd.h"
#include "cpuid.h"

/* ---- first TLBs ---- */

static void say_first(const char *group, struct amd_tlb tlb) {
    say(group, "_entries", tlb.entries, "cpuid");
    if (tlb.entries > 0)
        say(group, "_assoc", tlb.ways, "cpuid");
}

/* ---- second TLBs ---- */

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
    if (small == 0 || invented || amd_ways(bits(EBX, 31, 28), small) == 0)
        return;
    number huge = bits(EAX, 27, 16);
    say("tlb2", "_entries", small, "cpuid");
    if (huge != 0xFFF && amd_has_ways(bits(EAX, 31, 28)))
        say("tlb2", "_huge_entries", huge * unit, "cpuid");
    say("", "tlb_levels", 2, "cpuid");
}

void say_amd_tlbs(void) {
    if (!cpuid(0x80000005U, 0) || amd_is_invented())
        return;
    struct amd_tlb data = amd_first_tlb(EBX, 16), code = amd_first_tlb(EBX, 0);
    struct amd_tlb huge = amd_first_tlb(EAX, 16);
    say_first("tlb1", data);
    say_first("itlb", code);
    say("tlb1", "_huge_entries", huge.entries, "cpuid");
    if (data.entries > 0)
        say_second(data.entries, code.entries);
}
