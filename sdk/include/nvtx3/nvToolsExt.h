// NVTX 3 under its own folder.
#include "../nvToolsExt.h"
