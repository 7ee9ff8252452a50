m4_include([m4/archparams.m4])
