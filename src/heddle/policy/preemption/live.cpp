// Blocks stop where little is live, and what is live is saved: as it is, or compressed.

#include "heddle/policy/preemption/preemption.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

template <bool kCompressed>
class Live final : public Preemption {
 public:
  bool needs_annotations() const override { return true; }
  Leave leave(const LeavingBlock& /*block*/) const override {
    return {.at_points = true, .only_live = true, .compressed = kCompressed};
  }
};

using AsTheyAre = Live<false>;
using Compressed = Live<true>;

constexpr const char* kSource =
    "Z. Lin, Architectural Support for Efficient GPU Multiprogramming, dissertation, North "
    "Carolina State University, chapter 2";

const Register<Preemption, AsTheyAre> live(
    "live", "warps go on to a preemption point, and their live registers are saved",
    "On a signal each warp goes on to the next point that the compiler has chosen, one in each "
    "innermost loop and one in every compiler.point_interval instructions, where few "
    "registers are live. Only these go to memory. A warp that waits at a barrier which warps that "
    "have stopped will not reach is saved there, with all its registers.",
    kSource);
const Register<Preemption, Compressed> live_cp(
    "live_cp", "as live, with registers compressed that hold one value or equal steps",
    "As live. A register that holds the same value in all threads of a group, or values that "
    "differ by the same step, is saved as one or two words a group: a group is a row of the "
    "block, or the warp. A pattern vector of two bits a register goes first.",
    kSource);

}  // namespace
}  // namespace heddle::policy
