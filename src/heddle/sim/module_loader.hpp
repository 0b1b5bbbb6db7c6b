// Puts a module on the device: its variables get addresses and their initial values, which may be
// addresses themselves.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "heddle/exec/memory_image.hpp"
#include "heddle/isa/module.hpp"

namespace heddle::sim {

/// Address of a variable that another module defines, or 0.
using FindExternal = std::function<Addr(const std::string& name)>;

/// Addresses of the module's variables, in order, their memory filled. Throws Error when memory is
/// short or an extern variable is nowhere.
std::vector<Addr> place_variables(const isa::Module& module, exec::MemoryImage& memory,
                                  const FindExternal& find_external);

/// Frees what place_variables took.
void remove_variables(const isa::Module& module, const std::vector<Addr>& addresses,
                      exec::MemoryImage& memory);

}  // namespace heddle::sim
