/* join.h - names and texts of what macros stand for. */
#ifndef JOIN_H
#define JOIN_H

#define JOIN_TEXT(a, b) a##_##b
#define JOIN(a, b) JOIN_TEXT(a, b)
#define QUOTE_TEXT(a) #a
#define QUOTE(a) QUOTE_TEXT(a)

#endif
