#include "heddle/sim/settings/kernel_registers.hpp"

#include <algorithm>
#include <cctype>

#include "heddle/base/error.hpp"
#include "heddle/base/text/demangle.hpp"

namespace heddle::sim {
namespace {

constexpr std::string_view kSection = "kernel.";

struct Given {
  std::uint32_t registers = 0;

  void describe(ParameterVisitor& visit) {
    visit("registers", registers,
          {.minimum = 1,
           .maximum = 65535,
           .doc = "of a thread of this kernel, for occupancy; the code stays as it is"});
  }
};

bool is_identifier(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](unsigned char character) {
    return std::isalnum(character) != 0 || character == '_';
  });
}

}  // namespace

KernelRegisters::ByName::const_iterator KernelRegisters::find(const std::string& symbol) const {
  const auto by_symbol = registers_.find(symbol);
  return by_symbol != registers_.end() ? by_symbol : registers_.find(function_name(symbol));
}

bool KernelRegisters::sets(std::string_view name, const std::string& symbol) const {
  const auto found = find(symbol);
  return found != registers_.end() && found->first == name;
}

void KernelRegisters::read(SettingReader& reader, const Settings& settings,
                           const gpu::DeviceSpec& device) {
  for (const auto& [key, setting] : settings) {
    if (!key.starts_with(kSection)) continue;
    const std::size_t end = std::max(key.rfind('.'), kSection.size());
    const std::string name = key.substr(kSection.size(), end - kSection.size());
    if (!is_identifier(name)) {
      fail(
          "{}: '{}': a kernel is named by its function's name alone or by its symbol, as in "
          "kernel.bfs.registers=24",
          setting.origin, key);
    }
    Given given;
    reader.read(std::string(kSection) + name, given);
    // This setting does not set registers. Its key is unknown, so the setting is refused later.
    if (given.registers == 0) continue;
    if (given.registers > device.max_registers_per_thread) {
      fail("{}: {} = {}: {} allows {} (device.max_registers_per_thread)", setting.origin, key,
           given.registers, device.name, device.max_registers_per_thread);
    }
    if (given.registers <= device.reserved_registers) {
      fail(
          "{}: {} = {}: {} keeps {} of a thread's registers for itself (device.reserved_registers)",
          setting.origin, key, given.registers, device.name, device.reserved_registers);
    }
    registers_[name] = given.registers;
  }
}

std::vector<ParameterRow> KernelRegisters::rows() const {
  std::vector<ParameterRow> all;
  for (const auto& [name, registers] : registers_) {
    ParameterRows of(std::string(kSection) + name + ".");
    Given given{registers};
    given.describe(of);
    all.insert(all.end(), of.rows.begin(), of.rows.end());
  }
  return all;
}

void KernelRegisters::apply(isa::Module& module, const gpu::DeviceSpec& device) const {
  for (std::shared_ptr<const isa::Program>& kernel : module.kernels) {
    auto counted = std::make_shared<isa::Program>(*kernel);
    counted->registers += device.reserved_registers;
    counted->least_registers += device.reserved_registers;
    const auto set = find(kernel->name);
    if (set != registers_.end()) counted->registers = counted->least_registers = set->second;
    kernel = std::move(counted);
  }
}

}  // namespace heddle::sim
