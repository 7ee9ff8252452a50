/* limit.h - a probe's own time limit. */
#ifndef LIMIT_H
#define LIMIT_H

/* After SECONDS, prints one line to stderr and ends the process. */
void limit_seconds(unsigned seconds);

#endif
