/* aliases.c - maps one frame of a file that has no name at many pages. */
#define _GNU_SOURCE
#include "../aliases.h"

#include "real.h"
#include "returns.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MAP_ANONYMOUS
#define MAP_ANONYMOUS MAP_ANON
#endif
#ifndef MAP_POPULATE
#define MAP_POPULATE 0
#endif

/* ---- the frame ---- */

/* Returns a file that is removed when it is closed, or -1. */
static int open_frame(void) {
#ifdef MFD_CLOEXEC
    int memory = memfd_create("archparams", MFD_CLOEXEC);
    if (memory >= 0)
        return memory;
#endif
    FILE *file = tmpfile();
    int copy = file != NULL ? dup(fileno(file)) : -1;
    if (file != NULL)
        fclose(file);
    return copy;
}

/* The frame of a new file is zeros. */
static const char *fill_frame(int file, enum aliases_kind kind, size_t page) {
    if (file < 0 || ftruncate(file, (off_t)page) != 0)
        return "no memory that can be mapped twice";
    if (kind == ALIASES_OF_DATA)
        return NULL;
#ifdef RETURN_BYTES
    unsigned char *frame = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (frame == MAP_FAILED)
        return "no memory that can be mapped twice";
    returns_fill(frame, page);
    munmap(frame, page);
    return NULL;
#else
    return NEVER_HERE "no return instruction is known for this instruction set";
#endif
}

/* ---- the pages ---- */

static const char *map_frame(struct aliases *aliases, int file) {
    bool code = aliases->kind == ALIASES_OF_CODE;
    size_t page = aliases->page_bytes;
    int access = PROT_READ | (code ? PROT_EXEC : 0);
    for (size_t i = 0; i < aliases->pages; i++)
        if (mmap(aliases->base + i * page, page, access, MAP_SHARED | MAP_FIXED | MAP_POPULATE,
                 file, 0) == MAP_FAILED)
            return code && i == 0 ? "the system lets no frame be mapped as code"
                                  : "the system maps one frame at too few pages";
    return NULL;
}

/* The range is reserved first, so that MAP_FIXED replaces nothing else. */
static const char *map_pages(struct aliases *aliases, int file) {
    size_t bytes = aliases->pages * aliases->page_bytes;
    void *range = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (range == MAP_FAILED)
        return "no room for the pages";
    aliases->mapping = range;
    aliases->base = range;
    return map_frame(aliases, file);
}

const char *aliases_map(struct machine *machine, struct aliases *aliases, enum aliases_kind kind,
                        size_t pages) {
    long page = sysconf(_SC_PAGESIZE);
    *aliases = (struct aliases){
        .kind = kind, .page_bytes = page > 0 ? (size_t)page : 4096, .pages = pages};
    int file = open_frame();
    const char *why = fill_frame(file, kind, aliases->page_bytes);
    if (why == NULL)
        why = map_pages(aliases, file);
    if (file >= 0)
        close(file);
    if (why != NULL)
        aliases_release(machine, aliases);
    return why;
}

void aliases_release(struct machine *machine, struct aliases *aliases) {
    (void)machine;
    if (aliases->mapping != NULL)
        munmap(aliases->mapping, aliases->pages * aliases->page_bytes);
    memset(aliases, 0, sizeof *aliases);
}

/* ---- visits ---- */

/* Each address depends on the load before, of a zero. */
static void load_all(const struct aliases *aliases, const uint32_t *offset, size_t count,
                     size_t zero) {
    const unsigned char *base = aliases->base;
    for (size_t i = 0; i < count; i++)
        zero = *(const volatile unsigned char *)(base + offset[i] + zero);
}

static void call_all(const struct aliases *aliases, const uint32_t *offset, size_t count,
                     size_t zero) {
    uintptr_t base = (uintptr_t)aliases->base + zero;
    for (size_t i = 0; i < count; i++)
        ((void (*)(void))(base + offset[i]))();
}

/* The first address depends on the clock's reading, as in chain_single. */
double aliases_visit(struct machine *machine, const struct aliases *aliases, const uint32_t *offset,
                     size_t count) {
    double start = clock_ns();
    if (aliases->kind == ALIASES_OF_CODE)
        call_all(aliases, offset, count, start < 0);
    else
        load_all(aliases, offset, count, start < 0);
    return machine_since(machine, start);
}
