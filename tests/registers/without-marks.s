# what shows no marks
	addl	%edx, %eax
