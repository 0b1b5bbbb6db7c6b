// Places the variables of a module in device memory: gives each variable an address and writes its
// initial value. An initial value may be the address of another variable.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "heddle/exec/image/memory_image.hpp"
#include "heddle/isa/module.hpp"

namespace heddle::sim {

/// Returns the address of a variable that another module defines, or 0 if no module defines it.
using FindExternal = std::function<Addr(const std::string& name)>;

/// Allocates and initialises the module's variables and returns their addresses in order. Throws
/// Error if memory is full or no module defines an extern variable.
std::vector<Addr> place_variables(const isa::Module& module, exec::MemoryImage& memory,
                                  const FindExternal& find_external);

/// Frees the memory that place_variables allocated.
void remove_variables(const isa::Module& module, const std::vector<Addr>& addresses,
                      exec::MemoryImage& memory);

}  // namespace heddle::sim
