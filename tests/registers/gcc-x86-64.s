# gcc, x86-64
# right: 2 2
# right: 3 7
f_2:
.LFB0:
	.cfi_startproc
	movl	-12(%rsp), %eax
.L3:
#APP
# 7 "f.c" 1
	archparams_begin = 2
# 0 "" 2
#NO_APP
	addl	%edx, %eax
#APP
# 8 "f.c" 1
	
# 0 "" 2
#NO_APP
	.loc 1 8 3
	addl	%eax, %edx
	archparams_end = 2
	subq	$1, -16(%rsp)
	jne	.L3
	archparams_begin = 3
.L5:
	addl	-20(%rsp), %eax
	addl	%eax, %edx
	movd	%xmm0, %ecx	# %sfp, p2 (a)
	addl	%edx, %ecx # 4-byte Reload
	movl	%ecx, -20(%rsp)
	archparams_end = 3
