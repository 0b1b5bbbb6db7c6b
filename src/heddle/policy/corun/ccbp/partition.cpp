#include "heddle/policy/corun/ccbp/partition.hpp"

#include <algorithm>
#include <array>

#include "heddle/policy/corun/static_shares.hpp"

namespace heddle::policy {
namespace {

constexpr double kAll = 100, kStep = 1;  ///< percent of the sustainable bandwidth
constexpr double kRounding = 1e-9;

double at(const std::vector<double>& curve, std::uint64_t blocks) {
  return blocks == 0 || blocks > curve.size() ? 0 : curve[blocks - 1];
}

/// A kernel uses `share` percent of one of the two bandwidths. Returns how many percent of the
/// other bandwidth the kernel uses. `of_share` and `of_other` are its uses of the two bandwidths,
/// both with the same number of blocks.
double along(double share, double of_share, double of_other) {
  return of_share <= 0 ? 0 : of_other * share / of_share;
}

/// Returns the partition after the kernel has got one more step of the resource to which it is
/// sensitive.
Partition grown(const PartitionedKernel& kernel, const Partition& now) {
  Partition next = now;
  const auto& [interconnect, dram] = kernel.curve;
  switch (kernel.type) {
    case KernelType::latency:
      ++next.blocks;
      next.interconnect = at(interconnect, next.blocks);
      next.dram = at(dram, next.blocks);
      break;
    case KernelType::interconnect:
      next.interconnect += kStep;
      if (at(interconnect, now.blocks) < next.interconnect) ++next.blocks;
      next.dram = along(next.interconnect, at(interconnect, next.blocks), at(dram, next.blocks));
      break;
    case KernelType::dram:
      next.dram += kStep;
      if (at(dram, now.blocks) < next.dram) ++next.blocks;
      next.interconnect = along(next.dram, at(dram, next.blocks), at(interconnect, next.blocks));
      break;
  }
  return next;
}

class Search {
 public:
  Search(std::span<const PartitionedKernel> kernels, const model::Resources& sm, double prior)
      : kernels_(kernels), sm_(sm), prior_(prior), parts_(kernels.size()) {}

  std::vector<Partition> run() {
    std::vector<std::size_t> unfinished;
    for (std::size_t i = 0; i < kernels_.size(); ++i) unfinished.push_back(i);
    while (!unfinished.empty()) {
      const auto poorest = std::ranges::min_element(
          unfinished, {}, [&](std::size_t i) { return parts_[i].dominant; });
      const std::size_t i = *poorest;
      Partition next = grown(kernels_[i], parts_[i]);
      if (can_have(i, next)) {
        next.dominant = dominant(kernels_[i], next);
        parts_[i] = next;
      } else {
        unfinished.erase(poorest);
      }
    }
    return parts_;
  }

 private:
  bool can_have(std::size_t changed, const Partition& next) const {
    if (next.blocks > kernels_[changed].fits) return false;
    model::Resources taken;
    double interconnect = 0, dram = 0;
    for (std::size_t i = 0; i < kernels_.size(); ++i) {
      const Partition& part = i == changed ? next : parts_[i];
      taken += times(model::of_block(kernels_[i].demand), part.blocks);
      interconnect += part.interconnect;
      dram += part.dram;
    }
    return sm_.holds(taken) && interconnect <= kAll + kRounding && dram <= kAll + kRounding;
  }
  double dominant(const PartitionedKernel& kernel, const Partition& part) const {
    switch (kernel.type) {
      case KernelType::latency:
        return dominant_share(kernel.demand, part.blocks, sm_).share / prior_;
      case KernelType::interconnect:
        return part.interconnect / kAll;
      case KernelType::dram:
        return part.dram / kAll;
    }
    return 0;
  }

  std::span<const PartitionedKernel> kernels_;
  model::Resources sm_;
  double prior_;
  std::vector<Partition> parts_;
};

}  // namespace

std::string_view name_of(KernelType type) {
  constexpr std::array<std::string_view, 3> kNames = {"latency", "interconnect", "DRAM"};
  return kNames[static_cast<std::size_t>(type)];
}

KernelType type_of(const BandwidthCurve& curve, const BandwidthShares& theta) {
  const double interconnect = curve.interconnect.back() / kAll, dram = curve.dram.back() / kAll;
  if (interconnect < theta.interconnect && dram < theta.dram) return KernelType::latency;
  return interconnect >= dram ? KernelType::interconnect : KernelType::dram;
}

std::vector<Partition> partition_bandwidth(std::span<const PartitionedKernel> kernels,
                                           const model::Resources& sm, double prior_latency) {
  return Search(kernels, sm, prior_latency).run();
}

}  // namespace heddle::policy
