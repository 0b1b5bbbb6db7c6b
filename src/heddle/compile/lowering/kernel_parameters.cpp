#include "heddle/compile/lowering/kernel_parameters.hpp"

#include <fmt/core.h>

#include "heddle/compile/lowering/call_layout.hpp"

namespace heddle::compile {

std::vector<isa::Parameter> kernel_parameters(const ptx::Function& kernel) {
  std::vector<isa::Parameter> parameters;
  std::uint64_t next = 0;
  for (const ptx::Parameter& declared : kernel.parameters) {
    next = (next + declared.alignment - 1) / declared.alignment * declared.alignment;
    parameters.push_back({std::string(declared.name), static_cast<std::uint32_t>(next),
                          static_cast<std::uint32_t>(declared.bytes),
                          static_cast<std::uint32_t>(declared.alignment)});
    next += declared.bytes;
  }
  return parameters;
}

void set_parameters(isa::Program& program, const ptx::Function& kernel) {
  program.parameters = kernel_parameters(kernel);
  if (program.parameters.empty()) return;
  const isa::Parameter& last = program.parameters.back();
  program.parameter_bytes = last.offset + last.bytes;
}

void check_parameters(const ptx::Module& module, const ptx::Function& kernel) {
  std::uint64_t bytes = 0;
  for (const ptx::Parameter& declared : kernel.parameters) {
    if (declared.bytes == 0) throw module.error(declared.place, "a parameter without size");
    if (declared.bytes <= kMostParameterBytes) bytes += declared.bytes;
    if (declared.bytes > kMostParameterBytes || declared.alignment > kMostParameterBytes ||
        bytes > kMostParameterBytes) {
      throw module.error(declared.place, fmt::format("the parameters of kernel '{}' are larger "
                                                     "than {} bytes",
                                                     kernel.name, kMostParameterBytes));
    }
  }
}

}  // namespace heddle::compile
