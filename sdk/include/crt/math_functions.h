#include "../math_functions.h"
