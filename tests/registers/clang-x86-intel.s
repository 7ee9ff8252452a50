# clang, x86 with -masm=intel; loops that stand there twice: the longer counts
# right: 2 3
# right: 3 4
.set archparams_begin, 2
	#NO_APP
	add	eax, ecx
	#APP
	#NO_APP
	add	ecx, eax
.set archparams_end, 2
.set archparams_begin, 2
	add	eax, dword ptr [esp + 4] # 4-byte Folded Reload
	add	ecx, eax
.set archparams_end, 2
	archparams_begin = 3
	fadd	%st, %st(2)
	fxch	%st(1)
	fadds	8(%esp)
	archparams_end = 3
