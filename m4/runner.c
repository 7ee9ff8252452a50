/* runner.c - runs one command for configure, and leaves nothing of it.

   runner SECONDS BYTES GRACE COMMAND ARGUMENT...

   COMMAND is in a session of its own.  It is killed after SECONDS, when it has said more than BYTES
   on standard output and error, when it starts processes without end, or when whoever started the
   runner is gone; GRACE seconds before that it is asked to end, so that a launcher can take back
   what it has put into a queue.  Whatever it has started is killed when it ends.  The exit status
   is the command's; 137 where it was too late or did too much, 128 and more where a signal ended
   it, 126 or 127 where there is no such command, 2 for arguments that are none. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/sysinfo.h>
#endif

enum {
    STREAMS = 2,
    TICK_MS = 50,
    TOO_LATE = 137,
    NOT_FOUND = 127,
    NOT_RUN = 126,
    LEAVE_SECONDS = 10,
    PROCESSES_MOST = 1 << 14
};

struct run {
    pid_t starter, command;
    int from[STREAMS]; /* its standard output and error; -1: at an end */
    unsigned long left;
    unsigned short processes; /* in the system when it began */
    bool ended;
    int status;
};

static volatile sig_atomic_t told_to_end;

static void end_soon(int signal_number) {
    told_to_end = signal_number;
}

static double seconds_now(void) {
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* ---- what it leaves ---- */

/* A process whose parent has ended becomes a child of this one. */
static void adopt_orphans(void) {
#ifdef PR_SET_CHILD_SUBREAPER
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
#endif
}

/* The parent of a process, as /proc says; 0 where it does not. */
static pid_t parent_of(const char *process) {
    char path[300], text[600];
    snprintf(path, sizeof path, "/proc/%s/stat", process);
    FILE *file = fopen(path, "r");
    size_t bytes = file != NULL ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file != NULL)
        fclose(file);
    text[bytes] = '\0';
    const char *behind = strrchr(text, ')'); /* its name may hold anything */
    char state;
    int parent = 0;
    return behind != NULL && sscanf(behind + 1, " %c %d", &state, &parent) == 2 ? parent : 0;
}

static void kill_children(void) {
    DIR *processes = opendir("/proc");
    const struct dirent *entry;
    while (processes != NULL && (entry = readdir(processes)) != NULL)
        if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9' &&
            parent_of(entry->d_name) == getpid())
            kill((pid_t)atol(entry->d_name), SIGKILL);
    if (processes != NULL)
        closedir(processes);
}

/* Until there are none: what a child that is killed had started comes next. */
static void leave_nothing(const struct run *run) {
    struct timespec moment = {0, 5000000};
    double until = seconds_now() + LEAVE_SECONDS;
    kill(-run->command, SIGKILL);
    while (seconds_now() < until && (waitpid(-1, NULL, WNOHANG) >= 0 || errno != ECHILD)) {
        kill_children();
        while (waitpid(-1, NULL, WNOHANG) > 0)
            continue;
        nanosleep(&moment, NULL);
    }
}

/* ---- what it says ---- */

/* Hands on what is there now.  Returns false where it is more than may be. */
static bool hand_on(struct run *run, int stream) {
    char text[65536];
    ssize_t bytes = read(run->from[stream], text, sizeof text);
    if (bytes == 0 || (bytes < 0 && errno != EAGAIN && errno != EINTR)) {
        close(run->from[stream]);
        run->from[stream] = -1;
    }
    if (bytes <= 0)
        return true;
    if ((unsigned long)bytes > run->left) {
        fprintf(stderr, "it prints more than is allowed\n");
        return false;
    }
    run->left -= (unsigned long)bytes;
    for (ssize_t at = 0, written; at < bytes; at += written)
        if ((written = write(stream + 1, text + at, (size_t)(bytes - at))) <= 0)
            return false;
    return true;
}

/* Waits for a moment.  Returns false where it has said too much. */
static bool listen(struct run *run, int wait_ms) {
    struct pollfd ready[STREAMS];
    bool fine = true;
    for (int i = 0; i < STREAMS; i++)
        ready[i] = (struct pollfd){run->from[i], POLLIN, 0};
    if (poll(ready, STREAMS, wait_ms) > 0)
        for (int i = 0; i < STREAMS; i++)
            if (run->from[i] >= 0 && ready[i].revents != 0)
                fine = hand_on(run, i) && fine;
    return fine;
}

/* What was said before the command ended. */
static void listen_to_the_end(struct run *run) {
    unsigned long before;
    do
        before = run->left;
    while (listen(run, 0) && run->left != before);
}

/* ---- the command ---- */

static void become(char **command, int said[STREAMS][2]) {
    static const int caught[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
    (void)setsid();
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        signal(caught[i], SIG_DFL);
    for (int i = 0; i < STREAMS; i++) {
        dup2(said[i][1], i + 1);
        close(said[i][0]);
        close(said[i][1]);
    }
    execvp(command[0], command);
    fprintf(stderr, "%s: %s\n", command[0], strerror(errno));
    _exit(errno == ENOENT ? NOT_FOUND : NOT_RUN);
}

static bool start(struct run *run, char **command) {
    int said[STREAMS][2];
    for (int i = 0; i < STREAMS; i++)
        if (pipe(said[i]) != 0)
            return false;
    run->command = fork();
    if (run->command == 0)
        become(command, said);
    for (int i = 0; i < STREAMS; i++) {
        close(said[i][1]);
        run->from[i] = said[i][0];
        (void)fcntl(run->from[i], F_SETFL, O_NONBLOCK);
    }
    return run->command > 0;
}

/* Processes and threads in the system, of which Linux tells the last 16 bits; 0: nothing tells. */
static unsigned short count_processes(void) {
#ifdef __linux__
    struct sysinfo system;
    if (sysinfo(&system) == 0)
        return system.procs;
#endif
    return 0;
}

static bool starts_without_end(const struct run *run) {
    unsigned short more = (unsigned short)(count_processes() - run->processes);
    if (more <= PROCESSES_MOST || more >= 2 * PROCESSES_MOST) /* there may be fewer, too */
        return false;
    fprintf(stderr, "it starts processes without end\n");
    return true;
}

static bool has_ended(struct run *run) {
    int status;
    if (!run->ended && waitpid(run->command, &status, WNOHANG) == run->command) {
        run->ended = true;
        run->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    return run->ended;
}

/* Until the command ends by itself, or UNTIL.  Returns false where it has said too much. */
static bool attend(struct run *run, double until) {
    bool fine = true;
    while (fine && !has_ended(run) && seconds_now() < until && told_to_end == 0 &&
           getppid() == run->starter)
        fine = listen(run, run->from[0] >= 0 || run->from[1] >= 0 ? TICK_MS : 1) &&
               !starts_without_end(run);
    if (fine && run->ended)
        listen_to_the_end(run);
    return fine;
}

static int run_for(struct run *run, double seconds, double grace) {
    bool fine = attend(run, seconds_now() + seconds);
    if (run->ended)
        return run->status;
    if (fine && grace > 0) {
        kill(run->command, SIGTERM);
        told_to_end = 0;
        run->starter = getppid();
        (void)attend(run, seconds_now() + grace);
    }
    return TOO_LATE;
}

static double number_in(const char *text) {
    char *end;
    double number = strtod(text, &end);
    return *text != '\0' && *end == '\0' && number >= 0 ? number : -1;
}

int main(int argc, char **argv) {
    struct run run = {.starter = getppid()};
    double number[3] = {-1, -1, -1};
    for (int i = 0; i < 3 && i + 1 < argc; i++)
        number[i] = number_in(argv[i + 1]);
    if (argc < 5 || number[0] < 0 || number[1] < 0 || number[1] > 1e9 || number[2] < 0) {
        fprintf(stderr, "usage: runner SECONDS BYTES GRACE COMMAND [ARGUMENT]...\n");
        return 2;
    }
    run.left = (unsigned long)number[1];
    signal(SIGINT, end_soon);
    signal(SIGTERM, end_soon);
    signal(SIGHUP, end_soon);
    signal(SIGPIPE, SIG_IGN);
    run.processes = count_processes();
    adopt_orphans();
    if (!start(&run, argv + 4)) {
        fprintf(stderr, "runner: no process\n");
        return NOT_RUN;
    }
    int status = run_for(&run, number[0], number[2]);
    leave_nothing(&run);
    return status;
}
