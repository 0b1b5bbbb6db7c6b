// Decides which warps may load under DAWS (Rogers' dissertation, section 4.2): the oldest warps
// whose footprints together fit the L1. Parts of a warp that issue as a gang are admitted together.
// If only some parts of a gang were throttled, the other parts would wait for them for ever.
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
    double room = 0;  ///< number of L1 lines that the admitted footprints may fill together
    /// Number of L1 lines; a loop with a larger footprint is exempt from the throttle.
    double most = 0;
    bool skip_blocked = false;  ///< true: the footprint of a throttled warp takes no room, so that
                                ///< a younger warp may get the room
    unsigned converged_lines = 2;  ///< maximum number of lines in the footprint of a converged load
  };
  /// A warp, or a gang of parts of a warp.
  struct Applicant {
    model::EntityMask entities;
    Footprint footprint;
    unsigned lines = 0;  ///< number of lines of the footprint
    bool may_load = false;
  };
  /// A loop: the kernel slot, and the number of the loop in the kernel.
  using LoopName = std::pair<std::uint32_t, std::uint32_t>;

  /// Removes all applicants. `entities`: number of entities that may apply.
  void clear(std::size_t entities) {
    applicants_.clear();
    wishes_.clear();
    numbers_.assign(entities, kNone);
  }
  /// Adds the entity to the applicant of its gang. `leader`: the first entity of the gang, or the
  /// entity itself if it is in no gang. Returns the number of the applicant. The first entity of a
  /// gang makes a new applicant, which gets the next number.
  std::size_t apply(unsigned entity, unsigned leader) {
    std::size_t& number = numbers_[leader];
    if (number == kNone) {
      number = applicants_.size();
      applicants_.emplace_back();
    }
    applicants_[number].entities.set(entity);
    return number;
  }
  /// Adds the lines that `lanes` lanes of the applicant need in an iteration of the loop.
  void add_footprint(std::size_t applicant, LoopName loop, const LoadGroups& groups,
                     unsigned lanes);
  /// Decides which applicants may load, and returns all applicants in order.
  const std::vector<Applicant>& decide(const Rules& rules);

 private:
  struct Wish {
    std::size_t applicant = 0;
    LoopName loop;
  };
  /// Clears the footprints of all applicants in each loop where some footprint exceeds `most`.
  void free_oversized(double most);

  static constexpr std::size_t kNone = ~std::size_t{0};

  std::vector<Applicant> applicants_;
  std::vector<std::size_t> numbers_;  ///< by first entity of a gang: number of the applicant
  std::vector<Wish> wishes_;
  std::vector<LoopName> oversized_;
};

}  // namespace heddle::policy
