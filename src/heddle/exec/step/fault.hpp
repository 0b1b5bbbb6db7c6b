// Faults for which a GPU would stop a kernel: which thread did what in which line.
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
  bad_target,  ///< a branch, call or return to a place without code
  stack_overflow,
  trap,
  assertion,
  invalid_operand,  ///< for example a barrier number or a texture handle
  deadlock,
  not_scalar,  ///< a scalar instruction differs between active threads
};

/// The thread and the instruction of a fault.
struct FaultPlace {
  std::string kernel;
  std::string function;  ///< function that the kernel called; empty: the kernel itself
  Dim3 block{0, 0, 0}, thread{0, 0, 0};
  std::string file;  ///< name of the PTX file
  unsigned line = 0;
  std::string source;  ///< line of the source from which the PTX was compiled, such as
                       ///< "vector.cu:12"; empty: not known
};

class ExecutionFault : public Error {
 public:
  /// what() returns a description of `place`, followed by `message`.
  ExecutionFault(FaultKind kind, FaultPlace place, Addr address, const std::string& message);
  FaultKind kind() const { return kind_; }
  const FaultPlace& place() const { return place_; }
  Addr address() const { return address_; }  ///< 0: the fault is not about an access

 private:
  FaultKind kind_;
  FaultPlace place_;
  Addr address_;
};

/// Returns the position of a lane's thread in its block.
Dim3 thread_index(const Warp& warp, unsigned lane);

/// Returns the place of a fault of `lane` while the warp executes the instruction at `pc`.
FaultPlace fault_place(const Warp& warp, Pc pc, unsigned lane);

[[noreturn]] void raise_fault(FaultKind kind, const Warp& warp, Pc pc, unsigned lane, Addr address,
                              const std::string& message);

}  // namespace heddle::exec
