// A loaded PTX module: its kernels, and the variables that the kernels share.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "heddle/isa/program.hpp"

namespace heddle::isa {

/// A variable of module scope in global or constant memory.
struct Variable {
  std::string name;
  Space space = Space::global;
  std::uint64_t bytes = 0;
  std::uint32_t alignment = 1;
  bool external = false;  ///< declared in this module, defined in another module of the program
  bool managed = false;
  /// The variable's first bytes; the remaining ones, up to `bytes`, are zero.
  std::vector<std::uint8_t> initial;

  /// A word of `initial` that the loader fills with an address. The address of a variable is the
  /// variable's generic address plus the addend. The address of a function is the addend itself.
  struct Relocation {
    std::uint64_t offset = 0;
    std::string symbol;
    bool function = false;
    std::int64_t addend = 0;
    std::uint8_t bytes = 8;
  };
  std::vector<Relocation> relocations;
};

struct Module {
  std::string file;
  std::vector<Variable> variables;
  std::vector<std::shared_ptr<const Program>> kernels;
};

}  // namespace heddle::isa
