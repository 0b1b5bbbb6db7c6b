// Loose round robin: issues the first candidate after the warp that issued last, in circular order
// of contexts.

#include <vector>

#include "heddle/policy/registry.hpp"
#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"

namespace heddle::policy {
namespace {

class Lrr final : public WarpScheduler {
 public:
  EntityLife needs() const override { return EntityLife::path; }

  void attach(const model::SmView& view) override {
    WarpScheduler::attach(view);
    next_.assign(view.slots, 0);
  }

  unsigned pick(unsigned slot, const model::EntityMask& candidates) override {
    const unsigned entity = candidates.first_from(next_[slot]);
    return entity == model::kNoEntity ? candidates.first() : entity;
  }

  void issued(unsigned slot, unsigned entity) override {
    next_[slot] = entity + 1 < sm().entities ? entity + 1 : 0;
  }

  std::vector<StorageItem> storage() const override {
    return {{"first warp to look at", sm().slots, bits_of_number(sm().entities)}};
  }

 private:
  std::vector<unsigned> next_;  ///< by slot: first entity to consider
};

const Register<WarpScheduler, Lrr> registration(
    "lrr", "loose round robin: the next eligible warp after the last issued",
    "Loose round robin: a slot issues the first ready warp behind the one that "
    "issued last, in circular order of warp contexts. All warps go forward at about "
    "the same pace, so that they reach their loads at about the same time.");

}  // namespace
}  // namespace heddle::policy
