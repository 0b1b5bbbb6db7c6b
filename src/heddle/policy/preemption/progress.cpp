// Decides by the progress of a block: discards blocks that have just begun, lets blocks that are
// nearly done run to their end, and saves the contexts of all other blocks.

#include "heddle/base/error.hpp"
#include "heddle/policy/preemption/block_by_block.hpp"
#include "heddle/policy/preemption/light_switch.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class Progress final : public BlockByBlock {
 public:
  bool needs_annotations() const override { return true; }
  bool compresses() const override { return false; }
  void describe(ParameterVisitor& visit) override {
    visit("flush_below", flush_below_,
          {.maximum = 1,
           .doc = "share of the mean instructions of ended blocks below which a block is thrown "
                  "away, if it may be"});
    visit("drain_above", drain_above_,
          {.maximum = 100, .doc = "the same share, above which it runs to its end"});
  }
  void check() const override {
    if (flush_below_ <= drain_above_) return;
    fail(
        "preemption.progress.flush_below ({}) is above drain_above ({}): a block between them "
        "would be thrown away and run to its end",
        flush_below_, drain_above_);
  }

 private:
  Leave leave(const LeavingBlock& block) const override {
    if (block.mean_instructions == 0) return {};
    const double progress = static_cast<double>(block.instructions) / block.mean_instructions;
    if (progress > drain_above_) return {.way = Leave::Way::finish};
    if (progress >= flush_below_) return {};
    const bool may = block.repeatable != Repeatable::no;
    return {.way = may ? Leave::Way::discard : Leave::Way::save, .would_discard = true};
  }

  double flush_below_ = 0.2, drain_above_ = 0.8;
};

const Register<Preemption, Progress> registration(
    "progress", "blocks that have just begun are thrown away, those nearly done run to their end",
    "A block's progress is its instructions as a share of the mean of the blocks of its kernel "
    "that have ended on the SM. Below flush_below it is thrown away as by flush, above "
    "drain_above it runs to its end, and else, and as long as no block has ended, all that it "
    "occupies is saved as by occup. The source gives no thresholds; the defaults are ours.",
    kLightSwitchSource);

}  // namespace
}  // namespace heddle::policy
