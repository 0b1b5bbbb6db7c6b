// Algorithm 1 of CCBP: blocks and shares of bandwidth for each tenant, by fairness of the resource
// that each kind of kernel is sensitive to. Bandwidth is in percent of what can be sustained.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "heddle/policy/corun/corun.hpp"

namespace heddle::policy {

enum class KernelType : std::uint8_t {
  latency,       ///< sensitive to latency, or to what an SM holds
  interconnect,  ///< to the bandwidth from the L2 to the SMs
  dram,          ///< to that of DRAM
};
std::string_view name_of(KernelType type);

/// What a kernel uses alone, in percent of what can be sustained, by blocks on each SM, from 1 on.
struct BandwidthCurve {
  std::vector<double> interconnect, dram;
};

/// The type of a kernel that uses this much with all blocks that fit, more than 100 included; a
/// share of `theta` makes it sensitive.
KernelType type_of(const BandwidthCurve& curve, double theta_interconnect, double theta_dram);

struct PartitionedKernel {
  model::BlockDemand demand;
  std::uint64_t fits = 0;
  KernelType type = KernelType::latency;
  BandwidthCurve curve;  ///< up to `fits` blocks
};
struct Partition {
  std::uint64_t blocks = 0;
  double interconnect = 0, dram = 0;  ///< percent
  double dominant = 0;                ///< its share of the resource that counts
};

/// `prior_latency`: more than 1 lowers the shares of kernels sensitive to latency, which get more
/// then. Of kernels with equal shares the first is served first.
std::vector<Partition> partition_bandwidth(std::span<const PartitionedKernel> kernels,
                                           const model::Resources& sm, double prior_latency);

}  // namespace heddle::policy
