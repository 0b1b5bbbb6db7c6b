// A hash of bytes, the same on every host: for the memory at a capture's end, and for what files
// hold. It finds accidents, not forgers: a changed word always changes its lane's state, since each
// step maps states one to one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle {

class Hash {
 public:
  void add(std::span<const std::uint8_t> bytes);
  std::uint64_t value() const;  ///< of all bytes so far

 private:
  static constexpr std::size_t kLanes = 4;
  static constexpr std::size_t kBlock = kLanes * sizeof(std::uint64_t);

  using Lanes = std::array<std::uint64_t, kLanes>;
  static void take(Lanes& lanes, const std::uint8_t* block);

  Lanes lanes_{1, 2, 3, 4};
  std::array<std::uint8_t, kBlock> rest_{};  ///< of a block that is not complete
  std::uint64_t bytes_ = 0;
};

std::uint64_t hash_of(std::span<const std::uint8_t> bytes);

}  // namespace heddle
