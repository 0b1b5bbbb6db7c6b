// Keeps one copy of each scalar register for a warp, beside the lanes' own values, to test whether
// one copy would be enough. If a lane's own value differs from the copy, the warp wrote the copy on
// another path, and one copy would not be enough.
#pragma once

#include "heddle/exec/step/step_context.hpp"

namespace heddle::exec {

/// The scalar registers of the frame in which an instruction works. The caller creates the object
/// before the instruction runs, because a call changes the frame.
class ScalarFrame {
 public:
  explicit ScalarFrame(const StepContext& context);

  /// Faults if a lane of `lanes` reads a value that differs from the warp's copy.
  void check_sources(const StepContext& context, LaneMask lanes);
  void check_guard(const StepContext& context, LaneMask lanes);
  /// Copies the results of the instruction. Faults if the lanes of `lanes` wrote different values.
  void take_results(const StepContext& context, LaneMask lanes);

 private:
  struct Register;

  void check(const StepContext& context, const Register& at, LaneMask lanes);
  void take(const StepContext& context, const Register& at, LaneMask lanes);
  std::uint32_t& copy(const Register& at, unsigned lane);
  Register row(const StepContext& context, std::uint32_t index) const;
  Register predicate(const StepContext& context, std::uint32_t index) const;

  Warp& warp_;
  const isa::Function& function_;
  std::size_t row_base_, predicate_base_;
};

}  // namespace heddle::exec
