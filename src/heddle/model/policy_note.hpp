// Notes of a policy about its own decisions, one line of text each. The model does not read them.
#pragma once

#include <cstdint>
#include <string_view>

#include "heddle/base/types.hpp"
#include "heddle/model/event_kind.hpp"

namespace heddle::model {

struct PolicyNote {
  static constexpr EventKind kKind = EventKind::policy_note;
  Cycle cycle = 0;          ///< cycle of the decision
  std::uint64_t grid = 0;   ///< launch number of the grid that the note is about
  std::string_view policy;  ///< name of the policy
  std::string_view text;
};

}  // namespace heddle::model
