/* cpuid.c - executes CPUID, or reads a recording instead. */
#include "cpuid.h"
#include "mask.h"
#if (defined __i386__ || defined __x86_64__) && defined __has_include
#if __has_include(<cpuid.h>)
#include <cpuid.h>
#endif
#endif

enum { ROW_LIMIT = 1 << 12, TEXT_LIMIT = 1 << 18 };

static struct row { unsigned leaf, sub, words[4]; } rows[ROW_LIMIT];
static int row_count;

/* ---- a recording ---- */

static bool refuse(const char *path, number line, const char *why) {
    fprintf(stderr, "query: %s", path);
    if (line > 0)
        fprintf(stderr, ":%lld", line);
    fprintf(stderr, ": %s\n", why);
    return false;
}

/* Reads the file; NULL, with a message, if it is not a short text. */
static char *read_recording(const char *path) {
    static char text[TEXT_LIMIT + 1];
    const char *why = "is no regular file that can be read";
    FILE *file = is_regular(path) ? fopen(path, "r") : NULL;
    if (file != NULL) {
        size_t bytes = fread(text, 1, TEXT_LIMIT, file);
        text[bytes] = '\0';
        why = ferror(file)                        ? "cannot be read"
              : bytes == TEXT_LIMIT               ? "is too large for a recording of CPUID"
              : memchr(text, '\0', bytes) != NULL ? "is not text"
                                                  : NULL;
        fclose(file);
    }
    if (why != NULL)
        refuse(path, 0, why);
    return why == NULL ? text : NULL;
}

/* One to eight digits, which end at a blank. */
static bool hexadecimal(const char **text, unsigned *value) {
    static const char blanks[] = " \t\r";
    const char *at = *text + strspn(*text, blanks);
    if (at[0] == '0' && (at[1] == 'x' || at[1] == 'X'))
        at += 2;
    size_t digits = strspn(at, "0123456789abcdefABCDEF");
    if (digits < 1 || digits > 8 || (at[digits] != '\0' && strchr(blanks, at[digits]) == NULL))
        return false;
    *value = (unsigned)strtoul(at, NULL, 16);
    *text = at + digits + strspn(at + digits, blanks);
    return true;
}

/* Adds a row, which must not contradict one that is there. */
static const char *add_row(const char *line) {
    struct row row;
    if (!hexadecimal(&line, &row.leaf) || !hexadecimal(&line, &row.sub))
        return "is not a row of CPUID";
    for (int i = 0; i < 4; i++)
        if (!hexadecimal(&line, &row.words[i]))
            return "is not a row of CPUID";
    if (*line != '\0' && *line != '#')
        return "is not a row of CPUID";
    for (int i = 0; i < row_count; i++)
        if (rows[i].leaf == row.leaf && rows[i].sub == row.sub)
            return memcmp(rows[i].words, row.words, sizeof row.words) != 0
                       ? "contradicts another row of this leaf"
                       : NULL;
    if (row_count == ROW_LIMIT)
        return "has one row too many";
    rows[row_count++] = row;
    return NULL;
}

/* Returns whether all lines were rows or comments, and any were rows. */
static bool read_rows(const char *path, char *line) {
    char *next;
    for (number count = 1; *line != '\0'; line = next, count++) {
        next = line + strcspn(line, "\n");
        if (*next != '\0')
            *next++ = '\0';
        line += strspn(line, " \t\r");
        const char *why = *line == '\0' || *line == '#' ? NULL : add_row(line);
        if (why != NULL)
            return refuse(path, count, why);
    }
    return row_count > 0 || refuse(path, 0, "has no row of CPUID");
}

void open_recording(void) {
    const char *path = setting("PROBE_QUERY_CPUID");
    if (path == NULL || row_count > 0)
        return;
    char *text = read_recording(path);
    if (text == NULL || !read_rows(path, text))
        exit(2);
}

/* ---- answers ---- */

unsigned answered[4];

/* All that asks CPUID is behind this function. */
static void execute(unsigned leaf, unsigned sub) {
    memset(answered, 0, sizeof answered);
    for (int i = 0; i < row_count; i++)
        if (rows[i].leaf == leaf && rows[i].sub == sub) {
            memcpy(answered, rows[i].words, sizeof answered);
            return;
        }
#ifdef __cpuid_count
    if (!recorded() && __get_cpuid_max(leaf & 0x80000000U, NULL) != 0)
        __cpuid_count(leaf, sub, answered[EAX], answered[EBX], answered[ECX], answered[EDX]);
#endif
}

/* A CPU that has no leaves from 0x80000000 on answers that one with something less. */
bool cpuid(unsigned leaf, unsigned sub) {
    const unsigned first = leaf & 0x80000000U;
    execute(first, 0);
    const unsigned last = answered[EAX];
    if (last == 0 || last < leaf)
        return false;
    execute(leaf, sub);
    return true;
}

unsigned bits(int word, unsigned high, unsigned low) {
    return answered[word] >> low & ((2U << (high - low)) - 1);
}

/* ---- whose ---- */

/* The name is in EBX, EDX and ECX, its first letter in the lowest byte. */
static bool is_called(const char *name) {
    static const int order[] = {EBX, EDX, ECX};
    for (unsigned i = 0; i < 12; i++)
        if (bits(order[i / 4], i % 4 * 8 + 7, i % 4 * 8) != (unsigned char)name[i])
            return false;
    return true;
}

bool is_one_kind(void) {
    number known = kinds();
    if (known != 0 || have_other_caches())
        return known == 1;
    if (cpuid(7, 0) && bits(EDX, 15, 15) != 0) /* Intel's hybrid */
        return false;
    return !cpuid(0x80000026U, 0) || bits(EAX, 30, 30) == 0; /* AMD's heterogeneous cores */
}

enum vendor vendor(void) {
    if (!is_one_kind() || !cpuid(0, 0))
        return UNSURE;
    return is_called("GenuineIntel")                                ? INTEL
           : is_called("AuthenticAMD") || is_called("HygonGenuine") ? AMD
                                                                    : OTHER;
}
