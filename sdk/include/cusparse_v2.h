// heddle has no cuSPARSE.
#error "cusparse_v2.h: heddle has no cuSPARSE"
