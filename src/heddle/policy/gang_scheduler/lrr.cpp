// Loose round robin of gangs.

#include "heddle/policy/gang_scheduler/gang_scheduler.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class GangLrr final : public GangScheduler {
 public:
  unsigned pick(const model::EntityMask& candidates) override {
    const unsigned entity = candidates.first_from(next_);
    return entity == model::kNoEntity ? candidates.first() : entity;
  }

  void issued(unsigned entity) override { next_ = entity + 1 < sm().entities ? entity + 1 : 0; }

  std::vector<StorageItem> storage() const override {
    return {{"first gang to look at", 1, bits_of_number(sm().entities)}};
  }

 private:
  unsigned next_ = 0;  ///< first entity to consider at the next pick
};

const Register<GangScheduler, GangLrr> registration(
    "lrr", "loose round robin: the next ready gang after the last issued",
    "The first ready gang behind the one that issued last issues, in circular order of warp "
    "contexts. The study pairs it with warp_scheduler=lrr for parts that issue alone.",
    "Rogers, \"Locality and Scheduling in the Massively Multithreaded Era\", "
    "dissertation, University of British Columbia, 2015, section 6.4.3");

}  // namespace
}  // namespace heddle::policy
