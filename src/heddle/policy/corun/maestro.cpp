// Maestro: searches for the best number of blocks of each tenant by trying small changes of the
// current numbers.

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "heddle/policy/corun/alone_speeds.hpp"
#include "heddle/policy/corun/corun.hpp"
#include "heddle/policy/corun/drf.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

using Blocks = std::array<std::uint64_t, kTenants>;

/// Returns whether, in each half of the list, at least half of the entries are true.
bool are_half(const std::vector<bool>& list) {
  const auto middle = list.begin() + static_cast<std::ptrdiff_t>(list.size() / 2);
  return 2 * std::count(list.begin(), middle, true) >= middle - list.begin() &&
         2 * std::count(middle, list.end(), true) >= list.end() - middle;
}

class Maestro final : public Corun {
 public:
  void describe(ParameterVisitor& visit) override {
    visit(
        "window", window_,
        {.unit = "cycles", .minimum = 1024, .maximum = 1e9, .doc = "in which a trial is measured"});
    alone_.describe(visit);
    visit("patience", patience_,
          {.unit = "windows",
           .minimum = 0,
           .maximum = 1e6,
           .doc = "in which SMs may lack blocks, or have some too many, before a window counts all "
                  "the same"});
    visit("phase_change", phase_change_,
          {.minimum = 0.01,
           .maximum = 10,
           .doc = "by so large a share the speed must change for the search to begin again"});
  }
  void check() const override { alone_.check(); }
  void attach(const CorunMachine& machine) override {
    machine_ = machine;
    alone_.attach();
  }
  bool is_sampling() const override { return !is_settled(); }
  Cycle window() const override { return window_; }

  void share(std::span<const TenantGrid> tenants, Cycle /*when*/) override {
    tenants_.assign(tenants.begin(), tenants.end());
    current_ = fair_blocks(tenants, machine_.sm);
    begin_search();
  }
  std::string misfit(std::size_t programs) const override { return alone_.misfit(programs); }
  std::string refusal(std::span<const TenantGrid> tenants) const override {
    for (const TenantGrid& tenant : tenants) {
      if (current_[tenant.tenant] == 0)
        return "no block of " + tenant.kernel + " fits on an SM beside one of each other tenant";
      if (tenants.size() > 1 && alone_.of(tenant) == 0)
        return alone_.missing(tenants, "speeds of tenants are compared with those alone", "");
    }
    return {};
  }
  std::uint64_t cap(std::uint32_t sm, unsigned tenant) const override {
    if (is_settled()) return current_[tenant];
    return (sm < machine_.sms / 2 ? trials_[0] : trials_[1])[tenant];
  }
  void window_elapsed(const CorunWindow& window) override;

 private:
  static constexpr unsigned kRejections = 2;  ///< number of rejected trials after which the search
                                              ///< abandons a direction

  bool is_settled() const { return tenants_.size() < 2 || left_.empty(); }
  void begin_search() {
    left_.clear();
    for (const TenantGrid& tenant : tenants_) left_.push_back({.tenant = tenant.tenant});
    knows_current_ = false;
    settled_speed_.fill(0);
    choose_trials();
  }
  /// Gives each half of the SMs a neighbour of the current blocks to try, or the current blocks as
  /// long as their speed is unknown.
  void choose_trials();
  /// Returns the current blocks with one more block for the tenant, and with fewer blocks for the
  /// other tenants, so that all fit. Returns nothing if that is impossible.
  std::optional<Blocks> neighbour(unsigned tenant) const;
  bool has_its_blocks(const CorunWindow& window, std::uint32_t sm) const;
  /// Returns for each SM whether each tenant has the number of blocks that its cap allows.
  std::vector<bool> have_their_blocks(const CorunWindow& window) const;
  /// Returns the weighted speed-up as a mean over SMs: the sum over the tenants of a tenant's speed
  /// divided by its speed when it runs alone. The SMs are those from `first` to `end` - 1 for which
  /// `counts` is true.
  double speed(const CorunWindow& window, const std::vector<bool>& counts, std::size_t first,
               std::size_t end) const;
  void look_for_change(double speed, bool waited_in_vain);
  void judge(double speed, unsigned half);

  struct Direction {
    unsigned tenant = 0;
    unsigned rejections = 0;
  };

  std::uint64_t window_ = 50000;
  std::uint64_t patience_ = 4;
  double phase_change_ = 0.2;
  AloneSpeeds alone_{"corun.maestro.alone_ipc"};
  CorunMachine machine_;
  std::vector<TenantGrid> tenants_;
  Blocks current_{};
  double current_speed_ = 0;
  /// Speed of the numbers of blocks with which the search has ended; 0: not measured yet. Element
  /// 0: measured on the SMs that had the blocks of their caps. Element 1: measured on all SMs,
  /// after `patience_` windows in which too few SMs had these blocks.
  std::array<double, 2> settled_speed_{};
  bool knows_current_ = false;
  bool warms_up_ = true;      ///< the caps are new: no window counts until old blocks have left and
                              ///< new ones have arrived
  std::uint64_t waited_ = 0;  ///< number of windows of the trial that did not count
  std::vector<Direction> left_;  ///< directions that remain to be tried; the two halves of the SMs
                                 ///< try the first two next
  std::array<Blocks, 2> trials_{};
};

std::optional<Blocks> Maestro::neighbour(unsigned more) const {
  Blocks blocks = current_;
  ++blocks[more];
  for (;;) {
    model::Resources taken;
    const TenantGrid* largest = nullptr;
    double share = 0;
    for (const TenantGrid& tenant : tenants_) {
      const std::uint64_t count = blocks[tenant.tenant];
      if (count > tenant.fits) return std::nullopt;
      taken += times(model::of_block(tenant.demand), count);
      const double own = dominant_share(tenant.demand, count, machine_.sm).share;
      if (tenant.tenant == more || count < 2 || own <= share) continue;
      largest = &tenant;
      share = own;
    }
    if (machine_.sm.holds(taken)) return blocks;
    if (largest == nullptr) return std::nullopt;
    --blocks[largest->tenant];
  }
}

void Maestro::choose_trials() {
  warms_up_ = true;
  waited_ = 0;
  trials_.fill(current_);
  if (!knows_current_) return;
  std::erase_if(left_, [&](const Direction& direction) {
    return direction.rejections >= kRejections || !neighbour(direction.tenant);
  });
  if (is_settled()) return;
  for (std::size_t half = 0; half < 2; ++half)
    trials_[half] = *neighbour(left_[half % left_.size()].tenant);
}

bool Maestro::has_its_blocks(const CorunWindow& window, std::uint32_t sm) const {
  return std::ranges::all_of(tenants_, [&](const TenantGrid& tenant) {
    return window.sms[sm][tenant.tenant].blocks == cap(sm, tenant.tenant);
  });
}

std::vector<bool> Maestro::have_their_blocks(const CorunWindow& window) const {
  std::vector<bool> have(window.sms.size());
  for (std::uint32_t sm = 0; sm < have.size(); ++sm) have[sm] = has_its_blocks(window, sm);
  return have;
}

double Maestro::speed(const CorunWindow& window, const std::vector<bool>& counts, std::size_t first,
                      std::size_t end) const {
  std::uint64_t sms = 0;
  double sum = 0;
  for (std::size_t sm = first; sm < end; ++sm) {
    if (!counts[sm]) continue;
    ++sms;
    for (const TenantGrid& tenant : tenants_)
      sum +=
          static_cast<double>(window.sms[sm][tenant.tenant].warp_instructions) / alone_.of(tenant);
  }
  return sms == 0 ? 0 : sum / static_cast<double>(window.length * sms);
}

void Maestro::look_for_change(double speed, bool waited_in_vain) {
  waited_ = 0;
  double& settled = settled_speed_[waited_in_vain ? 1 : 0];
  if (settled == 0) settled = speed;
  if (std::abs(speed - settled) > phase_change_ * settled) begin_search();
}

void Maestro::window_elapsed(const CorunWindow& window) {
  if (tenants_.size() < 2) return;
  std::vector<bool> counts = have_their_blocks(window);
  const bool are_few = !are_half(counts);
  if (are_few && waited_++ < patience_) return;
  if (are_few) counts.assign(counts.size(), true);
  if (std::exchange(warms_up_, false)) return;
  const std::size_t sms = window.sms.size();
  const double all = speed(window, counts, 0, sms);
  if (is_settled()) return look_for_change(all, are_few);
  if (!knows_current_) {
    knows_current_ = true;
    current_speed_ = all;
    return choose_trials();
  }
  const double first = speed(window, counts, 0, sms / 2);
  const double second = speed(window, counts, sms / 2, sms);
  if (first >= second) {
    judge(first, 0);
  } else {
    judge(second, 1);
  }
  choose_trials();
}

/// Compares the speed of the trial on the better half of the SMs with the speed of the current
/// blocks. Takes the trial's blocks if they are faster.
void Maestro::judge(double speed, unsigned half) {
  if (speed > current_speed_) {
    current_ = trials_[half];
    current_speed_ = speed;
    for (Direction& direction : left_) direction.rejections = 0;
    return;
  }
  for (std::size_t i = 0; i < std::min<std::size_t>(2, left_.size()); ++i) ++left_[i].rejections;
  if (left_.size() > 2) std::rotate(left_.begin(), left_.begin() + 2, left_.end());
}

const Register<Corun, Maestro> registration(
    "maestro", "blocks by trying neighbours of what runs, on half of the SMs each",
    "It begins with the blocks of dominant resource fairness. In each window half of the SMs have "
    "one more block of one tenant, with fewer of the others where that must be, and half one more "
    "of another tenant. The better half decides if it is faster than what ran before, by the sum "
    "of "
    "the tenants' speeds over those alone. A direction is left after two rejections. The search "
    "begins "
    "again when the speed changes. A window counts when half of the SMs of either half have the "
    "blocks that they are to have, by what these SMs did; where that has not been so for "
    "`patience` windows, by what all did.",
    "J. J. K. Park, Y. Park, S. Mahlke, Dynamic Resource Management for Efficient Utilization of "
    "Multitasking GPUs, ASPLOS 2017");

}  // namespace
}  // namespace heddle::policy
