/* process.h - foreign code in a separate process, where it can harm nothing else.

   The code runs in a session and process group of its own.  It is stopped while it has no question
   to answer, and killed with its group when it takes too long.  Its parent is not the sweep but a
   keeper, a process that only waits, so code that kills its parent harms only itself. */
#ifndef PROCESS_H
#define PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

struct process {
    pid_t keeper; /* 0: there is none */
    int line;     /* a socket for questions and answers */
    struct process_facts *facts;
};

/* Starts a process that answers each question with ANSWER(WITH, question).  Its standard input,
   output and error are /dev/null; its directory is the environment's PROBE_DIR, which is removed
   with its contents.  Returns NULL, or why it cannot; call process_close in either case. */
const char *process_open(struct process *process, double (*answer)(void *with, char question),
                         void *with);

/* Asks, and waits SECONDS for the answer.  Returns NULL, or why there is none and never will
   be. */
const char *process_ask(struct process *process, char question, double seconds, double *answer);

/* Ends the process and all others of its group. */
void process_close(struct process *process);

#endif
