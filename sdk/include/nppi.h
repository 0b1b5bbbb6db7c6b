// heddle has no NPP.
#error "nppi.h: heddle has no NPP"
