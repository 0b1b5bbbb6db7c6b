// Algorithm 1 of CCBP: chooses blocks and shares of bandwidth for each tenant. Tenants whose
// kernels are sensitive to one resource get fair shares of this resource. Bandwidth is in percent
// of the sustainable bandwidth.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "heddle/policy/corun/corun.hpp"

namespace heddle::policy {

enum class KernelType : std::uint8_t {
  latency,       ///< sensitive to latency, or to the capacity of an SM
  interconnect,  ///< sensitive to the bandwidth from the L2 to the SMs
  dram,          ///< sensitive to the bandwidth of DRAM
};
std::string_view name_of(KernelType type);

/// The bandwidth that a kernel uses alone, in percent of the sustainable bandwidth. Element b - 1
/// is for b blocks on each SM.
struct BandwidthCurve {
  std::vector<double> interconnect, dram;
};

/// A share of each bandwidth.
struct BandwidthShares {
  double interconnect = 0, dram = 0;
};

/// Returns the type of a kernel, by the bandwidth that it uses with all blocks that fit. This
/// bandwidth may exceed 100 percent. A kernel is sensitive to the interconnect or DRAM bandwidth if
/// it uses at least the share `theta` of this bandwidth.
KernelType type_of(const BandwidthCurve& curve, const BandwidthShares& theta);

struct PartitionedKernel {
  model::BlockDemand demand;
  std::uint64_t fits = 0;
  KernelType type = KernelType::latency;
  BandwidthCurve curve;  ///< for 1 to `fits` blocks
};
struct Partition {
  std::uint64_t blocks = 0;
  double interconnect = 0, dram = 0;  ///< percent of the sustainable bandwidth
  double dominant = 0;                ///< share of the resource that the kernel is sensitive to
};

/// `prior_latency`: divisor for the shares of kernels sensitive to latency; a value above 1 gives
/// these kernels more blocks. Among kernels with equal shares, the first in the list is served
/// first.
std::vector<Partition> partition_bandwidth(std::span<const PartitionedKernel> kernels,
                                           const model::Resources& sm, double prior_latency);

}  // namespace heddle::policy
