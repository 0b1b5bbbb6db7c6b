// The contexts of the driver API. All contexts of the device share its memory, its modules and its
// streams: a context is a name that a thread makes current, and the driver API demands one.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>

namespace heddle::cudart {

struct DriverContext {
  std::uint64_t id = 0;
  unsigned flags = 0;
  bool primary = false;
  std::atomic<bool> destroyed{false};
};

class DriverContexts {
 public:
  using Shared = std::shared_ptr<DriverContext>;

  /// Whether the program has called cuInit, or a function of the runtime that needs the device.
  bool initialized() const { return initialized_; }
  void initialize() { initialized_ = true; }

  Shared create(unsigned flags) {
    auto made = std::make_shared<DriverContext>();
    made->id = ++last_id_;
    made->flags = flags;
    return contexts_[made.get()] = made;
  }
  /// Null if there is no such context, or it has been destroyed.
  Shared find(const void* handle) const {
    const auto entry = contexts_.find(handle);
    return entry == contexts_.end() ? nullptr : entry->second;
  }
  void destroy(const Shared& context) {
    context->destroyed = true;
    contexts_.erase(context.get());
    if (context == primary_) primary_ = nullptr;
  }

  /// The primary context. Makes it if there is none.
  const Shared& primary() {
    if (primary_ == nullptr) {
      primary_ = create(primary_flags_);
      primary_->primary = true;
    }
    return primary_;
  }
  bool primary_active() const { return primary_ != nullptr; }
  unsigned primary_flags() const { return primary_flags_; }
  void set_primary_flags(unsigned flags) {
    primary_flags_ = flags;
    if (primary_ != nullptr) primary_->flags = flags;
  }
  /// The primary context of the runtime, which keeps it until the device is reset.
  const Shared& primary_of_runtime() {
    initialized_ = runtime_uses_ = true;
    return primary();
  }
  const Shared& retain_primary() {
    ++retained_;
    return primary();
  }
  /// Returns false if the primary context is not retained.
  bool release_primary() {
    if (retained_ == 0) return false;
    if (--retained_ == 0 && !runtime_uses_) destroy(Shared(primary_));
    return true;
  }
  /// Destroys the primary context after a reset of the device.
  void reset_primary() {
    runtime_uses_ = false;
    retained_ = 0;
    if (primary_ != nullptr) destroy(Shared(primary_));
  }
  /// Whether no context is left, so that nothing on the device has an owner.
  bool none() const { return contexts_.empty(); }

 private:
  std::atomic<bool> initialized_{false};
  std::map<const void*, Shared> contexts_;
  Shared primary_;
  unsigned primary_flags_ = 0;
  unsigned retained_ = 0;
  bool runtime_uses_ = false;
  std::uint64_t last_id_ = 0;
};

}  // namespace heddle::cudart
