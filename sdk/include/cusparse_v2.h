// cuSPARSE under the name of older programs.
#include "cusparse.h"
