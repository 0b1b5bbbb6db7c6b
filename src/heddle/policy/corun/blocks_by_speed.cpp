#include "heddle/policy/corun/blocks_by_speed.hpp"

#include <algorithm>
#include <numeric>

#include "heddle/base/error.hpp"
#include "heddle/policy/corun/kernel_profiles.hpp"

namespace heddle::policy {

void BlocksBySpeed::describe(ParameterVisitor& visit) {
  visit(
      "profile", profile_,
      {.doc = "file of kernels' speeds by blocks (docs/guide/corun.md); empty: they are sampled"});
  visit("warm_up", warm_up_, Sampler::kWarmUp);
  visit("sample", sample_,
        {.unit = "cycles", .minimum = 1000, .maximum = 1e9, .doc = "in which speeds are counted"});
  visit("falls_back", falls_back_,
        {.doc = "tenants get SMs of their own where one would lose more than 1.2 over their number "
                "of its speed"});
}

void BlocksBySpeed::check() const {
  if (has_profile()) return;
  if (std::gcd(warm_up_, sample_) < 1000)
    fail("warm_up ({}) and sample ({}) must have a common divisor of 1000 cycles or more", warm_up_,
         sample_);
}

void BlocksBySpeed::check_files() const {
  if (has_profile()) KernelProfiles::read(profile_);
}

void BlocksBySpeed::attach(const CorunMachine& machine) {
  check();
  machine_ = machine;
  sampler_.emplace(warm_up_, sample_);
}

Cycle BlocksBySpeed::window() const { return has_profile() ? 0 : std::gcd(warm_up_, sample_); }

void BlocksBySpeed::share(std::span<const TenantGrid> tenants, Cycle /*when*/) {
  // Sampling continues if only the kernel of a tenant has changed, because each kernel of a tenant
  // may be short.
  if (!std::ranges::equal(tenants, tenants_, {}, &TenantGrid::tenant, &TenantGrid::tenant))
    sampler_->stop();
  tenants_.assign(tenants.begin(), tenants.end());
  refusal_.clear();
  filling_ = {};
  divides_sms_ = false;
  if (tenants.size() > machine_.sms) {
    refusal_ = fmt::format("{} tenants on {} SMs", tenants.size(), machine_.sms);
    return;
  }
  if (!has_profile()) {
    if (tenants.size() > 1 && !sampler_->is_on()) sample();
    return;
  }
  KernelProfiles profiles = KernelProfiles::read(profile_);
  std::vector<SpeedCurve> curves;
  for (const TenantGrid& tenant : tenants) {
    const KernelProfile* const profile = profiles.find(tenant.kernel, tenant.fits);
    if (profile == nullptr) {
      refusal_ = fmt::format("{} does not have kernel {}", profile_, tenant.kernel);
      return;
    }
    curves.push_back(profile->ipc);
  }
  divide(curves);
}

void BlocksBySpeed::sample() {
  std::vector<SpeedCurve> curves;
  for (const TenantGrid& tenant : tenants_)
    if (const SpeedCurve* const curve = sampled_.find(tenant)) curves.push_back(*curve);
  if (curves.size() == tenants_.size()) return divide(curves);
  sampling_ = tenants_;
  sampler_->begin({sample_together(tenants_, machine_.sms)});
}

void BlocksBySpeed::divide(const std::vector<SpeedCurve>& curves) {
  filling_ = fill_water(tenants_, curves, machine_.sm);
  divides_sms_ = filling_.blocks.empty();
  const double most = 1.2 / static_cast<double>(tenants_.size());
  for (const double speed : filling_.speed) divides_sms_ |= falls_back_ && 1 - speed > most;
}

std::uint64_t BlocksBySpeed::cap(std::uint32_t sm, unsigned tenant) const {
  for (std::size_t i = 0; i < tenants_.size(); ++i) {
    if (tenants_[i].tenant != tenant) continue;
    if (sampler_->is_on()) return std::min(sampler_->cap(sm, tenant), tenants_[i].fits);
    if (divides_sms_) return sm * tenants_.size() / machine_.sms == i ? tenants_[i].fits : 0;
    return filling_.blocks.empty() ? tenants_[i].fits : filling_.blocks[i];
  }
  return 0;
}

/// Returns the tenant's measured speeds, corrected to equal bandwidth for each block. During
/// sampling, an SM with few blocks had more bandwidth for each block than an SM with many blocks.
SpeedCurve BlocksBySpeed::measured_curve(const TenantGrid& tenant) const {
  const TenantSample& sample = sampler_->samples()[tenant.tenant];
  std::map<std::uint64_t, double> known = sample.ipc();
  double blocks_on_average = 0;
  for (const auto& [blocks, ipc] : known) blocks_on_average += static_cast<double>(blocks);
  blocks_on_average /= static_cast<double>(known.size());
  const double slots = static_cast<double>(sample.whole.slot_cycles);
  const double waits = slots == 0 ? 0 : static_cast<double>(sample.whole.memory_stall) / slots;
  for (auto& [blocks, ipc] : known)
    ipc *= 1 + waits * (blocks_on_average / static_cast<double>(blocks) - 1);
  return fill_between(known, tenant.fits);
}

void BlocksBySpeed::window_elapsed(const CorunWindow& window) {
  if (!sampler_->is_on() || !sampler_->window_elapsed(window)) return;
  for (const TenantGrid& tenant : sampling_) sampled_.learn(tenant, measured_curve(tenant));
  sample();
}

std::optional<TenantPlan> BlocksBySpeed::plan(unsigned tenant) const {
  for (std::size_t i = 0; i < tenants_.size() && i < filling_.speed.size(); ++i)
    if (tenants_[i].tenant == tenant)
      return TenantPlan{.dominant = divides_sms_ ? "SMs" : "speed alone",
                        .share = filling_.speed[i]};
  return std::nullopt;
}

}  // namespace heddle::policy
