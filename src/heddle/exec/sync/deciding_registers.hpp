// The registers on which it depends where threads go and what others see of them, of a stretch of
// instructions. Values that decide nothing, such as a count of the turns, are not among them.
#pragma once

#include <vector>

#include "heddle/isa/program.hpp"

namespace heddle::exec {

class DecidingRegisters {
 public:
  /// The instruction has been executed.
  void add(const isa::Program& program, Pc pc);
  /// Nothing has been executed.
  void clear();
  /// Time decides: what was executed will end some day.
  bool reads_time() const { return reads_time_; }
  /// Functions were called: all registers count.
  bool all() const { return calls_; }
  /// Finds rows() and predicates() of all that has been executed.
  void find(const isa::Program& program);
  /// Of the frame; those behind the last do not decide.
  const std::vector<bool>& rows() const { return rows_; }
  const std::vector<bool>& predicates() const { return predicates_; }

 private:
  std::vector<bool> executed_;  ///< by pc
  bool reads_time_ = false, calls_ = false;
  bool is_new_ = false;  ///< something was executed for the first time since they were found
  std::vector<bool> rows_, predicates_;
};

}  // namespace heddle::exec
