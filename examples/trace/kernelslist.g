MemcpyHtoD,0x0000700000000000,448
kernel-1.traceg
