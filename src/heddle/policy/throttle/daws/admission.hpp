// Which warps may load under DAWS (Rogers' dissertation, section 4.2): the oldest warps whose
// footprints together fit the L1. Parts of a warp that issue as a gang are admitted together. If
// only some were held, the others would wait for them for ever.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "heddle/model/mask.hpp"
#include "heddle/policy/throttle/daws/footprint.hpp"

namespace heddle::policy {

class Admission {
 public:
  struct Rules {
    double room = 0;               ///< lines that footprints may fill
    double most = 0;               ///< a larger footprint exempts its whole loop from the throttle
    bool skip_blocked = false;     ///< held footprints do not count against younger ones
    unsigned converged_lines = 2;  ///< a converged load wants at most so many lines
  };
  /// A warp, or a gang of parts of a warp.
  struct Applicant {
    model::EntityMask entities;
    Footprint footprint;
    unsigned lines = 0;  ///< lines of the footprint
    bool may_load = false;
  };
  /// Kernel slot and number of the loop.
  using LoopName = std::pair<std::uint32_t, std::uint32_t>;

  /// Nobody applies; so many entities may.
  void clear(std::size_t entities) {
    applicants_.clear();
    wishes_.clear();
    numbers_.assign(entities, kNone);
  }
  /// The entity applies with its gang, whose first entity is `leader`, itself if it is alone.
  /// Returns the number of the applicant, behind all others if it is new.
  std::size_t apply(unsigned entity, unsigned leader) {
    std::size_t& number = numbers_[leader];
    if (number == kNone) {
      number = applicants_.size();
      applicants_.emplace_back();
    }
    applicants_[number].entities.set(entity);
    return number;
  }
  /// Adds the lines that `lanes` lanes of the applicant need in a trip through the loop.
  void add_footprint(std::size_t applicant, LoopName loop, const LoadGroups& groups,
                     unsigned lanes);
  /// Decides and returns all applicants, in order.
  const std::vector<Applicant>& decide(const Rules& rules);

 private:
  struct Wish {
    std::size_t applicant = 0;
    LoopName loop;
  };
  /// Clears the footprints of all applicants in a loop with a footprint above `most`.
  void free_oversized(double most);

  static constexpr std::size_t kNone = ~std::size_t{0};

  std::vector<Applicant> applicants_;
  std::vector<std::size_t> numbers_;  ///< of applicants, by their first entity
  std::vector<Wish> wishes_;
  std::vector<LoopName> oversized_;
};

}  // namespace heddle::policy
