# ppc64, riscv64
# right: 2 2
# right: 3 7
	archparams_begin = 2
 # 0 "" 2
	add 10,10,9
	add 9,9,10
	archparams_end = 2
.set archparams_begin, 3
	#NO_APP
	lw	a4, 12(sp)                      # 4-byte Folded Reload
	addw	a4, a4, a1
	#APP
	#NO_APP
	sw	a4, 12(sp)                      # 4-byte Folded Spill
	addw	a2, a2, a4
	addw	a1, a1, a2
.set archparams_end, 3
