// As many of the leaving blocks as possible keep their registers or their shared memory on the SM.

#include <array>

#include "heddle/policy/preemption/giving_way.hpp"
#include "heddle/policy/preemption/light_switch.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class InPlace final : public Preemption {
 public:
  bool needs_annotations() const override { return true; }
  bool needs_places() const override { return true; }
  void describe(ParameterVisitor& visit) override {
    visit.choice(
        "victims", victims_, kVictims,
        {.doc = "blocks that give up their place: as few as are enough, or from the lowest "
                "address on until it is enough"});
  }

  std::vector<Leave> leave(std::span<const LeavingBlock> blocks,
                           const Signal& signal) const override {
    std::vector<Leave> leaves(blocks.size(), light_switch());
    if (!signal.incoming || signal.spaces == nullptr) return leaves;
    std::vector<model::Extent> registers, shared;
    for (const LeavingBlock& block : blocks) {
      registers.push_back(block.place.registers);
      shared.push_back(block.place.shared);
    }
    if (!holds_only(signal.spaces->registers, registers) ||
        !holds_only(signal.spaces->shared, shared))
      return leaves;
    const auto& [each_registers, each_shared, count] = *signal.incoming;
    const std::vector<bool> registers_leave =
        choose_victims(signal.spaces->registers, registers, each_registers, count, victims_);
    const std::vector<bool> shared_leaves =
        choose_victims(signal.spaces->shared, shared, each_shared, count, victims_);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      leaves[i].keeps_registers = !registers_leave[i];
      leaves[i].keeps_shared = !shared_leaves[i];
    }
    return leaves;
  }

  std::vector<StorageItem> storage() const override {
    return {{"allocation table of registers", kEntries, kEntryBits},
            {"allocation table of shared memory", kEntries, kEntryBits}};
  }
  PublishedStorage published_storage() const override {
    return {storage(), "dissertation, section 2.3.1"};
  }

 private:
  // Section 2.3.1: a table has 16 entries of 5 bytes. An entry has the fields valid, in place,
  // owner, start and size.
  static constexpr std::uint64_t kEntries = 16;
  static constexpr std::uint64_t kEntryBits = 40;
  static constexpr std::array<std::string_view, 2> kVictims = {"min_count", "lowest_address"};
  Victims victims_ = Victims::min_count;
};

const Register<Preemption, InPlace> registration(
    "inplace", "as live_cp, and what the new blocks have no need of stays on the SM",
    "As live_cp. The signal says what the blocks take that are to come. Of registers and of shared "
    "memory, independently, as many old blocks give way as it takes for the new ones to fit, each "
    "in one piece; the others keep theirs, and come back to the same SM. If the signal says "
    "nothing, all give way. So do they while blocks of an earlier signal still have something on "
    "the SM: what two generations kept could bar both from coming back.",
    kLightSwitchSource);

}  // namespace
}  // namespace heddle::policy
