// A hash of bytes that is the same on every host. It is used for the memory at the end of a
// capture, and for the contents of files. The hash detects accidental changes, but not forgeries.
// Words are distributed over independent lanes. A changed word always changes the state of its
// lane, because each step maps states one to one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle {

class Hash {
 public:
  void add(std::span<const std::uint8_t> bytes);
  std::uint64_t value() const;  ///< hash of all bytes so far

 private:
  static constexpr std::size_t kLanes = 4;
  static constexpr std::size_t kBlock = kLanes * sizeof(std::uint64_t);

  using Lanes = std::array<std::uint64_t, kLanes>;
  static void take(Lanes& lanes, const std::uint8_t* block);

  Lanes lanes_{1, 2, 3, 4};
  std::array<std::uint8_t, kBlock> rest_{};  ///< bytes of a block that is not complete yet
  std::uint64_t bytes_ = 0;
};

std::uint64_t hash_of(std::span<const std::uint8_t> bytes);

}  // namespace heddle
