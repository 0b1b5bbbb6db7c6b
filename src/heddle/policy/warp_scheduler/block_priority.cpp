// Chooses the block first and then one of its warps. The parameter `order` says which block is
// chosen: the oldest block, the next block in rotation, or the block that issued last as long as it
// can issue. Within a block the warps are chosen by round robin.

#include <algorithm>
#include <array>
#include <vector>

#include "heddle/policy/registry.hpp"
#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"

namespace heddle::policy {
namespace {

enum class Order : std::uint8_t { age, round_robin, sticky };
constexpr std::array<std::string_view, 3> kOrders = {"age", "round_robin", "sticky"};

class BlockPriority final : public WarpScheduler {
 public:
  void describe(ParameterVisitor& visit) override {
    visit.choice("order", order_, kOrders,
                 {.doc = "which block comes first: age: the one that was launched first; "
                         "round_robin: the next block after the one that issued last, in circular "
                         "order of block slots; sticky: the one that issued last as long as a warp "
                         "of it can issue, then the next"});
  }
  EntityLife needs() const override { return EntityLife::path; }

  void attach(const model::SmView& view) override {
    WarpScheduler::attach(view);
    last_block_.assign(view.slots, 0);
    next_warp_.assign(std::size_t{view.slots} * view.blocks, 0);
  }

  unsigned pick(unsigned slot, const model::EntityMask& candidates) override {
    const std::uint32_t block = block_of(slot, candidates);
    model::EntityMask of_block;
    candidates.for_each([&](unsigned entity) {
      if (sm().warps[entity].block_slot == block) of_block.set(entity);
    });
    const unsigned next = of_block.first_from(next_warp_[slot * sm().blocks + block]);
    return next == model::kNoEntity ? of_block.first() : next;
  }

  void issued(unsigned slot, unsigned entity) override {
    const std::uint32_t block = sm().warps[entity].block_slot;
    last_block_[slot] = block;
    next_warp_[slot * sm().blocks + block] = entity + 1 < sm().entities ? entity + 1 : 0;
  }

  std::vector<StorageItem> storage() const override {
    return {{"last issued block", sm().slots, bits_of_number(sm().blocks)},
            {"first warp to look at", std::uint64_t{sm().slots} * sm().blocks,
             bits_of_number(sm().entities)}};
  }

 private:
  std::uint32_t block_of(unsigned slot, const model::EntityMask& candidates) const {
    if (order_ == Order::age) return sm().warps[oldest(candidates)].block_slot;
    const std::uint32_t blocks = sm().blocks;
    const std::uint32_t first = last_block_[slot] + (order_ == Order::sticky ? 0 : 1);
    std::uint32_t nearest = blocks;
    candidates.for_each([&](unsigned entity) {
      const std::uint32_t distance =
          (sm().warps[entity].block_slot + blocks - first % blocks) % blocks;
      nearest = std::min(nearest, distance);
    });
    return (first + nearest) % blocks;
  }

  Order order_ = Order::age;
  std::vector<std::uint32_t> last_block_;  ///< by slot: the block that issued last
  std::vector<unsigned> next_warp_;        ///< by slot and block: first entity to consider
};

const Register<WarpScheduler, BlockPriority> registration(
    "block_priority", "a block before the others, by age, in turn or as long as it can",
    "First a block is chosen among those with a ready warp: the oldest one, the next one in turn, "
    "or the one that issued last while it can. Its ready warps issue in turn.",
    "Fung and Aamodt, \"Thread Block Compaction for Efficient SIMT Control Flow\", HPCA "
    "2011");

}  // namespace
}  // namespace heddle::policy
