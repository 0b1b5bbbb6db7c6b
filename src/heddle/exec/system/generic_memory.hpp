// Reads and writes memory at generic addresses as one thread sees it: strings, argument lists and
// results of system calls.
#pragma once

#include <cstdint>
#include <string>

#include "heddle/exec/step/warp.hpp"

namespace heddle::exec {

class GenericMemory {
 public:
  /// Makes an object that sees memory as `lane` does while the warp is at the instruction at `pc`.
  GenericMemory(Warp& warp, Pc pc, unsigned lane) : warp_(warp), pc_(pc), lane_(lane) {}

  // Each function throws ExecutionFault if a byte is not in memory that the thread can reach.
  void read(Addr address, void* to, std::uint64_t bytes) const;
  void write(Addr address, const void* from, std::uint64_t bytes) const;
  std::string text(Addr address) const;  ///< returns the string at `address`, up to its NUL

 private:
  std::uint8_t* byte_at(Addr address) const;
  /// Like byte_at(), but throws ExecutionFault for memory that the thread cannot reach.
  std::uint8_t* checked(Addr address) const;

  Warp& warp_;
  Pc pc_;
  unsigned lane_;
};

}  // namespace heddle::exec
