// The parameters of DAWS, except those of the forced release, which all throttles share (Rogers'
// dissertation, chapter 4). Where the dissertation allows several readings, the first value of the
// parameter is the default.
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
  std::string profile_file;  ///< file of the profile; empty: DAWS learns at run time
  DetectionSpec detection;
  VictimTagSpec tags;

  void describe(ParameterVisitor& visit);
  /// Throws Error if parameters contradict each other.
  void check() const;
  /// Returns the tables of chapter 4 of the dissertation. With a profile, the tables for learning
  /// are not needed.
  std::vector<StorageItem> storage(const model::SmView& sm) const;
  static PublishedStorage published_storage();
  /// Returns the rules by which warps are admitted to an L1 of `l1_lines` lines.
  Admission::Rules rules(unsigned l1_lines) const;
  /// Returns whether `outer` encloses `inner`, by the definition that the parameter `nesting`
  /// chooses.
  bool encloses(const isa::Annotations& program, std::uint32_t outer, std::uint32_t inner) const;
};

}  // namespace heddle::policy
