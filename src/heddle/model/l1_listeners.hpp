// Several listeners of one SM's data cache, told one after the other.
#pragma once

#include <vector>

#include "heddle/model/sm_events.hpp"

namespace heddle::model {

class L1Listeners final : public L1Listener {
 public:
  void add(L1Listener* listener) { listeners_.push_back(listener); }

  void on(const WarpLaunched& event) override { tell(event); }
  void on(const L1Access& event) override { tell(event); }
  void on(const L1Filled& event) override { tell(event); }
  void on(const L1Evicted& event) override { tell(event); }
  void on(const L1Flushed& event) override { tell(event); }

 private:
  template <typename Event>
  void tell(const Event& event) {
    for (L1Listener* const listener : listeners_) listener->on(event);
  }

  std::vector<L1Listener*> listeners_;
};

}  // namespace heddle::model
