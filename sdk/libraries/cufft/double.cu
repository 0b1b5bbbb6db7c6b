// Transforms of double numbers.
#include "cufft/typed_plan.cuh"

namespace heddle_fft {

Plan* make_double_plan(const Request& request) { return make_plan<double>(request); }

}  // namespace heddle_fft
