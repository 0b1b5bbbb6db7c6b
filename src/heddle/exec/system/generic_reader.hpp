// Reads memory at generic addresses as one thread sees it: strings and argument lists of system
// calls.
#pragma once

#include <cstdint>
#include <string>

#include "heddle/exec/step/warp.hpp"

namespace heddle::exec {

class GenericReader {
 public:
  /// Makes a reader that sees memory as `lane` does while the warp is at the instruction at `pc`.
  GenericReader(const Warp& warp, Pc pc, unsigned lane) : warp_(warp), pc_(pc), lane_(lane) {}

  /// Throws ExecutionFault if a byte is not in memory that the thread can read.
  void read(Addr address, void* to, std::uint64_t bytes) const;
  std::string text(Addr address) const;  ///< returns the string at `address`, up to its NUL

 private:
  const std::uint8_t* byte_at(Addr address) const;

  const Warp& warp_;
  Pc pc_;
  unsigned lane_;
};

}  // namespace heddle::exec
