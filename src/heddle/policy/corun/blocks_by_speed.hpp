// Chooses the numbers of blocks as Warped-Slicer does. Policies that extend Warped-Slicer use this
// class, too. The class reads speeds by number of blocks from a profile, or samples the speeds
// while the kernels run. Then it divides the blocks of an SM among the tenants (water_filling.hpp).
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
  /// Samples the kernels if one of them has not been sampled. Otherwise chooses the numbers of
  /// blocks.
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
  std::vector<TenantGrid> sampling_;  ///< grids being sampled, as they were when sampling began
  KernelMemory<SpeedCurve> sampled_;
  WaterFilling filling_;
  bool divides_sms_ = false;  ///< each tenant gets SMs of its own, since sharing an SM would slow
                              ///< the tenants too much
  std::string refusal_;
};

}  // namespace heddle::policy
