// The caps of Warped-Slicer, for it and for policies that take its blocks and add to them: speeds
// by blocks from a profile or sampled while the kernels run, then water filling.
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
  /// Samples the kernels if one of them has not been, or else chooses.
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
  std::vector<TenantGrid> sampling_;  ///< what is sampled, as it was at the begin
  KernelMemory<SpeedCurve> sampled_;
  WaterFilling filling_;
  bool divides_sms_ = false;  ///< each tenant has SMs of its own, since it would lose too much
  std::string refusal_;
};

}  // namespace heddle::policy
