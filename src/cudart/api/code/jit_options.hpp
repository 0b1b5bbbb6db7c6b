// The options of cuModuleLoadDataEx and cuLinkCreate: pairs of a number and a value, some of which
// the driver writes.
#pragma once

#include <chrono>
#include <string_view>

#include "cudart/cuda_types.hpp"

namespace heddle::cudart {

class JitOptions {
 public:
  JitOptions() = default;
  JitOptions(unsigned count, const CUjit_option* options, void** values)
      : count_(count), options_(options), values_(values) {}

  /// Throws CudaError(cudaErrorInvalidValue) for missing arrays or an unknown option. Options of
  /// code generation have no effect, as heddle compiles PTX for the simulated machine.
  void require_known() const;
  /// Writes a message, cut to the buffer's size, into the program's buffer for errors.
  void write_error(std::string_view message);
  /// Writes a message into the program's buffer for information.
  void write_information(std::string_view message);
  /// Writes the time since the options were read, and the number of bytes in each buffer. Called
  /// once, when the work is done.
  void finish();

 private:
  void** value_of(CUjit_option option) const;  ///< null: not given
  void write(CUjit_option buffer, CUjit_option size, std::string_view message,
             std::size_t& written);

  unsigned count_ = 0;
  const CUjit_option* options_ = nullptr;
  void** values_ = nullptr;
  std::size_t error_bytes_ = 0, information_bytes_ = 0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace heddle::cudart
