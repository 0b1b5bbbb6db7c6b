// What the compiler makes registers for: the assembler that it imitates, the registers that count,
// and the facts of the machine. A group of the compiler's options (compile/options.hpp).
#pragma once

#include <cstdint>

#include "heddle/base/parameter.hpp"
#include "heddle/compile/code/assembler.hpp"
#include "heddle/compile/code/register_limit.hpp"

namespace heddle::compile {

/// The code whose number of registers is used to compute occupancy.
enum class RegisterCount : std::uint8_t {
  code,       ///< the code that the simulator runs
  assembler,  ///< the code after all passes of NVIDIA's assembler
  classes,    ///< the code that the simulator runs, but with the number of registers that graph
              ///< colouring needs for the values of each class (vector, scalar)
};

/// Values that get one register for the warp instead of one register for each thread.
enum class Scalars : std::uint8_t {
  off,
  all,         ///< all values that are provably equal in the active threads of a warp
  convergent,  ///< the values of `all`, except values in code where the threads may have diverged
};

struct CodeTarget {
  Scalars scalars = Scalars::off;
  RegisterCount registers = RegisterCount::assembler;
  Assembler assembler = Assembler::plain;

  // The machine determines these facts. They are no parameters of the compiler.
  std::uint32_t capability = 75;  ///< compute capability, 75 for 7.5
  RegisterSupply supply = {};
  std::uint32_t address_bits = 64;  ///< 32: every valid address lies below 4 GiB

  void describe(ParameterVisitor& visit);
};

}  // namespace heddle::compile
