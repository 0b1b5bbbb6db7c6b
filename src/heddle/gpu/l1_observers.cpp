#include "heddle/gpu/l1_observers.hpp"

namespace heddle::gpu {

L1Observers::L1Observers(const MachineSpec& machine, Sms& sms) : machine_(machine), sms_(sms) {}

void L1Observers::classify_hits() {
  for (std::uint32_t sm = 0; sm < sms_.size(); ++sm) {
    hit_classes_.push_back(std::make_unique<observe::HitClasses>(core::kKernelSlots));
    sms_[sm]->listen(*hit_classes_.back());
  }
}

void L1Observers::replay() {
  for (std::uint32_t sm = 0; sm < sms_.size(); ++sm) {
    replays_.push_back(std::make_unique<replay::LiveReplay>(cache_shape(), core::kKernelSlots));
    sms_[sm]->listen(*replays_.back());
  }
}

void L1Observers::record() {
  for (std::uint32_t sm = 0; sm < sms_.size(); ++sm) {
    recorders_.push_back(std::make_unique<replay::Recorder>(machine_.l1.line_bytes));
    sms_[sm]->listen(*recorders_.back());
  }
}

void L1Observers::profile_loads() {
  for (std::uint32_t sm = 0; sm < sms_.size(); ++sm) {
    load_profiles_.push_back(std::make_unique<observe::LoadsProfile>(core::kKernelSlots));
    sms_[sm]->listen(*load_profiles_.back());
  }
}

void L1Observers::count_lost_locality(const policy::VictimTagSpec& tags) {
  for (std::uint32_t sm = 0; sm < sms_.size(); ++sm) {
    locality_losses_.push_back(
        std::make_unique<observe::LocalityLosses>(core::kKernelSlots, tags, sms_[sm]->view()));
    sms_[sm]->listen(*locality_losses_.back());
  }
}

L1Counts L1Observers::counts(std::size_t sm, std::uint8_t slot) const {
  L1Counts counts;
  if (!hit_classes_.empty()) counts.reuse = hit_classes_[sm]->counts(slot);
  if (!replays_.empty()) {
    replays_[sm]->replayer().settle();
    counts.replay = replays_[sm]->replayer().counts(slot);
  }
  if (!load_profiles_.empty()) counts.trips = load_profiles_[sm]->trips(slot);
  if (!locality_losses_.empty()) counts.losses = locality_losses_[sm]->counts(slot);
  return counts;
}

replay::CacheShape L1Observers::cache_shape() const {
  const core::L1Spec& l1 = machine_.l1;
  return {.bytes = l1.bytes,
          .line_bytes = l1.line_bytes,
          .associativity = l1.associativity,
          .set_index = l1.set_index,
          .sectored = l1.sectored,
          .write_update = machine_.load_store.write_hit == core::WriteHit::update,
          .write_allocate = l1.write_allocate,
          .local_back = l1.local_write == core::LocalWrite::back};
}

}  // namespace heddle::gpu
