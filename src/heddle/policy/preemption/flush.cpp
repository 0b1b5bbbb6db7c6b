// Discards blocks that can run again from their start. The other blocks run to their end.

#include "heddle/policy/preemption/block_by_block.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class Flush final : public BlockByBlock {
 public:
  bool needs_annotations() const override { return true; }
  bool saves_contexts() const override { return false; }

 private:
  Leave leave(const LeavingBlock& block) const override {
    const bool may = block.repeatable != Repeatable::no;
    return {.way = may ? Leave::Way::discard : Leave::Way::finish, .would_discard = true};
  }
};

const Register<Preemption, Flush> registration(
    "flush", "blocks are thrown away, and begin anew later, as long as that changes nothing",
    "On a signal nothing of a block issues any more, and nothing of it is saved: it begins "
    "anew later. That is allowed until the block has executed an instruction that its "
    "repetition could see or do otherwise, as the compiler finds, and once for each block. "
    "Other blocks run to their end.",
    "J. J. K. Park et al., Chimera: Collaborative Preemption for Multitasking on a Shared GPU, "
    "ASPLOS 2015");

}  // namespace
}  // namespace heddle::policy
