/* parts.h - all of them; a configure writes its own with those that it carries. */
PART(caches)
PART(cpus)
PART(tlb)
