// What a policy says of its own decisions, a line of text at a time, for whoever wants to read it.
// Nothing in the model reads it.
#pragma once

#include <cstdint>
#include <string_view>

#include "heddle/base/types.hpp"

namespace heddle::model {

struct PolicyNote {
  Cycle cycle = 0;         ///< in which it was decided; what was made up for later says when it was
  std::uint64_t grid = 0;  ///< the launch that it is about
  std::string_view policy;  ///< its name
  std::string_view text;
};

class NoteListener {
 public:
  virtual ~NoteListener() = default;
  virtual void on(const PolicyNote& note) = 0;
};

}  // namespace heddle::model
