#include "heddle/compile/spilling/spilling.hpp"

#include <utility>

#include "heddle/compile/spilling/slot_sharing.hpp"
#include "heddle/compile/spilling/spill_choice.hpp"
#include "heddle/compile/spilling/spill_code.hpp"

namespace heddle::compile {
namespace {

Assignment spill_to(Routine& routine, std::uint32_t limit, const RegisterOptions& options) {
  SpillChoice choice = choose_where_live(routine, limit);
  for (;;) {
    spill(routine, choice.victims);
    Assignment assignment = assign_registers(routine, options);
    if (assignment.rows <= choice.rows) return assignment;
    choice = choose_where_placed(routine, assignment, choice.rows);
    if (choice.victims.empty()) return assignment;
  }
}

}  // namespace

Assignment assign_within(Routine& routine, std::uint32_t limit, const RegisterOptions& options) {
  if (routine.rows <= limit) return assign_registers(routine, options);
  Routine spilled = routine;
  Assignment assignment = spill_to(spilled, limit, options);
  if (assignment.rows > limit) {
    // If the limit cannot be reached, tries again with the reached number of rows as the limit. The
    // second attempt may spill fewer values.
    Routine again = routine;
    Assignment other = spill_to(again, assignment.rows, options);
    if (other.rows <= assignment.rows) {
      spilled = std::move(again);
      assignment = std::move(other);
    }
  }
  if (!spilled.spills.empty()) share_slots(spilled, (routine.local_bytes + 7) / 8 * 8);
  routine = std::move(spilled);
  return assignment;
}

}  // namespace heddle::compile
