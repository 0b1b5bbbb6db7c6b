#include "heddle/exec/progress/gates.hpp"

#include "heddle/exec/step/step_context.hpp"
#include "heddle/exec/sync/meeting.hpp"
#include "heddle/isa/matrix/forms.hpp"

namespace heddle::exec {
namespace {

template <bool (*passes)(StepContext&)>
void execute_if(StepContext& context) {
  if (!passes(context)) {
    context.result.outcome.kind = PathOutcomeKind::elsewhere;
    return;
  }
  find_handler(context.instruction.op)->handler(context);
  context.warp.progress.taken = 0;
}

}  // namespace

Handler gated_handler(const isa::Instruction& instruction) {
  if (instruction.op_class == isa::OpClass::barrier) return execute_if<pass_barrier>;
  switch (lane_dependence(instruction)) {
    case LaneDependence::named:
      return execute_if<pass_meeting>;
    case LaneDependence::all:
      // shfl and vote without a member mask, of PTX before 6.0, execute with the lanes that are
      // there.
      return isa::is_matrix(instruction.op) ? execute_if<pass_meeting> : nullptr;
    default:
      return nullptr;
  }
}

}  // namespace heddle::exec
