#include "heddle/sim/parameter_block.hpp"

#include <algorithm>

#include "heddle/base/error.hpp"
#include "heddle/base/text/demangle.hpp"

namespace heddle::sim {

std::vector<std::uint8_t> parameter_block(const isa::Program& program,
                                          std::span<const std::vector<std::uint8_t>> arguments,
                                          std::string_view hint) {
  if (arguments.size() != program.parameters.size()) {
    fail("kernel {} has {} parameters, and {} arguments are given", demangled(program.name),
         program.parameters.size(), arguments.size());
  }
  std::vector<std::uint8_t> block(program.parameter_bytes);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const isa::Parameter& parameter = program.parameters[i];
    const std::vector<std::uint8_t>& bytes = arguments[i];
    if (bytes.size() != parameter.bytes) {
      fail("argument {} has {} bytes, but parameter {} of kernel {} has {}{}", i, bytes.size(),
           parameter.name, demangled(program.name), parameter.bytes, hint);
    }
    std::copy(bytes.begin(), bytes.end(), block.begin() + parameter.offset);
  }
  return block;
}

}  // namespace heddle::sim
