/* room.h - the one check between a measured count and the array that it indexes.

   How many pages, places, blocks or rows a machine takes is measured, and no array is as long as
   every machine may ask for.  So whatever such a count fills or indexes is asked for here first,
   and what has no room is not measured: its row is missing, or the sweep says why, but nothing
   behind the array is read or written. */
#ifndef ROOM_H
#define ROOM_H

#include <stdbool.h>
#include <stddef.h>

#define ROOM_OF(array) (sizeof(array) / sizeof *(array))

/* Has ROOM elements room for COUNT times EACH?  The product may be more than a size_t holds. */
static inline bool room_for(size_t room, size_t count, size_t each) {
    return each == 0 || count <= room / each;
}

#endif
