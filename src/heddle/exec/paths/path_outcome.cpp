#include "heddle/exec/paths/path_outcome.hpp"

namespace heddle::exec {

template <typename Lanes>
bool follow(BasicSimtStack<Lanes>& stack, const BasicPathOutcome<Lanes>& outcome) {
  const Lanes lanes = outcome.lanes & stack.top().lanes;
  const bool some_stay = !(lanes == stack.top().lanes);
  switch (outcome.kind) {
    case PathOutcomeKind::next:
      break;
    case PathOutcomeKind::elsewhere:
      return false;
    case PathOutcomeKind::branch:
      return stack.branch(lanes, outcome.target, outcome.reconvergence);
    case PathOutcomeKind::ways:
      return stack.split(outcome.ways, outcome.reconvergence);
    case PathOutcomeKind::calls:
      if (is_none(lanes)) break;
      return stack.call_each(outcome.callees);
    case PathOutcomeKind::returns:
      stack.return_from(lanes);
      if (some_stay) stack.advance();
      return false;
    case PathOutcomeKind::exits:
      stack.exit(lanes);
      if (some_stay) stack.advance();
      return false;
  }
  stack.advance();
  return false;
}

template bool follow(BasicSimtStack<LaneMask>&, const BasicPathOutcome<LaneMask>&);
template bool follow(BasicSimtStack<BlockLanes>&, const BasicPathOutcome<BlockLanes>&);

}  // namespace heddle::exec
