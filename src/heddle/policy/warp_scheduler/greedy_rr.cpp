// Greedy, then round robin: the warp that issued last continues while it can. Otherwise the first
// candidate after that warp issues, in circular order of contexts.

#include <vector>

#include "heddle/policy/registry.hpp"
#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"

namespace heddle::policy {
namespace {

class GreedyRoundRobin final : public WarpScheduler {
 public:
  EntityLife needs() const override { return EntityLife::path; }

  void attach(const model::SmView& view) override {
    WarpScheduler::attach(view);
    last_.assign(view.slots, 0);
  }

  unsigned pick(unsigned slot, const model::EntityMask& candidates) override {
    const unsigned entity = candidates.first_from(last_[slot]);
    return entity == model::kNoEntity ? candidates.first() : entity;
  }

  void issued(unsigned slot, unsigned entity) override { last_[slot] = entity; }

  std::vector<StorageItem> storage() const override {
    return {{"last issued warp", sm().slots, bits_of_number(sm().entities)}};
  }

 private:
  std::vector<unsigned> last_;  ///< by slot: the entity that issued last
};

const Register<WarpScheduler, GreedyRoundRobin> registration(
    "greedy_rr", "greedy, then round robin: the last issued warp while it can, else the next",
    "The warp that issued last goes on while it can. Otherwise the next ready warp "
    "in circular order of warp contexts issues.",
    "Rogers, \"Locality and Scheduling in the Massively Multithreaded Era\", "
    "dissertation, University of British Columbia, 2015, chapter 3");

}  // namespace
}  // namespace heddle::policy
