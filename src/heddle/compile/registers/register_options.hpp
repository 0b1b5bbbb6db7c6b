// How values get registers, and what becomes of those that get none. A group of the compiler's
// options (compile/options.hpp).
#pragma once

#include "heddle/base/parameter.hpp"
#include "heddle/compile/code/code_target.hpp"

namespace heddle::compile {

/// The target's own parameters are not among those of describe().
struct RegisterOptions : CodeTarget {
  bool hold_sources = false;
  bool spread_banks = false;
  bool keep_stack_pointer = false;
  bool count_hidden = false;
  bool colour = true;
  bool spill = true;
  bool coalesce_moves = true;
  bool assign_registers = true;  ///< false: rows stay virtual, one row for each value
  bool check_allocation = false;

  void describe(ParameterVisitor& visit);
};

}  // namespace heddle::compile
