#include "heddle/policy/corun/sampler.hpp"

namespace heddle::policy {
namespace {

/// Returns the number of blocks for SM `index` of `sms` SMs. The number rises from SM to SM, up to
/// `fits` on the last SM.
std::uint64_t rising(std::uint64_t fits, std::uint32_t index, std::uint32_t sms) {
  return (fits * (index + 1) + sms - 1) / sms;
}

}  // namespace

SamplingPhase sample_together(std::span<const TenantGrid> tenants, std::uint32_t sms) {
  SamplingPhase phase(sms);
  const auto count = static_cast<std::uint32_t>(tenants.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t first = (i * sms + count - 1) / count;
    const std::uint32_t end = ((i + 1) * sms + count - 1) / count;
    for (std::uint32_t sm = first; sm < end; ++sm)
      phase[sm] = {tenants[i].tenant, rising(tenants[i].fits, sm - first, end - first)};
  }
  return phase;
}

SamplingPhase sample_staggered(const TenantGrid& tenant, std::uint32_t sms) {
  SamplingPhase phase(sms);
  for (std::uint32_t sm = 0; sm < sms; ++sm)
    phase[sm] = {tenant.tenant, rising(tenant.fits, sm, sms)};
  return phase;
}

SamplingPhase sample_isolated(const TenantGrid& tenant, std::uint64_t blocks, std::uint32_t sms) {
  return SamplingPhase(sms, {tenant.tenant, blocks});
}

std::map<std::uint64_t, double> TenantSample::ipc() const {
  std::map<std::uint64_t, double> known;
  for (const auto& [blocks, sum] : by_blocks)
    known[blocks] = sum.warp_instructions / static_cast<double>(sum.cycles);
  return known;
}

std::map<std::uint64_t, double> TenantSample::request_rate() const {
  std::map<std::uint64_t, double> known;
  for (const auto& [blocks, sum] : by_blocks)
    known[blocks] = sum.requests / static_cast<double>(sum.cycles);
  return known;
}

void Sampler::begin(std::vector<SamplingPhase> phases) {
  phases_ = std::move(phases);
  samples_ = {};
  warmed_ = sampled_ = waited_ = lacked_ = 0;
}

bool Sampler::is_alone(const CorunWindow& window) const {
  for (std::size_t sm = 0; sm < window.sms.size(); ++sm)
    for (unsigned tenant = 0; tenant < kTenants; ++tenant)
      if (tenant != phases_.front()[sm].tenant && window.sms[sm][tenant].blocks != 0) return false;
  return true;
}

bool Sampler::window_elapsed(const CorunWindow& window) {
  const bool is_patient = waited_ < kPatience * sample_;
  if (is_patient && warmed_ < warm_up_ && !is_alone(window)) {
    waited_ += window.length;
    return false;
  }
  if (warmed_ < warm_up_) {
    warmed_ += window.length;
    return false;
  }
  const bool lacks_for_ever = lacked_ >= kPatienceForBlocks * sample_;
  if (!add(window, !is_patient || lacks_for_ever)) {
    waited_ += window.length;
    if (has_none_too_many(window)) lacked_ += window.length;
    return false;
  }
  sampled_ += window.length;
  if (sampled_ < sample_) return false;
  warmed_ = sampled_ = waited_ = lacked_ = 0;
  phases_.erase(phases_.begin());
  return phases_.empty();
}

bool Sampler::has_none_too_many(const CorunWindow& window) const {
  for (std::size_t sm = 0; sm < window.sms.size(); ++sm) {
    const auto [tenant, blocks] = phases_.front()[sm];
    if (tenant != kTenants && window.sms[sm][tenant].blocks > blocks) return false;
  }
  return true;
}

bool Sampler::add(const CorunWindow& window, bool all_sms) {
  std::array<bool, kTenants> seen{}, wanted{};
  for (std::size_t sm = 0; sm < window.sms.size(); ++sm) {
    const auto [tenant, blocks] = phases_.front()[sm];
    if (tenant == kTenants) continue;
    wanted[tenant] = true;
    seen[tenant] = seen[tenant] || all_sms || window.sms[sm][tenant].blocks == blocks;
  }
  if (seen != wanted) return false;
  for (std::size_t sm = 0; sm < window.sms.size(); ++sm) {
    const auto [tenant, blocks] = phases_.front()[sm];
    if (tenant == kTenants) continue;
    const SmTenantWindow& of = window.sms[sm][tenant];
    samples_[tenant].requests += of.requests;
    if (!all_sms && of.blocks != blocks) continue;
    TenantSample::Sum& sum = samples_[tenant].by_blocks[blocks];
    sum.warp_instructions += static_cast<double>(of.warp_instructions);
    sum.requests += static_cast<double>(of.requests);
    sum.cycles += window.length;
  }
  for (unsigned tenant = 0; tenant < kTenants; ++tenant) {
    if (!wanted[tenant]) continue;
    TenantWindow& whole = samples_[tenant].whole;
    const TenantWindow& of = window.tenants[tenant];
    whole.reply_flits += of.reply_flits;
    whole.dram_bytes += of.dram_bytes;
    whole.memory_stall += of.memory_stall;
    whole.slot_cycles += of.slot_cycles;
  }
  return true;
}

}  // namespace heddle::policy
