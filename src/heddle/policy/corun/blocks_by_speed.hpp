// The block counts of Warped-Slicer, also for policies that add to them. It takes speeds by number
// of blocks from a profile, or samples them while the kernels run, and then fills the SM
// (water_filling.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "heddle/policy/corun/corun.hpp"
#include "heddle/policy/corun/kernel_memory.hpp"
#include "heddle/policy/corun/sampler.hpp"
#include "heddle/policy/corun/water_filling.hpp"

namespace heddle::policy {

class BlocksBySpeed : public Corun {
 public:
  void describe(ParameterVisitor& visit) override;
  void check() const override;
  void check_files() const override;
  void attach(const CorunMachine& machine) override;
  bool is_sampling() const override { return sampler_->is_on(); }
  Cycle window() const override;
  void share(std::span<const TenantGrid> tenants, Cycle when) override;
  std::string refusal(std::span<const TenantGrid> /*tenants*/) const override { return refusal_; }
  std::uint64_t cap(std::uint32_t sm, unsigned tenant) const override;
  void window_elapsed(const CorunWindow& window) override;
  std::optional<TenantPlan> plan(unsigned tenant) const override;

 private:
  /// Samples the kernels if one of them has no sample. Otherwise chooses the blocks.
  void sample();
  void divide(const std::vector<SpeedCurve>& curves);
  SpeedCurve measured_curve(const TenantGrid& tenant) const;
  bool has_profile() const { return !profile_.empty(); }

  std::string profile_;
  std::uint64_t warm_up_ = 20000, sample_ = 5000;
  bool falls_back_ = true;
  CorunMachine machine_;
  std::vector<TenantGrid> tenants_;
  std::optional<Sampler> sampler_;
  std::vector<TenantGrid> sampling_;  ///< the sampled grids, as at the begin of sampling
  KernelMemory<SpeedCurve> sampled_;
  WaterFilling filling_;
  bool divides_sms_ = false;  ///< each tenant has SMs of its own: sharing would slow it too much
  std::string refusal_;
};

}  // namespace heddle::policy
