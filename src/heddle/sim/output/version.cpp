#include "heddle/sim/output/version.hpp"

namespace heddle::sim {

const char* version() { return HEDDLE_VERSION; }

}  // namespace heddle::sim
