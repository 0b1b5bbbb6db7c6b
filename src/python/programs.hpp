// Loaded PTX text as Python sees it: its kernels, with the types of their parameters.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gil.hpp"
#include "heddle/sim/device.hpp"

namespace heddle::python {

struct KernelParameter {
  std::string name;
  std::string type;  ///< PTX type such as "u64" or "f32"; "bytes": a struct, passed by value
  std::uint64_t bytes = 0;
  std::string pointee;  ///< type of the data that a pointer points at; see pointees_of()
};

struct LoadedKernel {
  std::shared_ptr<const sim::LoadedModule> module;
  std::shared_ptr<const isa::Program> program;
  std::vector<KernelParameter> parameters;
};

/// The kernels of a module that was loaded from the PTX text.
std::vector<LoadedKernel> kernels_of(const std::shared_ptr<const sim::LoadedModule>& module,
                                     std::string_view ptx);

}  // namespace heddle::python
