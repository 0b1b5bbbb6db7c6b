// heddle has no nvGRAPH.
#error "nvgraph.h: heddle has no nvGRAPH"
