// The one copy that a warp would have of each scalar register, kept beside the lanes' own: whether
// a program could run with it. A lane that finds something else in its own copy than the warp wrote
// last would have computed with another path's value.
#pragma once

#include "heddle/exec/step/step_context.hpp"

namespace heddle::exec {

/// Of the frame that an instruction works on. Made before the instruction runs, since calls move
/// the frame.
class ScalarFrame {
 public:
  explicit ScalarFrame(const StepContext& context);

  /// Faults where a lane of `lanes` reads another value than the warp's copy.
  void check_sources(const StepContext& context, LaneMask lanes);
  void check_guard(const StepContext& context, LaneMask lanes);
  /// The copies become what the instruction wrote; faults if `lanes` did not write the same.
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
