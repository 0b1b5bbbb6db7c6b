// Pages of the host process that are reserved but not committed. The destructor gives them back.
#pragma once

#include <cstdint>
#include <utility>

namespace heddle::exec {

class HostMapping {
 public:
  HostMapping() = default;
  /// Maps `bytes` of zeros at any address. Returns an empty mapping if the host refuses.
  static HostMapping reserve(std::uint64_t bytes);
  /// Maps `bytes` of zeros exactly at `address`. Returns an empty mapping if a part of the range is
  /// taken or the host refuses.
  static HostMapping reserve_at(std::uintptr_t address, std::uint64_t bytes);

  HostMapping(HostMapping&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  HostMapping& operator=(HostMapping&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~HostMapping();

  explicit operator bool() const { return data_ != nullptr; }
  std::uint8_t* data() const { return data_; }
  std::uint64_t bytes() const { return bytes_; }

  static std::uint64_t page_bytes();
  /// Discards the whole pages in [from, from + bytes). The host may reuse their memory, and the
  /// pages read as zero afterwards.
  static void discard(std::uint8_t* from, std::uint64_t bytes);

 private:
  HostMapping(void* data, std::uint64_t bytes)
      : data_(static_cast<std::uint8_t*>(data)), bytes_(bytes) {}

  std::uint8_t* data_ = nullptr;
  std::uint64_t bytes_ = 0;
};

}  // namespace heddle::exec
