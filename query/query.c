/* query.c - what the system says of the machine: sysfs, CPUID, sysconf, sysctl, in this order.

   query        NAME=VALUE lines, each with a comment that names its source
   query check  one known line, to try a launcher

   The first source that says something believable is believed; what no source says is left out.
   Each answer is flushed at once, so that those before a crash or a time limit are kept.  It is for
   any C99 compiler and uses what the system has.

   Two variables in the environment name a recording of another machine.  Then this one is asked
   nothing: what was not recorded is unknown.
   PROBE_QUERY_ROOT   a directory that has the machine's /sys and /proc
   PROBE_QUERY_CPUID  a file of what its CPUID answers; cpuid.h has the format */
#include "query.h"
#include <signal.h>
#include <stdarg.h>
#include <sys/stat.h>

enum { BYTES = 1 << 16, SECONDS = 10 };

/* ---- answers ---- */

void say(const char *group, const char *name, number value, const char *from) {
    static char said[BYTES];
    static size_t length;
    char line[64];
    int bytes = snprintf(line, sizeof line, "\n%s%s=", group, name);
    if (value == 0 || strstr(said, line) != NULL || length + sizeof line > sizeof said)
        return;
    memcpy(said + length, line, (size_t)bytes + 1);
    length += (size_t)bytes;
    if (value == WITHHELD)
        return;
    if (value == NONE)
        printf("%snone", line + 1);
    else
        printf("%s%lld", line + 1, value == FLAG_0 ? 0 : value);
    printf("\n# %s%s from %s\n", group, name, from);
    fflush(stdout);
}

/* ---- files ---- */

const char *setting(const char *name) {
    const char *value = getenv(name);
    return value != NULL && *value != '\0' ? value : NULL;
}

bool recorded(void) {
    return setting("PROBE_QUERY_ROOT") != NULL || setting("PROBE_QUERY_CPUID") != NULL;
}

bool is_regular(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* A text that fills its buffer may have been cut, and one with a zero byte is not text. */
static void read_text(const char *path, char *text, size_t size) {
    size_t bytes = 0;
    FILE *file = is_regular(path) ? fopen(path, "r") : NULL;
    if (file != NULL) {
        bytes = fread(text, 1, size, file);
        fclose(file);
    }
    if (bytes == size || memchr(text, '\0', bytes) != NULL)
        bytes = 0;
    text[bytes] = '\0';
}

const char *text_of(const char *format, ...) {
    static char text[BYTES];
    const char *root = setting("PROBE_QUERY_ROOT");
    char path[BYTES];
    va_list values;
    int length = snprintf(path, sizeof path, "%s", root != NULL ? root : "");
    text[0] = '\0';
    if (length < 0 || length >= BYTES || (root == NULL && recorded()))
        return text;
    va_start(values, format);
    int more = vsnprintf(path + length, sizeof path - (size_t)length, format, values);
    va_end(values);
    if (more > 0 && more < BYTES - length)
        read_text(path, text, sizeof text);
    return text;
}

number decimal(const char **text) {
    const char *at = *text;
    number value = 0;
    while (*at >= '0' && *at <= '9' && value < 1000000000000000)
        value = value * 10 + (*at++ - '0');
    if (at == *text || (*at >= '0' && *at <= '9'))
        return NONE;
    *text = at;
    return value;
}

bool at_end(const char *text) {
    return *text == '\0' || *text == '\n';
}

number number_in(const char *text) {
    number value = decimal(&text);
    const int shift = *text == 'K' ? 10 : *text == 'M' ? 20 : *text == 'G' ? 30 : 0;
    text += shift != 0;
    return value < 0 || value >> 33 != 0 || !at_end(text) ? 0 : value << shift;
}

/* ---- the program ---- */

/* What was said is out already; only write and _exit may be called here. */
static void cut(int signal_number) {
    static const char why[] = "query: was cut before its end\n";
    _exit(write(STDERR_FILENO, why, sizeof why - 1) < 0 ? 1 : 128 + signal_number);
}

/* A file of /sys may keep its reader waiting for ever. */
static void limit_time(void) {
#ifdef SIGPIPE
    signal(SIGPIPE, SIG_IGN); /* so that a write which fails is reported */
#endif
    signal(SIGTERM, cut);
    signal(SIGINT, cut);
#ifdef SIGHUP
    signal(SIGHUP, cut);
#endif
#ifdef SIGALRM
    signal(SIGALRM, cut);
    alarm(SECONDS);
#endif
}

static void ask_all(void) {
#define PART(name) query_##name();
#include "parts.h"
    if (!recorded())
        say("", "page_size", sysconf(_SC_PAGESIZE), "sysconf");
}

int main(int argc, char **argv) {
    limit_time();
    if (argc == 2 && strcmp(argv[1], "check") == 0)
        printf("archparams query 42\n");
    else if (argc == 1)
        ask_all();
    else {
        fprintf(stderr, "query: it is check or nothing, not '%s'\n", argv[argc - 1]);
        return 2;
    }
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "query: cannot write\n");
        return 1;
    }
    return 0;
}
