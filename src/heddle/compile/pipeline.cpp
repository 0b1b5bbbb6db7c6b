#include "heddle/compile/pipeline.hpp"

#include "heddle/compile/reconvergence.hpp"

namespace heddle::compile {

void run_passes(Routine& routine, ConstantPool&, const Options&) { mark_reconvergence(routine); }

}  // namespace heddle::compile
