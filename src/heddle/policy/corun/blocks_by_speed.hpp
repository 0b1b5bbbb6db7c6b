// The caps of Warped-Slicer, for it and for policies that take its blocks: speeds by blocks from a
// profile or sampled while the kernels run, then water filling.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "heddle/policy/corun/corun.hpp"
#include "heddle/policy/corun/sampler.hpp"
#include "heddle/policy/corun/water_filling.hpp"

namespace heddle::policy {

class BlocksBySpeed {
 public:
  void describe(ParameterVisitor& visit);
  void check() const;
  void check_files() const;
  void attach(const CorunMachine& machine);
  /// Of windows; 0: none are needed.
  Cycle window() const;

  void share(std::span<const TenantGrid> tenants);
  std::string refusal() const { return refusal_; }
  std::uint64_t cap(std::uint32_t sm, unsigned tenant) const;
  /// True: the caps are new.
  bool window_elapsed(const CorunWindow& window);
  std::optional<TenantPlan> plan(unsigned tenant) const;

 private:
  void divide(const std::vector<SpeedCurve>& curves);
  SpeedCurve measured_curve(const TenantGrid& tenant) const;
  bool has_profile() const { return !profile_.empty(); }

  std::string profile_;
  std::uint64_t warm_up_ = 20000, sample_ = 5000;
  bool falls_back_ = true;
  CorunMachine machine_;
  std::vector<TenantGrid> tenants_;
  std::optional<Sampler> sampler_;
  WaterFilling filling_;
  bool divides_sms_ = false;  ///< each tenant has SMs of its own, since it would lose too much
  std::string refusal_;
};

}  // namespace heddle::policy
