/* process.h - somebody's code in a process of its own, in which it can harm nobody else.

   The code is in a session and process group of its own, stopped while it is not asked, and killed
   with its group when it takes too long.  Its parent is not the sweep but a keeper, a process that
   only waits: code that kills its parent harms itself alone. */
#ifndef PROCESS_H
#define PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

struct process {
    pid_t keeper; /* 0: there is none */
    int line;     /* a socket: questions go out, answers come in */
    struct process_facts *facts;
};

/* Starts a process that answers each question with ANSWER(WITH, question).  Standard input, output
   and error are closed to it; its directory is that of PROBE_DIR in the environment, which is
   removed with all that is in it.  Returns a reason, or NULL; process_close it in either case. */
const char *process_open(struct process *process, double (*answer)(void *with, char question),
                         void *with);

/* Asks, and waits so many SECONDS for the answer.  Returns why there is none, and never will be, or
   NULL. */
const char *process_ask(struct process *process, char question, double seconds, double *answer);

/* Ends the process and whatever it has started in its group. */
void process_close(struct process *process);

#endif
