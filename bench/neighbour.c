/* neighbour.c - a program that loads the machine beside a measurement (Linux):

     neighbour cpus                  prints the CPUs that are allowed
     neighbour on CPU COMMAND...     runs COMMAND on that CPU
     neighbour registers CPU         computes on that CPU, without memory accesses
     neighbour memory CPU            writes on that CPU to more memory than any cache holds

   The last two run until they are killed or their parent has ended. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BATCH = 1 << 20, BYTES = 256 << 20, LINE = 64 };

static int print_cpus(void) {
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return 1;
    for (size_t cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &allowed))
            printf("%zu\n", cpu);
    return 0;
}

static int move_to(const char *word) {
    cpu_set_t one;
    unsigned long cpu = strtoul(word, NULL, 10);
    if (cpu >= CPU_SETSIZE)
        return -1;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    return sched_setaffinity(0, sizeof one, &one);
}

/* The high bits are random. */
static uint64_t next(uint64_t x) {
    return x * UINT64_C(6364136223846793005) + 1442695040888963407;
}

static uint64_t compute(uint64_t x) {
    for (int i = 0; i < BATCH; i++)
        x = next(x);
    return x;
}

/* Stores at random places, which do not wait for each other. */
static uint64_t write_all_over(unsigned char *memory, uint64_t x) {
    for (int i = 0; i < BATCH; i++) {
        x = next(x);
        memory[(x >> 32) % (BYTES / LINE) * LINE]++;
    }
    return x;
}

static int disturb(unsigned char *memory) {
    pid_t parent = getppid();
    volatile uint64_t x = 1; /* volatile, so that the compiler keeps the computation */
    while (getppid() == parent)
        x = memory != NULL ? write_all_over(memory, x) : compute(x);
    free(memory);
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "cpus") == 0)
        return print_cpus();
    if (argc < 3 || move_to(argv[2]) != 0)
        return 2;
    if (strcmp(argv[1], "on") == 0 && argc > 3) {
        execvp(argv[3], argv + 3);
        return 127;
    }
    if (strcmp(argv[1], "registers") == 0)
        return disturb(NULL);
    unsigned char *memory = strcmp(argv[1], "memory") == 0 ? malloc(BYTES) : NULL;
    return memory != NULL ? disturb(memory) : 2;
}
