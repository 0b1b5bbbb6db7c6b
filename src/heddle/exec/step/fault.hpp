// What a GPU would stop a kernel for: which thread did what at which line.
#pragma once

#include <cstdint>
#include <string>

#include "heddle/base/error.hpp"
#include "heddle/base/types.hpp"
#include "heddle/isa/program.hpp"

namespace heddle::exec {

struct Warp;

enum class FaultKind : std::uint8_t {
  out_of_bounds,
  misaligned,
  null_address,
  read_only,
  bad_target,  ///< a branch, call or return to where there is no code
  stack_overflow,
  trap,
  assertion,
  invalid_operand,  ///< barrier number, texture handle and the like
  deadlock,
  not_scalar,  ///< a scalar instruction does not do the same in all active threads
};

/// The thread and the instruction that a fault is about.
struct FaultPlace {
  std::string kernel;
  std::string function;  ///< called by the kernel; empty: the kernel itself
  Dim3 block{0, 0, 0}, thread{0, 0, 0};
  std::string file;  ///< of the PTX text
  unsigned line = 0;
  std::string source;  ///< "vector.cu:12", where the PTX is made from; empty: not known
};

class ExecutionFault : public Error {
 public:
  /// what() is `place` in words and then `message`.
  ExecutionFault(FaultKind kind, FaultPlace place, Addr address, const std::string& message);
  FaultKind kind() const { return kind_; }
  const FaultPlace& place() const { return place_; }
  Addr address() const { return address_; }  ///< 0 where the fault is not about an access

 private:
  FaultKind kind_;
  FaultPlace place_;
  Addr address_;
};

/// Position in its block of a lane's thread.
Dim3 thread_index(const Warp& warp, unsigned lane);

/// Where `lane` is when the warp executes the instruction at `pc`.
FaultPlace fault_place(const Warp& warp, Pc pc, unsigned lane);

[[noreturn]] void raise_fault(FaultKind kind, const Warp& warp, Pc pc, unsigned lane, Addr address,
                              const std::string& message);

}  // namespace heddle::exec
