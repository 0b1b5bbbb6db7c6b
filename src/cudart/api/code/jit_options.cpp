#include "cudart/api/code/jit_options.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "cudart/error/cuda_error.hpp"

namespace heddle::cudart {

void JitOptions::require_known() const {
  require(count_ == 0 || (options_ != nullptr && values_ != nullptr));
  for (unsigned i = 0; i < count_; ++i)
    require(options_[i] >= CU_JIT_MAX_REGISTERS && options_[i] < CU_JIT_NUM_OPTIONS);
}

void** JitOptions::value_of(CUjit_option option) const {
  if (options_ == nullptr || values_ == nullptr) return nullptr;
  const auto* const found = std::find(options_, options_ + count_, option);
  return found == options_ + count_ ? nullptr : values_ + (found - options_);
}

void JitOptions::write_error(std::string_view message) {
  write(CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, message, error_bytes_);
}

void JitOptions::write_information(std::string_view message) {
  write(CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, message, information_bytes_);
}

void JitOptions::write(CUjit_option buffer, CUjit_option size, std::string_view message,
                       std::size_t& written) {
  void** const to = value_of(buffer);
  void** const bytes = value_of(size);
  if (to == nullptr || *to == nullptr || bytes == nullptr || *bytes == nullptr) return;
  // The size is a number in the place of the pointer.
  const auto room = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(*bytes));
  if (room == 0) return;
  const std::size_t length = std::min<std::size_t>(message.size(), room - 1);
  std::memcpy(*to, message.data(), length);
  static_cast<char*>(*to)[length] = '\0';
  written = length;
}

void JitOptions::finish() {
  const auto answer = [&](CUjit_option size, std::size_t bytes) {
    if (void** const value = value_of(size); value != nullptr)
      *value = reinterpret_cast<void*>(bytes);
  };
  // A buffer without a message becomes the empty text.
  if (error_bytes_ == 0) write_error("");
  if (information_bytes_ == 0) write_information("");
  answer(CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, error_bytes_);
  answer(CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, information_bytes_);
  if (void** const value = value_of(CU_JIT_WALL_TIME); value != nullptr) {
    const std::chrono::duration<float, std::milli> passed =
        std::chrono::steady_clock::now() - begin_;
    const float milliseconds = passed.count();
    *value = nullptr;
    std::memcpy(static_cast<void*>(value), &milliseconds, sizeof milliseconds);
  }
}

}  // namespace heddle::cudart
