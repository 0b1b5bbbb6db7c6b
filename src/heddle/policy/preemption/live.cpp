// Blocks stop at points where few registers are live. Only live registers are saved, uncompressed
// or compressed.

#include "heddle/policy/preemption/block_by_block.hpp"
#include "heddle/policy/preemption/light_switch.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

template <Leave::Compression kCompression>
class Live final : public BlockByBlock {
 public:
  bool needs_annotations() const override { return true; }
  bool compresses() const override { return kCompression != Leave::Compression::none; }

 private:
  Leave leave(const LeavingBlock& /*block*/) const override { return light_switch(kCompression); }
};

using AsTheyAre = Live<Leave::Compression::none>;
using ByWarp = Live<Leave::Compression::warp>;
using ByBlock = Live<Leave::Compression::block>;

const Register<Preemption, AsTheyAre> live(
    "live", "warps go on to a preemption point, and their live registers are saved",
    "On a signal each warp goes on to the next point that the compiler has chosen, one in each "
    "innermost loop and one in every compiler.point_interval instructions, where few "
    "registers are live. Only these go to memory. A warp that waits at a barrier which warps that "
    "have stopped will not reach is saved there, with all its registers.",
    kLightSwitchSource);
const Register<Preemption, ByWarp> live_cp(
    "live_cp", "as live, with registers compressed that hold one value or equal steps",
    "As live. A register that holds the same value in all threads of a group, or values that "
    "differ by the same step, is saved as one or two words a group: a group is a row of the "
    "block, or the warp. A pattern vector of two bits a register goes first.",
    kLightSwitchSource);
const Register<Preemption, ByWarp> select(
    "select", "the same as live_cp: the source's name where it looks at the whole latency",
    "Preemption points are selected, live registers compressed: live_cp. The source calls the "
    "design select where it measures from the signal to the free SM, and live_cp where it measures "
    "what moving contexts takes.",
    kLightSwitchSource);
const Register<Preemption, ByBlock> live_tbcp(
    "live_tbcp", "as live_cp, with registers compressed over the block where its warps meet",
    "As live_cp. Where all warps of a block stop at the same barrier, a register whose groups "
    "continue each other goes as one or two words for the whole block. The registers of a warp "
    "that stops at a barrier therefore wait until all warps have stopped. Blocks of more than 32 "
    "groups, the entries of the source's buffer, and warps elsewhere go as in live_cp.",
    kLightSwitchSource);

}  // namespace
}  // namespace heddle::policy
