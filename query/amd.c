/* amd.c - decodes the fields by AMD's Architecture Programmer's Manual, volume 3, appendix E. */
#include "amd.h"
#include "cpuid.h"

enum { FULL = 0xFF, FULL_CODE = 0xF };

struct amd_tlb amd_first_tlb(int word, unsigned low) {
    struct amd_tlb tlb = {bits(word, low + 7, low), bits(word, low + 15, low + 8)};
    if (tlb.ways == FULL)
        tlb.ways = tlb.entries;
    return tlb;
}

bool amd_is_invented(void) {
    for (int word = EAX; word <= EBX; word++)
        for (unsigned low = 0; low < 32; low += 16) {
            struct amd_tlb tlb = amd_first_tlb(word, low);
            if (tlb.entries != 0 && !is_tlb(tlb.entries, tlb.ways))
                return true;
        }
    return false;
}

/* A code of ways stands for a range of them: from the first to the second number. */
static const number ranges[16][2] = {{0, 0},   {0, 0},    {2, 2},      {3, 3}, {4, 5},   {6, 7},
                                     {8, 15},  {0, 0},    {16, 31},    {0, 0}, {32, 47}, {48, 63},
                                     {64, 95}, {96, 127}, {128, 4094}, {1, 1}};

bool amd_has_ways(unsigned code) {
    return ranges[code][0] != 0;
}

number amd_ways(unsigned code, number entries) {
    if (code == FULL_CODE)
        return entries;
    for (number ways = ranges[code][0]; ways > 0 && ways <= ranges[code][1]; ways++)
        if (entries % ways == 0 && is_power(entries / ways))
            return ways;
    return 0;
}
