# clang, aarch64; gcc, arm
# right: 2 2
# right: 3 7
.set archparams_begin, 2
	//NO_APP
	fadd	d0, d0, d1
	//APP
	fadd	d1, d1, d0
.set archparams_end, 2
	@ 7 "f.c" 1
	archparams_begin = 3
	@ 0 "" 2
	.arm
	.syntax unified
	ldr	r3, [sp, #4]
	add	r3, r3, #0	@ (p0)
	add	r2, r2, r3
	add	r1, r1, r2
	str	r3, [sp, #4]
	archparams_end = 3
