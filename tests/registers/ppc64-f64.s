# right: 3 7
	archparams_begin = 3
	lfd 0,120(1)
	fadd 0,0,12
	stfd 0,120(1)
	fadd 11,11,0
	fadd 12,12,11
	archparams_end = 3
