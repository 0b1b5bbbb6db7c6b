#include "heddle/policy/corun/ccbp/kernel_use.hpp"

#include <cmath>
#include <utility>

namespace heddle::policy {
namespace {

void scale(std::vector<double>& values, double by) {
  for (double& value : values) value *= by;
}

}  // namespace

bool KernelUse::follow(const BandwidthFactors& now, double drift) {
  bool followed = false;
  const auto follow_one = [&](double now_one, double& known, std::vector<double>& percent) {
    if (std::abs(now_one - known) <= drift * known) return;
    if (known > 0) {
      scale(percent, now_one / known);
    } else {
      percent = rates;
      scale(percent, now_one);
    }
    known = now_one;
    followed = true;
  };
  follow_one(now.interconnect, factors.interconnect, curve.interconnect);
  follow_one(now.dram, factors.dram, curve.dram);
  return followed;
}

bool KernelUse::raise(std::uint64_t blocks, double rate, double drift) {
  if (blocks == 0 || blocks > rates.size()) return false;
  const double known = rates[blocks - 1];
  if (known <= 0 || rate <= (1 + drift) * known) return false;
  for (std::vector<double>* const values : {&rates, &curve.interconnect, &curve.dram})
    scale(*values, rate / known);
  return true;
}

void UseWatch::see(const CorunWindow& window, unsigned tenant, std::uint64_t cap) {
  whole_.reply_flits += window.tenants[tenant].reply_flits;
  whole_.dram_bytes += window.tenants[tenant].dram_bytes;
  if (std::exchange(cap_, cap) != cap) full_requests_ = full_cycles_ = 0;
  were_full_.resize(window.sms.size());
  for (std::size_t sm = 0; sm < window.sms.size(); ++sm) {
    const SmTenantWindow& of = window.sms[sm][tenant];
    requests_ += of.requests;
    const bool is_full = of.blocks == cap;
    const bool was_full = were_full_[sm];
    were_full_[sm] = is_full;
    if (!was_full || !is_full) continue;
    full_requests_ += of.requests;
    full_cycles_ += window.length;
  }
}

bool UseWatch::changes(KernelUse& use, std::uint32_t sms, const Sustainable& sustainable,
                       double drift) {
  bool changed = false;
  if (requests_ != 0)
    changed = use.follow(BandwidthFactors::of(whole_, requests_, sms, sustainable), drift);
  if (full_cycles_ != 0) {
    const double rate = static_cast<double>(full_requests_) / static_cast<double>(full_cycles_);
    changed |= use.raise(cap_, rate, drift);
  }
  whole_ = {};
  requests_ = full_requests_ = full_cycles_ = 0;
  return changed;
}

}  // namespace heddle::policy
