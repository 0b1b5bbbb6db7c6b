// Integer operations of 64 bits as instructions on 32 bits that compute the same result.
#pragma once

#include <vector>

#include "heddle/compile/code/constant_pool.hpp"
#include "heddle/compile/code/routine.hpp"

namespace heddle::compile {

class WordArithmetic {
 public:
  WordArithmetic(Routine& routine, ConstantPool& constants)
      : routine_(routine), constants_(constants) {}

  /// Returns the instructions for a sum, a difference, a negation, a selection or a product. Empty
  /// for all other operations. The instructions stand for no PTX instruction yet.
  std::vector<isa::Instruction> of(const isa::Instruction& whole);

 private:
  std::vector<isa::Instruction> carried(const isa::Instruction& whole, isa::Op low, isa::Op high,
                                        isa::Operand a, isa::Operand b);
  std::vector<isa::Instruction> selected(const isa::Instruction& whole);
  std::vector<isa::Instruction> product(const isa::Instruction& whole);

  Routine& routine_;
  ConstantPool& constants_;
};

}  // namespace heddle::compile
