/* query.h - what the parts of query share: answers and files. */
#ifndef QUERY_H
#define QUERY_H
#ifdef __APPLE__
#define _DARWIN_C_SOURCE 1 /* sysctlbyname, whatever the user's flags ask for */
#include <sys/sysctl.h>
#endif
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef long long number;

/* Values that are not numbers.  A value is WITHHELD where one source contradicts itself: no other
   source may then fill it in. */
enum { NONE = -1, FLAG_0 = -2, WITHHELD = -3 };

/* Says GROUP NAME, unless it has been said or withheld; the value 0 says nothing. */
void say(const char *group, const char *name, number value, const char *from);

/* The value of a variable of the environment that is set and not empty, or NULL. */
const char *setting(const char *name);

/* A recording of another machine is read, so this machine must not be asked. */
bool recorded(void);

/* A file that can be read without waiting. */
bool is_regular(const char *path);

/* The whole text of a file, until the next call; empty if there is none, or it is not text. */
const char *text_of(const char *format, ...);

/* Reads the decimal at *TEXT and steps over it; NONE if there is none, or it is beyond 10^15. */
number decimal(const char **text);

/* Nothing but the end of its line is left. */
bool at_end(const char *text);

/* A decimal with or without K, M or G behind it; 0 if it is anything else. */
number number_in(const char *text);

#define PART(name) void query_##name(void);
#include "parts.h"
#undef PART
#endif
