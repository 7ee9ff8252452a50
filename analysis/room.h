/* room.h - the one check of a measured count against the array that it indexes.

   Counts of pages, places, blocks or rows depend on measurements, and no array is long enough for
   every machine.  So each such count is checked here before it fills or indexes an array.  What
   exceeds the array is not measured: its row is missing, or the sweep reports it, and nothing
   outside of the array is read or written. */
#ifndef ROOM_H
#define ROOM_H

#include <stdbool.h>
#include <stddef.h>

#define ROOM_OF(array) (sizeof(array) / sizeof *(array))

/* Is there room for COUNT times EACH elements in ROOM?  The product may overflow a size_t. */
static inline bool room_for(size_t room, size_t count, size_t each) {
    return each == 0 || count <= room / each;
}

#endif
