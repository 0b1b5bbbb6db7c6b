// What the load-store unit tells its listeners: how each transaction went, and what becomes of the
// lines of the data cache. Callers ask is_any() first: without a listener nothing here runs.
#pragma once

#include <cstdint>

#include "heddle/core/access.hpp"
#include "heddle/core/l1_cache.hpp"
#include "heddle/model/entity.hpp"
#include "heddle/model/sm_events.hpp"

namespace heddle::core {

class AccessListeners {
 public:
  /// `parts`: in how many a warp issues.
  explicit AccessListeners(unsigned parts) : names_(parts) {}

  void listen(model::SmListener* listener);
  void listen(model::L1Listener* listener);
  /// A policy, told before the listener; for good.
  void tell_policy(model::L1Listener* policy);
  bool is_any() const { return is_any_; }

  /// The next transaction of the access was tried. `brought`: sectors that it brings to the cache.
  void tried(Cycle now, const Access& access, model::L1Outcome outcome, model::FirstLevel cache,
             std::uint8_t brought = 0) const;
  /// The access begins to hold the banks.
  void began_banks(Cycle now, const Access& access) const;
  /// Sectors have come to the data cache.
  void filled(Cycle now, Addr line, std::uint8_t sectors) const;
  /// The data cache has lost this line, if it is one.
  void evicted(Cycle now, const L1Cache::Eviction& eviction) const;
  /// All lines left the data cache.
  void flushed(Cycle now) const;

 private:
  void note_whether_any();
  void tell(const model::L1Access& event) const;
  template <typename Event>
  void tell_l1(const Event& event) const {
    if (l1_policy_ != nullptr) l1_policy_->on(event);
    if (l1_listener_ != nullptr) l1_listener_->on(event);
  }

  model::EntityNames names_;
  model::SmListener* listener_ = nullptr;
  model::L1Listener* l1_listener_ = nullptr;
  model::L1Listener* l1_policy_ = nullptr;
  bool is_any_ = false;
};

}  // namespace heddle::core
