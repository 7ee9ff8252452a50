/* paste.h - token pasting and stringizing after macro expansion. */
#ifndef PASTE_H
#define PASTE_H

#define PASTE_TEXT(a, b) a##_##b
#define PASTE(a, b) PASTE_TEXT(a, b)
#define STRINGIZE_TEXT(a) #a
#define STRINGIZE(a) STRINGIZE_TEXT(a)

#endif
