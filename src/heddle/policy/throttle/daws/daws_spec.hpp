// The parameters of DAWS, besides those of the throttles' forced release (Rogers' dissertation,
// chapter 4). Where the dissertation allows several readings, the first one is the default.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heddle/base/parameter.hpp"
#include "heddle/isa/annotations.hpp"
#include "heddle/model/warp_view.hpp"
#include "heddle/policy/storage.hpp"
#include "heddle/policy/throttle/daws/admission.hpp"
#include "heddle/policy/throttle/daws/detection.hpp"
#include "heddle/policy/throttle/lost_locality.hpp"

namespace heddle::policy {

struct DawsSpec {
  enum class Oversize : std::uint8_t { room, l1 };
  enum class Closest : std::uint8_t { next, predicted };
  enum class Outside : std::uint8_t { at_load, from_load };
  enum class FirstLoad : std::uint8_t { trip, before };
  enum class Nesting : std::uint8_t { analysis, pc };

  double associativity_factor = 0.6;
  bool skip_blocked = false, in_loop_first = false, control_flow_aware = true;
  Oversize oversize = Oversize::l1;
  Closest closest = Closest::next;
  Outside outside = Outside::at_load;
  FirstLoad first_load = FirstLoad::trip;
  Nesting nesting = Nesting::analysis;
  std::string profile_file;  ///< empty: DAWS learns
  DetectionSpec detection;
  VictimTagSpec tags;

  void describe(ParameterVisitor& visit);
  /// Throws Error if parameters contradict each other.
  void check() const;
  /// The tables of chapter 4 of the dissertation. A profile needs no tables for learning.
  std::vector<StorageItem> storage(const model::SmView& sm) const;
  static PublishedStorage published_storage();
  /// By which warps are admitted to an L1 of so many lines.
  Admission::Rules rules(unsigned l1_lines) const;
  /// Whether a loop is around another, as `nesting` says.
  bool encloses(const isa::Annotations& program, std::uint32_t outer, std::uint32_t inner) const;
};

}  // namespace heddle::policy
