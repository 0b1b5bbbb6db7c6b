// A unit of a memory partition as a source of events: its subscribers and its number.
#pragma once

#include <cstdint>

#include "heddle/model/subscribers.hpp"

namespace heddle::memory {

struct EventSource {
  const model::Subscribers* subscribers = nullptr;  ///< null: there are no subscribers
  std::uint32_t number = 0;                         ///< number of the unit in the GPU

  template <typename Event>
  bool is_heard() const {
    return subscribers != nullptr && subscribers->hear<Event>();
  }
};

}  // namespace heddle::memory
