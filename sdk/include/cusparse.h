// heddle has no cuSPARSE.
#error "cusparse.h: heddle has no cuSPARSE"
