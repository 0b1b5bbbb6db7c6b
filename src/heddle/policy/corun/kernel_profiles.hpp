// Profiles of kernels that run alone with few and with many blocks on an SM, from a file of
// comma-separated values:
//
//   kernel,blocks,ipc,requests,interconnect,dram
//   bpnn_layerforward_CUDA,1,0.42,3.1,6.2,4.0
//
// ipc: warp instructions per SM and cycle. requests: data requests to the L2, per SM and 200
// cycles. interconnect: percent of the sustainable bandwidth that replies use. dram: percent of the
// sustainable bandwidth that DRAM transfers use. Lines that begin with # are comments.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::policy {

/// Values of a kernel; element b - 1 is for b blocks on an SM.
struct KernelProfile {
  std::vector<double> ipc, requests, interconnect, dram;
};

class KernelProfiles {
 public:
  /// Throws Error, with file and line, for text that cannot be read.
  static KernelProfiles read(const std::string& file);
  static KernelProfiles parse(std::string_view text, const std::string& file);

  /// Returns the kernel's profile for 1 to `blocks` blocks; null: the file has no line for the
  /// kernel. Missing numbers of blocks are interpolated linearly. Numbers of blocks beyond the
  /// kernel's last line get the values of the last line.
  const KernelProfile* find(const std::string& kernel, std::uint64_t blocks);

 private:
  struct Line {
    double ipc = 0, requests = 0, interconnect = 0, dram = 0;
  };
  /// Indexed by kernel, then by number of blocks.
  std::map<std::string, std::map<std::uint64_t, Line>> lines_;
  std::map<std::pair<std::string, std::uint64_t>, KernelProfile> found_;
};

/// Values for 1 to `count` blocks, interpolated from known values. `known` is not empty.
std::vector<double> fill_between(const std::map<std::uint64_t, double>& known, std::uint64_t count);

}  // namespace heddle::policy
