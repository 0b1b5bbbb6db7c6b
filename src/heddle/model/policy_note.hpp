// A note of a policy about one of its decisions: a line of text. The model does not read notes.
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
