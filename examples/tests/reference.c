#include <config.h>

#include "reference.h"

#include <stdio.h>
#include <string.h>

#ifdef HAVE_DLFCN_H
#include <dlfcn.h>
#endif

struct reference reference;

#ifdef HAVE_DLFCN_H
/* A function's address, which POSIX has in an object's. */
static bool find(void *library, const char *name, void *function) {
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

bool reference_open(const char *file) {
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    bool all = library != NULL && find(library, "ddot_", &reference.ddot) &&
               find(library, "daxpy_", &reference.daxpy) &&
               find(library, "dgemm_", &reference.dgemm);
    if (!all)
        printf("skipped: no reference BLAS (libblas3) to compare with: %s\n", dlerror());
    return all;
}
#else
bool reference_open(const char *file) {
    printf("skipped: no dlopen, which would open %s\n", file);
    return false;
}
#endif
