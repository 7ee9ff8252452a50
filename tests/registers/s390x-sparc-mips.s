# s390x, with operands in memory; sparc, mips
# right: 2 3
# right: 3 7
# right: 4 7
	archparams_begin = 2
	ar	%r1,%r2
	a	%r2,164(%r15)
	archparams_end = 2
	archparams_begin = 3
	!APP
	ld [%fp+2039], %i1                      ! 4-byte Folded Reload
	add %i2, %i1, %i2
	add %i3, %i2, %i3
	add %i1, %i3, %i1
	st %i1, [%fp+2039]
	archparams_end = 3
	archparams_begin = 4
	lw	$2,4($sp)
	nop
	addu	$3,$3,$2
$L4:
	addu	$4,$4,$3
	addu	$5,$5,$4
	addu	$2,$2,$5
	archparams_end = 4
