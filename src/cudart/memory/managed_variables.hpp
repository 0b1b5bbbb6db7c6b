// The managed variables of the program's files. Host and device see such a variable at one address,
// which is the same in every run. The variables of a file get their memory when the file registers
// its device code, before any other code of the program. This needs no device, and the memory stays
// until the process ends.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/exec/image/host_mapping.hpp"

namespace heddle::cudart {

/// A variable as the compiled file describes it (src/cc/source/managed_variables.cpp).
struct ManagedRecord {
  void** pointer;       ///< where the host side reads the variable's address
  const void* initial;  ///< initial value
  const char* name;     ///< name in the device code
  std::uint64_t bytes;
};

/// An initial value that is the address of a variable plus the number that `place` contains.
struct ManagedUse {
  std::uint64_t* place;
  std::uint64_t variable;  ///< index of the record
};

class ManagedVariables {
 public:
  /// Gives the variables of a file their memory and their initial values, and sets all pointers to
  /// them. Throws CudaError(cudaErrorMemoryAllocation) if the host has no memory for them.
  void place(const ManagedRecord* records, std::uint64_t count, const ManagedUse* uses,
             std::uint64_t use_count);

 private:
  std::vector<exec::HostMapping> mappings_;
};

}  // namespace heddle::cudart
