// heddle has no NPP.
#error "npp.h: heddle has no NPP"
