// heddle has no NPP.
#error "npps.h: heddle has no NPP"
