// The sizes of shared memory among which kernels choose, on an SM whose L1 and shared memory divide
// one memory. The L1 has what shared memory leaves. Source: CUDA C++ Programming Guide, appendix
// "Compute Capabilities", shared memory of 7.x.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "heddle/core/terms/specs.hpp"

namespace heddle::core {

class SharedSizes {
 public:
  /// The value of sm.shared_sizes for an SM whose shared memory has always sm.shared_bytes.
  static constexpr std::string_view kSingle = "single";

  /// Reads sm.shared_sizes. Throws Error if it is neither `kSingle` nor ascending sizes that end
  /// with sm.shared_bytes.
  explicit SharedSizes(const SmSpec& sm);

  /// Whether kernels choose the size.
  bool chosen_by_kernels() const { return all_.size() > 1; }
  /// In bytes, from the smallest to the largest.
  const std::vector<std::uint64_t>& all() const { return all_; }
  std::uint64_t smallest() const { return all_.front(); }
  std::uint64_t largest() const { return all_.back(); }
  /// Returns the smallest size that holds so many bytes, or the largest size if none does.
  std::uint64_t at_least(std::uint64_t bytes) const;

 private:
  std::vector<std::uint64_t> all_;
};

/// Returns the bytes of the L1 beside shared memory of so many bytes.
inline std::uint64_t l1_bytes_beside(std::uint64_t shared, const SmSpec& sm, const L1Spec& l1) {
  return l1.bytes + sm.shared_bytes - shared;
}
/// Returns the lines of the L1 beside the smallest shared memory.
inline std::uint32_t most_l1_lines(const SmSpec& sm, const L1Spec& l1) {
  return static_cast<std::uint32_t>(l1_bytes_beside(SharedSizes(sm).smallest(), sm, l1) /
                                    l1.line_bytes);
}

}  // namespace heddle::core
