// How many registers a thread of a kernel is said to have: what the compiler counts and what the
// machine keeps for itself, or what the user sets with `kernel.<name>.registers`, for instance to
// the count that a publication states. Only occupancy depends on it; the code stays as it is.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/gpu/machine.hpp"
#include "heddle/isa/module.hpp"
#include "heddle/sim/parameter_rows.hpp"
#include "heddle/sim/setting_reader.hpp"

namespace heddle::sim {

class KernelRegisters {
 public:
  /// Throws Error for a name that no kernel can have and for counts that no thread can have.
  void read(SettingReader& reader, const Settings& settings, const gpu::DeviceSpec& device);

  std::vector<ParameterRow> rows() const;
  const std::map<std::string, std::uint32_t>& by_name() const { return registers_; }

  /// Sets Program::registers and least_registers of a module's kernels.
  void apply(isa::Module& module, const gpu::DeviceSpec& device) const;

  /// Whether this name is the one that sets a kernel's count: its symbol, or else its function's
  /// name without namespaces, template arguments and parameters.
  bool sets(std::string_view name, const std::string& symbol) const;

 private:
  using ByName = std::map<std::string, std::uint32_t>;

  ByName::const_iterator find(const std::string& symbol) const;

  ByName registers_;  ///< by the name that was given
};

}  // namespace heddle::sim
