/* aliases.c - aliases.h's functions on a simulated machine. */
#include "../../probes/machine/aliases.h"

#include "fetch.h"

#include <string.h>

/* All pages of the region have its first frame. */
const char *aliases_map(struct machine *machine, struct aliases *aliases, enum aliases_kind kind,
                        size_t pages) {
    struct core *core = sim_core(machine, false);
    size_t page = core->description->pages.bytes;
    struct region *region = frames_draw(&core->frames, pages * page, false, core->accesses);
    if (region == NULL)
        return "no room for the pages";
    for (size_t i = 1; i < pages; i++)
        region->frame[i] = region->frame[0];
    *aliases = (struct aliases){.kind = kind,
                                .page_bytes = page,
                                .pages = pages,
                                .base = (unsigned char *)(uintptr_t)region->start,
                                .mapping = region};
    return NULL;
}

void aliases_release(struct machine *machine, struct aliases *aliases) {
    if (aliases->mapping != NULL)
        frames_release(&sim_core(machine, false)->frames, aliases->mapping);
    memset(aliases, 0, sizeof *aliases);
}

double aliases_visit(struct machine *machine, const struct aliases *aliases, const uint32_t *offset,
                     size_t count) {
    struct fetch *fetch;
    struct core *core = sim_front_end(machine, &fetch);
    double cycles = 0;
    for (size_t i = 0; i < count; i++)
        cycles += aliases->kind == ALIASES_OF_CODE
                      ? fetch_return(fetch, core, aliases->mapping, offset[i])
                      : core_load(core, aliases->mapping, offset[i]);
    return sim_burst(machine, cycles);
}
