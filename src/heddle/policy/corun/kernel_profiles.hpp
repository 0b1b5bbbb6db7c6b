// What kernels do alone with few and with many blocks on an SM: a file of values separated by
// commas.
//
//   kernel,blocks,ipc,requests,interconnect,dram
//   bpnn_layerforward_CUDA,1,0.42,3.1,6.2,4.0
//
// ipc: warp instructions of an SM in a cycle. requests: of data to the L2, of an SM in 200 cycles.
// interconnect, dram: percent of what each can sustain, by replies and by data moved. A line whose
// first character is # says nothing.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::policy {

/// By number of blocks on an SM, from 1 on.
struct KernelProfile {
  std::vector<double> ipc, requests, interconnect, dram;
};

class KernelProfiles {
 public:
  /// Throws Error, naming file and line, for what cannot be read.
  static KernelProfiles read(const std::string& file);
  static KernelProfiles parse(std::string_view text, const std::string& file);

  /// For 1 to `blocks` blocks: numbers of blocks without a line lie on the line between their
  /// neighbours, those beyond the last have its values. Null: the file does not have the kernel.
  const KernelProfile* find(const std::string& kernel, std::uint64_t blocks);

 private:
  struct Line {
    double ipc = 0, requests = 0, interconnect = 0, dram = 0;
  };
  std::map<std::string, std::map<std::uint64_t, Line>> lines_;  ///< by kernel, by blocks
  std::map<std::pair<std::string, std::uint64_t>, KernelProfile> found_;
};

/// Values at 1 to `count` from those that are known by number, which are not empty.
std::vector<double> fill_between(const std::map<std::uint64_t, double>& known, std::uint64_t count);

}  // namespace heddle::policy
