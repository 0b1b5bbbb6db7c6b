// A loaded PTX text as Python sees it: its kernels, with the types of their parameters.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gil.hpp"
#include "heddle/sim/device.hpp"

namespace heddle::python {

struct KernelParameter {
  std::string name;
  std::string type;  ///< of PTX: "u64", "f32"; "bytes" of a struct that is taken by value
  std::uint64_t bytes = 0;
  std::string pointee;  ///< what it points at, as pointees_of() says
};

struct LoadedKernel {
  std::shared_ptr<const sim::LoadedModule> module;
  std::shared_ptr<const isa::Program> program;
  std::vector<KernelParameter> parameters;
};

/// The kernels of a module that the PTX text was loaded as.
std::vector<LoadedKernel> kernels_of(const std::shared_ptr<const sim::LoadedModule>& module,
                                     std::string_view ptx);

}  // namespace heddle::python
