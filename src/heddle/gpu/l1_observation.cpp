// Who listens to the L1 data caches.

#include "heddle/gpu/gpu.hpp"

namespace heddle::gpu {
namespace {

replay::CacheShape shape_of(const MachineSpec& machine) {
  const core::L1Spec& l1 = machine.l1;
  return {.bytes = l1.bytes,
          .line_bytes = l1.line_bytes,
          .associativity = l1.associativity,
          .set_index = l1.set_index,
          .sectored = l1.sectored,
          .write_update = machine.load_store.write_hit == core::WriteHit::update,
          .write_allocate = l1.write_allocate,
          .local_back = l1.local_write == core::LocalWrite::back};
}

}  // namespace

replay::CacheShape Gpu::l1_shape() const { return shape_of(machine_); }

void Gpu::listen(std::uint32_t sm, model::L1Listener* listener) {
  l1_listeners_.at(sm).add(listener);
  sms_[sm]->listen(&l1_listeners_[sm]);
}

void Gpu::count_lost_locality(const policy::VictimTagSpec& tags) {
  for (std::uint32_t sm = 0; sm < sms_.size(); ++sm) {
    locality_losses_.push_back(std::make_unique<observe::LocalityLosses>(core::kKernelSlots, tags));
    sms_[sm]->observe(locality_losses_.back().get());
    listen(sm, locality_losses_.back().get());
  }
}

void Gpu::classify_hits() {
  for (std::uint32_t sm = 0; sm < sms_.size(); ++sm) {
    hit_classes_.push_back(std::make_unique<observe::HitClasses>(core::kKernelSlots));
    listen(sm, hit_classes_.back().get());
  }
}

void Gpu::replay_l1() {
  for (std::uint32_t sm = 0; sm < sms_.size(); ++sm) {
    replays_.push_back(std::make_unique<replay::LiveReplay>(l1_shape(), core::kKernelSlots));
    listen(sm, replays_.back().get());
  }
}

void Gpu::profile_loads() {
  for (std::uint32_t sm = 0; sm < sms_.size(); ++sm) {
    load_profiles_.push_back(std::make_unique<observe::LoadsProfile>(core::kKernelSlots));
    listen(sm, load_profiles_.back().get());
  }
}

void Gpu::record_l1() {
  for (std::uint32_t sm = 0; sm < sms_.size(); ++sm) {
    recorders_.push_back(std::make_unique<replay::Recorder>(machine_.l1.line_bytes));
    listen(sm, recorders_.back().get());
  }
}

}  // namespace heddle::gpu
