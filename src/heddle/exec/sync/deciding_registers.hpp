// The deciding registers of a sequence of executed instructions: the registers whose values decide
// where threads continue, or what other threads see. Values that decide nothing, such as the number
// of iterations, are not among them.
#pragma once

#include <vector>

#include "heddle/isa/program.hpp"

namespace heddle::exec {

class DecidingRegisters {
 public:
  /// Adds the instruction at `pc`, which has been executed.
  void add(const isa::Program& program, Pc pc);
  /// Forgets all executed instructions.
  void clear();
  /// Whether an executed instruction reads the time. If so, a loop of the executed instructions
  /// ends sooner or later.
  bool reads_time() const { return reads_time_; }
  /// Whether functions were called. If so, all registers count as deciding.
  bool all() const { return calls_; }
  /// Finds rows() and predicates() for all executed instructions.
  void find(const isa::Program& program);
  /// Rows of the frame, by index. Rows beyond the end of the vector do not decide.
  const std::vector<bool>& rows() const { return rows_; }
  const std::vector<bool>& predicates() const { return predicates_; }

 private:
  std::vector<bool> executed_;  ///< indexed by pc: whether the instruction was executed
  bool reads_time_ = false, calls_ = false;
  bool is_new_ = false;  ///< an instruction was executed for the first time since `find`
  std::vector<bool> rows_, predicates_;
};

}  // namespace heddle::exec
