// Blocks run to their end, and nothing is saved.

#include "heddle/policy/preemption/block_by_block.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class Drain final : public BlockByBlock {
 public:
  bool stops_blocks() const override { return false; }

 private:
  Leave leave(const LeavingBlock& /*block*/) const override { return {.way = Leave::Way::finish}; }
};

const Register<Preemption, Drain> registration(
    "drain", "blocks run to their end, and no new ones come",
    "On a signal the SM gets no more blocks; it is free when the last that it has ends. Blocks "
    "that never end never free it.",
    "I. Tanasic et al., Enabling Preemptive Multiprogramming on GPUs, ISCA 2014");

}  // namespace
}  // namespace heddle::policy
