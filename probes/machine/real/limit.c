/* limit.c - ends a probe that takes too long, by SIGALRM. */
#define _GNU_SOURCE
#include "limit.h"

#include <signal.h>
#include <unistd.h>

static void out_of_time(int signal_number) {
    static const char reason[] = "out of time (PROBE_SECONDS)\n";
    (void)signal_number;
    if (write(STDERR_FILENO, reason, sizeof reason - 1) < 0)
        _exit(2);
    _exit(1);
}

void limit_seconds(unsigned seconds) {
    struct sigaction action = {.sa_handler = out_of_time};
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    signal(SIGINT, SIG_DFL); /* a shell makes its background commands ignore them */
    signal(SIGQUIT, SIG_DFL);
    alarm(seconds);
}
