// The number of registers per thread of a kernel from which occupancy is computed. It is the
// compiler's count plus the registers that the machine reserves, unless the user sets another
// number, for example a published one, with `kernel.<name>.registers`. The number affects only the
// occupancy, not the code.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/gpu/chip/machine.hpp"
#include "heddle/isa/module.hpp"
#include "heddle/sim/settings/parameter_rows.hpp"
#include "heddle/sim/settings/setting_reader.hpp"

namespace heddle::sim {

class KernelRegisters {
 public:
  /// Reads the settings. Throws Error for an impossible kernel name or count.
  void read(SettingReader& reader, const Settings& settings, const gpu::DeviceSpec& device);

  std::vector<ParameterRow> rows() const;
  const std::map<std::string, std::uint32_t>& by_name() const { return registers_; }

  /// Sets Program::registers and least_registers of a module's kernels.
  void apply(isa::Module& module, const gpu::DeviceSpec& device) const;

  /// Whether a setting with this name applies to the kernel. The name must be the kernel's symbol,
  /// or its function name without namespaces, template arguments and parameters.
  bool sets(std::string_view name, const std::string& symbol) const;

 private:
  using ByName = std::map<std::string, std::uint32_t>;

  ByName::const_iterator find(const std::string& symbol) const;

  ByName registers_;  ///< indexed by the name in the setting
};

}  // namespace heddle::sim
