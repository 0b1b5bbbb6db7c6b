// Builds the routine of a function during lowering. The builder allocates virtual rows, converts
// PTX operands to machine operands, and appends instructions. Each appended instruction gets the
// guard and the line of the current PTX instruction.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "heddle/compile/code/constant_pool.hpp"
#include "heddle/compile/code/routine.hpp"
#include "heddle/compile/lowering/kernel_scope.hpp"
#include "heddle/compile/lowering/parameter_rows.hpp"
#include "heddle/isa/op_pattern.hpp"
#include "heddle/isa/system_call.hpp"
#include "heddle/ptx/tree/tree.hpp"

namespace heddle::compile {

/// Tells whether a register may be wider than the instruction's type. Loads, stores and conversions
/// allow wider registers.
enum class Width : std::uint8_t { exact, may_be_wider };

class Builder {
 public:
  Builder(const KernelScope& scope, std::uint32_t module_function, ConstantPool& constants);

  const ptx::Module& module() const { return scope_.plan().module; }
  const ptx::Function& function() const { return function_; }
  std::uint32_t module_function() const { return module_function_; }
  const KernelScope& scope() const { return scope_; }
  ConstantPool& constants() { return constants_; }
  Routine& routine() { return routine_; }
  ParameterRows& parameters() { return parameters_; }
  [[noreturn]] void refuse(ptx::TextPosition place, const std::string& message) const;

  /// Notes in the modifiers if the target lacks the instruction. Refuses the instruction if the
  /// target says so.
  void note_capability(const ptx::Instruction& instruction, isa::Op op,
                       isa::Modifiers& modifiers) const;

  /// Makes `instruction` the current PTX instruction.
  void begin(const ptx::Instruction& instruction);
  bool is_guarded() const { return guard_.has_value(); }

  isa::Instruction& emit(isa::Op op, std::initializer_list<isa::Operand> destinations,
                         std::initializer_list<isa::Operand> sources);
  /// Appends the moves of one or two rows.
  void move(isa::Operand to, isa::Operand from, unsigned rows);
  /// Appends the moves of `words` consecutive rows between a function and its caller. One side may
  /// be a predicate, which is 0 or 1 in a row.
  void pass(isa::Operand to, isa::Operand from, unsigned words);

  isa::Operand temporary(unsigned rows);
  isa::Operand temporary_predicate();
  isa::Operand carry();  ///< the predicate that serves as the carry flag of the function

  /// Returns the number of rows of a register. 0 for a predicate.
  unsigned rows_of(const ptx::Operand& reg) const;
  unsigned bytes_of(const ptx::Operand& reg) const;
  isa::Operand reg(const ptx::Operand& reg) const;
  /// Returns the first row, or the predicate, of a parameter that is declared as a register.
  isa::Operand row(const ptx::Parameter& reg_parameter) const;

  /// Returns a source operand of `rows` rows. `type` is the type of a constant, and a register must
  /// be wide enough for this type.
  isa::Operand source(const ptx::Operand& operand, unsigned rows, isa::Type type,
                      Width width = Width::exact);
  isa::Operand predicate_source(const ptx::Operand& operand);
  isa::Operand destination(const ptx::Operand& operand, unsigned rows, Width width = Width::exact);
  isa::Operand predicate_destination(const ptx::Operand& operand);
  /// Appends the instruction that writes the high row of a 64-bit register after a result of `type`
  /// was written to the low row.
  void extend(const ptx::Operand& operand, isa::Type type);

  /// Returns the operand for a symbol's address plus an offset. As in `mov`, the address is within
  /// the symbol's state space.
  isa::Operand symbol_address(const ptx::Operand& operand, unsigned rows);
  /// Returns the offset of a local variable in the function's frame.
  std::uint32_t frame_offset(std::uint32_t variable) const { return frame_[variable]; }
  /// If a special register is equal for all threads, returns its constant row. Otherwise appends an
  /// instruction that reads the register at run time, and returns the result.
  isa::Operand special_register(const ptx::Operand& operand, unsigned rows);

 private:
  struct RegisterPlace {
    std::uint32_t index = 0;
    std::uint8_t rows = 0;
    std::uint8_t bytes = 0;
  };
  void place_registers();
  void place_frame();
  isa::Operand low_row(const ptx::Operand& operand, unsigned rows, Width width) const;
  isa::Operand sum(const ptx::Operand& operand, unsigned rows, isa::Type type, Width width);
  isa::Operand immediate(const ptx::Operand& operand, unsigned rows, isa::Type type);

  const KernelScope& scope_;
  std::uint32_t module_function_;
  const ptx::Function& function_;
  ConstantPool& constants_;
  Routine routine_;
  ParameterRows parameters_;
  std::vector<RegisterPlace> registers_;
  std::vector<std::uint32_t> frame_;
  std::optional<isa::Operand> carry_;
  std::optional<isa::Operand> guard_;
  std::uint32_t line_ = 0;
  std::uint8_t pending_ = 0;  ///< number of PTX instructions since the last machine instruction;
                              ///< the next machine instruction counts them
};

}  // namespace heddle::compile
