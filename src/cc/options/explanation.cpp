#include "cc/options/explanation.hpp"

#include <string_view>

namespace heddle::cc {
namespace {

/// A cause of compiler errors. The compiler's messages about the cause contain both symptoms. The
/// second symptom may be empty.
struct Cause {
  std::string_view symptom, second_symptom;
  std::string_view meaning;
};

constexpr std::string_view kDynamicParallelism =
    "device code that launches kernels (dynamic parallelism) needs -rdc=true, and may name a "
    "kernel only in a launch: docs/guide/dynamic-parallelism.md";

constexpr Cause kCauses[] = {
    {"reference to __global__ function", "", kDynamicParallelism},
    {"reference to __host__ function '__cudaPushCallConfiguration'", "", kDynamicParallelism},
    {"no matching function for call to 'cuda", "call to __host__ function from __",
     "device code may call only the functions of the device runtime, and those only with -rdc=true "
     "(docs/guide/dynamic-parallelism.md)"},
    {"missing 'template' keyword", "",
     "the standard wants `type::template name<...>(...)` where the type depends on a parameter; "
     "nvcc does without"},
    {"fatal error: 'thrust/", "file not found",
     "Thrust is in Debian's package libthrust-dev (apt-get install libthrust-dev)"},
    {"fatal error: 'cub/", "file not found",
     "CUB is in Debian's package libcub-dev (apt-get install libcub-dev)"},
    {"fatal error: 'cuda/", "file not found",
     "heddle has cuda/barrier and cuda/pipeline; the rest of libcu++ is in Debian's package "
     "libcu++-dev (apt-get install libcu++-dev)"},
    {"fatal error: 'nv/", "file not found",
     "libcu++ is in Debian's package libcu++-dev (apt-get install libcu++-dev)"},
    {"fatal error: 'helper_", "file not found",
     "helper_cuda.h and its like belong to NVIDIA's cuda-samples: say where with -I "
     "<samples>/Common"},
    {"fatal error: 'cutil", "file not found",
     "cutil.h and its like belong to the samples of CUDA before 5: say where with -I"},
    {"fatal error: 'cupti", "file not found", "heddle has no CUPTI"},
    {"fatal error: 'nccl", "file not found", "heddle has no NCCL"},
    {"undefined reference to `cublas", "",
     "heddle's cuBLAS (-lcublas) has no such function, or is not linked; docs/guide/libraries.md "
     "lists "
     "its functions"},
    {"undefined reference to `cufft", "",
     "heddle's cuFFT (-lcufft) has no such function, or is not linked; docs/guide/libraries.md "
     "lists "
     "its functions"},
    {"undefined reference to `curand", "",
     "heddle's cuRAND (-lcurand) has no such function, or is not linked; docs/guide/libraries.md "
     "lists "
     "its functions"},
    {"undefined reference to `cusparse", "",
     "heddle's cuSPARSE (-lcusparse) has no such function, or is not linked; "
     "docs/guide/libraries.md lists its functions"},
    {"undefined reference to `nvrtc", "",
     "heddle's NVRTC (-lnvrtc) has no such function, or is not linked; docs/guide/driver.md lists "
     "what there is"},
    {"undefined reference to `cuda", "", "heddle's runtime (libcudart.so) has no such function"},
    {"undefined reference to `cu", "",
     "heddle's driver API (-lcuda) has no such function; docs/guide/driver.md lists what there is"},
};

}  // namespace

std::vector<std::string> explain(const std::string& errors) {
  std::vector<std::string> lines;
  for (const Cause& cause : kCauses) {
    if (errors.find(cause.symptom) == std::string::npos ||
        errors.find(cause.second_symptom) == std::string::npos) {
      continue;
    }
    lines.emplace_back(cause.meaning);
    break;
  }
  return lines;
}

}  // namespace heddle::cc
