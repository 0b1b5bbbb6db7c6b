#include "heddle/sim/launches/launch_request.hpp"

namespace heddle::sim {

const isa::Program* LoadedModule::kernel(std::string_view name) const {
  for (const auto& program : module.kernels) {
    if (program->name == name) return program.get();
  }
  return nullptr;
}

}  // namespace heddle::sim
