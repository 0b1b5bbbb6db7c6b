// CCBP: chooses blocks and bandwidth of each tenant together. Rate controllers on the SMs enforce
// the bandwidth.

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "heddle/base/error.hpp"
#include "heddle/policy/corun/ccbp/kernel_use.hpp"
#include "heddle/policy/corun/ccbp/partition.hpp"
#include "heddle/policy/corun/drf.hpp"
#include "heddle/policy/corun/kernel_memory.hpp"
#include "heddle/policy/corun/kernel_profiles.hpp"
#include "heddle/policy/corun/number_list.hpp"
#include "heddle/policy/corun/rate_controller.hpp"
#include "heddle/policy/corun/sampler.hpp"
#include "heddle/policy/corun/static_shares.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

enum class Profiling : std::uint8_t { offline, staggered, isolated };
constexpr std::array<std::string_view, 3> kProfilings = {"offline", "staggered", "isolated"};
enum class Divided : std::uint8_t { both, interconnect, dram };
constexpr std::array<std::string_view, 3> kDivided = {"both", "interconnect", "dram"};
constexpr Cycle kProfileCycles = 200;  ///< cycles in which a profile counts requests

class Ccbp final : public Corun {
 public:
  void describe(ParameterVisitor& visit) override;
  void check() const override;
  void check_files() const override {
    if (profiling_ == Profiling::offline) KernelProfiles::read(profile_);
  }
  void attach(const CorunMachine& machine) override;
  std::unique_ptr<SmCorun> part(std::uint32_t /*sm*/) const override {
    return controls_ ? std::make_unique<RateController>(unit_) : nullptr;
  }

  void share(std::span<const TenantGrid> tenants, Cycle when) override;
  std::string misfit(std::size_t programs) const override { return caps_said_.misfit(programs); }
  std::string refusal(std::span<const TenantGrid> /*tenants*/) const override { return refusal_; }
  std::uint64_t cap(std::uint32_t sm, unsigned tenant) const override {
    return sampler_->is_on() ? std::min(sampler_->cap(sm, tenant), caps_[tenant]) : caps_[tenant];
  }
  std::optional<TenantPlan> plan(unsigned tenant) const override;
  bool is_sampling() const override { return sampler_->is_on(); }
  Cycle window() const override {
    return profiling_ == Profiling::offline ? reconsider_ : std::gcd(warm_up_, sample_);
  }
  void window_elapsed(const CorunWindow& window) override;
  std::optional<CorunDirective> directive() override;

 private:
  /// A tenant and the known bandwidth use of its kernel.
  struct Known {
    TenantGrid grid;
    KernelUse use;
    KernelType type = KernelType::latency;
    Partition part;
    UseWatch watch;
  };

  Sustainable sustainable() const {
    return {machine_.flits * sustainable_.interconnect, machine_.dram_bytes * sustainable_.dram};
  }
  /// Whether these are the tenants of the last call of share().
  bool are_known(std::span<const TenantGrid> tenants) const;
  void read_profile();
  /// Samples the kernels that have not been sampled. If there are no such kernels, chooses blocks
  /// and bandwidth.
  void sample();
  void take_samples();
  /// Chooses blocks and bandwidth again.
  void divide();
  /// Checks whether the bandwidth of a request or the rate of requests has changed. If so, chooses
  /// blocks and bandwidth again.
  void reconsider(const CorunWindow& window);
  /// Returns the number of requests that an SM may send in a unit of time, so that the tenant uses
  /// its share of the bandwidth. Returns nothing if there is no limit.
  std::optional<double> quota_of(const Known& known) const;

  Profiling profiling_ = Profiling::offline;
  Divided divided_ = Divided::both;
  std::string profile_, caps_text_;
  bool controls_ = true, latency_first_ = true, limits_latency_ = false;
  double prior_latency_ = 1, drift_ = 0.2;
  BandwidthShares theta_{0.75, 0.75};
  BandwidthShares sustainable_{0.60, 0.65};
  std::uint64_t unit_ = 200, warm_up_ = 20000, sample_ = 50000, reconsider_ = 1'000'000;
  NumberList caps_said_;
  CorunMachine machine_;
  std::optional<Sampler> sampler_;
  std::vector<TenantGrid> sampling_;  ///< grids being sampled, as they were when sampling began
  KernelMemory<KernelUse> sampled_;
  std::vector<Known> known_;
  std::array<std::uint64_t, kTenants> caps_{};
  std::string refusal_;
  Cycle looked_ = 0;  ///< cycles since reconsider() last checked the factors
  bool changed_ = false;
};

void Ccbp::describe(ParameterVisitor& visit) {
  visit.choice(
      "profiling", profiling_, kProfilings,
      {.doc = "from a file, or each tenant alone in turn with more blocks from SM to SM, or "
              "with each number of blocks on all SMs in turn"});
  visit("profile", profile_,
        {.doc = "offline: file of what kernels use by blocks (docs/guide/corun.md)"});
  visit("caps", caps_text_,
        {.doc = "by tenant, blocks of an SM instead of those that the search finds: \"6 2\""});
  visit.choice("divided", divided_, kDivided, {.doc = "bandwidths that the controllers keep"});
  visit("controllers", controls_, {.doc = "the rates of misses are kept; else only blocks are"});
  visit("latency_first", latency_first_,
        {.doc = "misses of kernels sensitive to latency leave first"});
  visit("limits_latency", limits_latency_, {.doc = "these kernels have quotas too"});
  visit("prior_latency", prior_latency_,
        {.minimum = 0.01, .maximum = 100, .doc = "by which their shares are divided"});
  visit("theta_interconnect", theta_.interconnect,
        {.minimum = 0.01,
         .maximum = 10,
         .doc = "share of what the interconnect sustains that makes a kernel sensitive to it"});
  visit("theta_dram", theta_.dram, {.minimum = 0.01, .maximum = 10, .doc = "likewise of DRAM"});
  visit("interconnect_sustainable", sustainable_.interconnect,
        {.minimum = 0.01, .maximum = 1, .doc = "share of the interconnect's peak"});
  visit("dram_sustainable", sustainable_.dram,
        {.minimum = 0.01, .maximum = 1, .doc = "share of DRAM's peak"});
  visit("unit", unit_, RateController::kUnit);
  visit("warm_up", warm_up_, Sampler::kWarmUp);
  visit(
      "sample", sample_,
      {.unit = "cycles", .minimum = 1000, .maximum = 1e9, .doc = "in which requests are counted"});
  visit(
      "reconsider", reconsider_,
      {.unit = "cycles",
       .minimum = 1024,
       .maximum = 1e10,
       .doc = "after which what requests take is looked at again, and whether there are more than "
              "are known of"});
  visit(
      "drift", drift_,
      {.minimum = 0.01, .maximum = 100, .doc = "share by which that must change for a new search"});
}

void Ccbp::check() const {
  if (profiling_ == Profiling::offline && profile_.empty())
    fail(
        "corun.ccbp.profile: name a file of what the kernels use by blocks (docs/guide/corun.md), "
        "or say corun.ccbp.profiling=staggered");
  if (profiling_ != Profiling::offline && std::gcd(warm_up_, sample_) < 1000)
    fail(
        "corun.ccbp.warm_up ({}) and corun.ccbp.sample ({}) must have a common divisor of 1000 "
        "cycles or more",
        warm_up_, sample_);
  NumberList("corun.ccbp.caps", caps_text_).check_whole();
}

void Ccbp::attach(const CorunMachine& machine) {
  check();
  machine_ = machine;
  caps_said_ = {"corun.ccbp.caps", caps_text_};
  sampler_.emplace(warm_up_, sample_);
}

bool Ccbp::are_known(std::span<const TenantGrid> tenants) const {
  return std::ranges::equal(tenants, known_, {}, &TenantGrid::tenant,
                            [](const Known& known) { return known.grid.tenant; });
}

void Ccbp::share(std::span<const TenantGrid> tenants, Cycle /*when*/) {
  // Sampling continues if only the kernel of a tenant has changed, because each kernel of a tenant
  // may be short.
  if (!are_known(tenants)) sampler_->stop();
  known_.clear();
  caps_.fill(0);
  refusal_.clear();
  looked_ = 0;
  for (const TenantGrid& tenant : tenants) {
    known_.push_back({.grid = tenant, .use = {}, .type = {}, .part = {}, .watch = {}});
    caps_[tenant.tenant] = tenant.fits;
  }
  changed_ = true;
  if (tenants.size() < 2) return;
  refusal_ = caps_said_.refusal_of_blocks(tenants, machine_.sm);
  const auto fair = fair_blocks(tenants, machine_.sm);
  for (const TenantGrid& tenant : tenants)
    if (refusal_.empty() && fair[tenant.tenant] == 0)
      refusal_ = "no block of " + tenant.kernel + " fits on an SM beside one of each other tenant";
  if (!refusal_.empty()) return;
  if (profiling_ == Profiling::offline) return read_profile();
  if (!sampler_->is_on()) sample();
}

void Ccbp::read_profile() {
  KernelProfiles profiles = KernelProfiles::read(profile_);
  for (Known& known : known_) {
    const KernelProfile* const profile = profiles.find(known.grid.kernel, known.grid.fits);
    if (profile == nullptr) {
      refusal_ = fmt::format("{} does not have kernel {}", profile_, known.grid.kernel);
      return;
    }
    KernelUse& use = known.use;
    use.curve = {profile->interconnect, profile->dram};
    for (const double requests : profile->requests)
      use.rates.push_back(requests / static_cast<double>(kProfileCycles));
    const double rate = use.rates.back();
    if (rate > 0) use.factors = {profile->interconnect.back() / rate, profile->dram.back() / rate};
  }
  divide();
}

void Ccbp::sample() {
  std::vector<SamplingPhase> phases;
  sampling_.clear();
  for (Known& known : known_) {
    if (const KernelUse* const sampled = sampled_.find(known.grid)) {
      known.use = *sampled;
      continue;
    }
    sampling_.push_back(known.grid);
    if (profiling_ == Profiling::staggered) {
      phases.push_back(sample_staggered(known.grid, machine_.sms));
      continue;
    }
    for (std::uint64_t blocks = 1; blocks <= known.grid.fits; ++blocks)
      phases.push_back(sample_isolated(known.grid, blocks, machine_.sms));
  }
  if (phases.empty()) return divide();
  changed_ = true;
  sampler_->begin(std::move(phases));
}

void Ccbp::take_samples() {
  for (const TenantGrid& grid : sampling_) {
    const TenantSample& sample = sampler_->samples()[grid.tenant];
    const auto factors =
        BandwidthFactors::of(sample.whole, sample.requests, machine_.sms, sustainable());
    auto rates = fill_between(sample.request_rate(), grid.fits);
    sampled_.learn(grid, {factors, factors.curve(rates), std::move(rates)});
  }
  sample();
}

void Ccbp::divide() {
  std::vector<PartitionedKernel> kernels;
  for (Known& known : known_) {
    known.type = type_of(known.use.curve, theta_);
    kernels.push_back({known.grid.demand, known.grid.fits, known.type, known.use.curve});
  }
  const std::vector<Partition> parts = partition_bandwidth(kernels, machine_.sm, prior_latency_);
  for (std::size_t i = 0; i < known_.size(); ++i) {
    Known& known = known_[i];
    known.part = parts[i];
    const unsigned tenant = known.grid.tenant;
    const auto said = caps_said_.of(tenant);
    caps_[tenant] = said ? static_cast<std::uint64_t>(*said) : known.part.blocks;
  }
  changed_ = true;
}

void Ccbp::window_elapsed(const CorunWindow& window) {
  if (sampler_->is_on()) {
    if (sampler_->window_elapsed(window)) take_samples();
    return;
  }
  reconsider(window);
}

void Ccbp::reconsider(const CorunWindow& window) {
  if (known_.size() < 2) return;
  for (Known& known : known_) known.watch.see(window, known.grid.tenant, caps_[known.grid.tenant]);
  looked_ += window.length;
  if (looked_ < reconsider_) return;
  looked_ = 0;
  bool changed = false;
  for (Known& known : known_) {
    if (!known.watch.changes(known.use, machine_.sms, sustainable(), drift_)) continue;
    changed = true;
    if (profiling_ != Profiling::offline) sampled_.learn(known.grid, known.use);
  }
  if (changed) divide();
}

std::optional<double> Ccbp::quota_of(const Known& known) const {
  if (!controls_ || (known.type == KernelType::latency && !limits_latency_)) return std::nullopt;
  std::optional<double> rate;
  const auto limit = [&](double part, double factor) {
    if (factor <= 0) return;
    rate = rate ? std::min(*rate, part / factor) : part / factor;
  };
  if (divided_ != Divided::dram) limit(known.part.interconnect, known.use.factors.interconnect);
  if (divided_ != Divided::interconnect) limit(known.part.dram, known.use.factors.dram);
  if (rate) *rate *= static_cast<double>(unit_);
  return rate;
}

std::optional<CorunDirective> Ccbp::directive() {
  if (!controls_ || !std::exchange(changed_, false)) return std::nullopt;
  CorunDirective directive;
  if (known_.size() < 2 || sampler_->is_on() || !refusal_.empty()) return directive;
  for (const Known& known : known_) {
    if (const auto quota = quota_of(known))
      directive.quota[known.grid.tenant] = CorunDirective::parts_of_one(*quota);
    if (latency_first_ && known.type == KernelType::latency)
      directive.first |= set_of(known.grid.tenant);
  }
  return directive;
}

std::optional<TenantPlan> Ccbp::plan(unsigned tenant) const {
  for (const Known& known : known_) {
    if (known.grid.tenant != tenant || known.use.curve.dram.empty()) continue;
    const bool by_blocks = known.type == KernelType::latency;
    const auto of_blocks = dominant_share(known.grid.demand, known.part.blocks, machine_.sm);
    return TenantPlan{.dominant = std::string(by_blocks ? of_blocks.resource : name_of(known.type)),
                      .share = known.part.dominant,
                      .interconnect = known.part.interconnect,
                      .dram = known.part.dram,
                      .quota = quota_of(known)};
  }
  return std::nullopt;
}

const Register<Corun, Ccbp> registration(
    "ccbp", "blocks and bandwidth chosen together, and bandwidth kept by rate controllers",
    "Kernels that take most of what the interconnect or DRAM can sustain are sensitive to that "
    "bandwidth, others to latency. The tenant with the smallest share of what it is sensitive to "
    "gets one more block, or one percent more of the bandwidth and the blocks that this takes, as "
    "long "
    "as that fits. On each SM the misses of each tenant wait in a queue of their own and leave by "
    "a "
    "quota; those of kernels sensitive to latency go first.",
    "Z. Lin, H. Dai, M. Mantor, H. Zhou, Coordinated CTA Combination and Bandwidth Partitioning "
    "for GPU Concurrent Kernel Execution, ACM TACO 2019; Z. Lin, dissertation, North Carolina "
    "State "
    "University, chapter 4");

}  // namespace
}  // namespace heddle::policy
