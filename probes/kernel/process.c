/* process.c - runs foreign code in a separate process, under a keeper process that waits for it. */
#define _GNU_SOURCE
#include "process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#ifndef MAP_ANONYMOUS
#define MAP_ANONYMOUS MAP_ANON
#endif

enum { UNANSWERED = 3, CHECK_SECONDS = 1, STATUS_TRIES = 100, FILES_MOST = 256 };

static const char NO_PROCESS[] = "no process could be started to try it";

/* Memory that the sweep, the keeper and the code share. */
struct process_facts {
    volatile pid_t code;
    volatile bool ended;
    volatile int status;
};

/* ---- the code ---- */

static void restore_signals(void) {
    static const int caught[] = {SIGALRM, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        signal(caught[i], SIG_DFL);
}

/* Tables are printed to standard output, so what the code prints must not get there. */
static void close_files_except(int line) {
    int nowhere = open("/dev/null", O_RDWR);
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++)
        if (nowhere < 0)
            close(file);
        else
            dup2(nowhere, file);
    for (int file = STDERR_FILENO + 1; file < FILES_MOST; file++)
        if (file != line)
            close(file);
}

/* The code writes its files into a directory that is removed later, and ends when its parent, the
   keeper, does. */
static void leave_nothing(void) {
    const char *directory = getenv("PROBE_DIR");
    struct rlimit none = {0, 0};
    (void)setrlimit(RLIMIT_CORE, &none);
#ifdef PR_SET_PDEATHSIG
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
#endif
    if (directory != NULL && chdir(directory) != 0)
        _exit(0);
}

static void serve(int line, double (*answer)(void *with, char question), void *with) {
    char question;
    (void)setsid();
    restore_signals();
    close_files_except(line);
    leave_nothing();
    while (read(line, &question, 1) == 1) {
        double said = answer(with, question);
        if (write(line, &said, sizeof said) != sizeof said)
            _exit(UNANSWERED);
    }
    _exit(0);
}

/* ---- the keeper ---- */

static void wake_up(int signal_number) {
    (void)signal_number;
}

static void ignore_signals(void) {
    static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
    struct sigaction wake = {.sa_handler = wake_up};
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        signal(ignored[i], SIG_IGN);
    sigemptyset(&wake.sa_mask);
    sigaction(SIGALRM, &wake, NULL);
}

/* Ends when the code does, or kills it once the sweep has ended. */
static void keep(struct process_facts *facts, pid_t owner) {
    int status = 0;
    pid_t code = facts->code;
    for (;;) {
        alarm(CHECK_SECONDS);
        if (waitpid(code, &status, 0) == code)
            break;
        if (getppid() != owner)
            kill(-code, SIGKILL);
    }
    kill(-code, SIGKILL); /* kills processes that the code has left behind */
    facts->status = status;
    facts->ended = true;
    _exit(0);
}

/* ---- the sweep ---- */

static void become_keeper(struct process *process, int other,
                          double (*answer)(void *with, char question), void *with, pid_t owner) {
    ignore_signals();
    close(process->line);
    pid_t code = fork();
    if (code == 0)
        serve(other, answer, with);
    close(other);
    if (code < 0)
        _exit(1);
    process->facts->code = code;
    keep(process->facts, owner);
}

static struct process_facts *share_facts(void) {
    struct process_facts *facts =
        mmap(NULL, sizeof *facts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return facts != MAP_FAILED ? facts : NULL;
}

const char *process_open(struct process *process, double (*answer)(void *with, char question),
                         void *with) {
    int ends[2];
    pid_t owner = getpid();
    memset(process, 0, sizeof *process);
    process->line = -1;
    signal(SIGPIPE, SIG_IGN);
    process->facts = share_facts();
    if (process->facts == NULL || socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return NO_PROCESS;
    process->line = ends[0];
    process->keeper = fork();
    if (process->keeper == 0)
        become_keeper(process, ends[1], answer, with, owner);
    close(ends[1]);
    if (process->keeper > 0)
        return NULL;
    close(process->line);
    process->keeper = 0;
    process->line = -1;
    return NO_PROCESS;
}

static void signal_group(const struct process *process, int number) {
    if (process->facts->code > 0 && !process->facts->ended)
        kill(-process->facts->code, number);
}

static void pause_briefly(void) {
    struct timespec moment = {0, 10000000};
    nanosleep(&moment, NULL);
}

/* Waits briefly for the keeper's report.  Returns false if the keeper was killed. */
static bool is_kept(struct process *process) {
    for (size_t i = 0; i < STATUS_TRIES && !process->facts->ended; i++) {
        if (waitpid(process->keeper, NULL, WNOHANG) != 0) {
            process->keeper = 0;
            return process->facts->ended;
        }
        pause_briefly();
    }
    return true;
}

static const char *why_ended(struct process *process) {
    const struct process_facts *facts = process->facts;
    if (!is_kept(process))
        return facts->code > 0 ? "kills its parent" : NO_PROCESS;
    if (!facts->ended)
        return "closes files that are not its own";
    if (WIFSIGNALED(facts->status))
        return WTERMSIG(facts->status) == SIGALRM ? "does not return in time" : "crashes";
    return WEXITSTATUS(facts->status) == UNANSWERED ? "closes files that are not its own"
                                                    : "ends the process";
}

const char *process_ask(struct process *process, char question, double seconds, double *answer) {
    struct pollfd line = {process->line, POLLIN, 0};
    signal_group(process, SIGCONT);
    if (write(process->line, &question, 1) != 1)
        return why_ended(process);
    int ready = poll(&line, 1, (int)(1000 * seconds));
    if (ready == 0)
        return "does not return in time";
    if (ready < 0 || read(process->line, answer, sizeof *answer) != sizeof *answer)
        return why_ended(process);
    signal_group(process, SIGSTOP); /* until it has a question to answer */
    return NULL;
}

void process_close(struct process *process) {
    if (process->line >= 0)
        close(process->line);
    if (process->facts != NULL) {
        signal_group(process, SIGKILL);
        munmap(process->facts, sizeof *process->facts);
    }
    if (process->keeper > 0) {
        kill(process->keeper, SIGKILL);
        waitpid(process->keeper, NULL, 0);
    }
    memset(process, 0, sizeof *process);
    process->line = -1;
}
