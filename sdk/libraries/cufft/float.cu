// Transforms of float numbers.
#include "cufft/typed_plan.cuh"

namespace heddle_fft {

Plan* make_float_plan(const Request& request) { return make_plan<float>(request); }

}  // namespace heddle_fft
