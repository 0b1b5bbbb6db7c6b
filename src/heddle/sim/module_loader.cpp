#include "heddle/sim/module_loader.hpp"

#include <cstring>

#include "heddle/base/error.hpp"
#include "heddle/sim/device.hpp"

namespace heddle::sim {
namespace {

Addr place(const isa::Module& module, const isa::Variable& variable, exec::MemoryImage& memory,
           const FindExternal& find_external) {
  if (variable.external) {
    const Addr address = find_external(variable.name);
    if (address == 0) {
      fail("{}: variable '{}' is extern, and no module loaded before defines it", module.file,
           variable.name);
    }
    return address;
  }
  const std::uint64_t bytes = std::max<std::uint64_t>(variable.bytes, 1);
  const bool writable = variable.space != isa::Space::constant;
  const Addr address = variable.managed
                           ? reinterpret_cast<Addr>(memory.allocate_host(bytes, variable.name))
                           : memory.allocate(bytes, variable.name, writable);
  if (address == 0) {
    throw OutOfDeviceMemory(
        fmt::format("{}: variable '{}' of {} bytes does not fit in device memory", module.file,
                    variable.name, variable.bytes));
  }
  return address;
}

Addr target_of(const isa::Module& module, const isa::Variable::Relocation& relocation,
               const std::vector<Addr>& addresses) {
  if (relocation.function) return static_cast<Addr>(relocation.addend);
  for (std::size_t i = 0; i < module.variables.size(); ++i) {
    if (module.variables[i].name != relocation.symbol) continue;
    return addresses[i] + static_cast<Addr>(relocation.addend);
  }
  fail("{}: an initial value names '{}', which is no variable of the module", module.file,
       relocation.symbol);
}

std::vector<std::uint8_t> initial_bytes(const isa::Module& module, const isa::Variable& variable,
                                        const std::vector<Addr>& addresses) {
  std::vector<std::uint8_t> bytes = variable.initial;
  for (const isa::Variable::Relocation& relocation : variable.relocations) {
    const Addr target = target_of(module, relocation, addresses);
    const std::uint64_t end = relocation.offset + relocation.bytes;
    if (bytes.size() < end) bytes.resize(end);
    std::memcpy(bytes.data() + relocation.offset, &target, relocation.bytes);
  }
  bytes.resize(variable.bytes);
  return bytes;
}

}  // namespace

std::vector<Addr> place_variables(const isa::Module& module, exec::MemoryImage& memory,
                                  const FindExternal& find_external) {
  std::vector<Addr> addresses;
  try {
    for (const isa::Variable& variable : module.variables) {
      addresses.push_back(place(module, variable, memory, find_external));
    }
  } catch (const Error&) {
    remove_variables(module, addresses, memory);
    throw;
  }
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    const isa::Variable& variable = module.variables[i];
    if (variable.external || variable.bytes == 0) continue;
    const bool zero = variable.initial.empty() && variable.relocations.empty();
    if (zero) {
      memory.fill(addresses[i], 0, variable.bytes);
    } else {
      const std::vector<std::uint8_t> bytes = initial_bytes(module, variable, addresses);
      memory.write(addresses[i], bytes.data(), bytes.size());
    }
  }
  return addresses;
}

void remove_variables(const isa::Module& module, const std::vector<Addr>& addresses,
                      exec::MemoryImage& memory) {
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    const isa::Variable& variable = module.variables[i];
    if (variable.external) continue;
    if (variable.managed) {
      memory.free_host(reinterpret_cast<void*>(addresses[i]));
    } else {
      memory.free(addresses[i]);
    }
  }
}

}  // namespace heddle::sim
