/* limit.h - the end of a process that takes too long. */
#ifndef LIMIT_H
#define LIMIT_H

/* Ends the process with a line on stderr after SECONDS. */
void limit_seconds(unsigned seconds);

#endif
