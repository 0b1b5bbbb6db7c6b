// The buffers in device memory in which device code leaves the parameters of the kernels that it
// launches. A buffer lives from the call that asks for it to the launch.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "heddle/exec/image/memory_image.hpp"
#include "heddle/exec/system/device_runtime.hpp"

namespace heddle::sim {

class ParameterBuffers {
 public:
  explicit ParameterBuffers(exec::MemoryImage& memory) : memory_(memory) {}

  /// Returns the address of a new buffer, or 0 if device memory has no room.
  Addr make(std::uint64_t bytes, std::optional<exec::DeviceLaunch> launch);
  /// Says which launch the buffer is for. Returns false if there is no such buffer.
  bool describe(Addr buffer, const exec::DeviceLaunch& launch);

  struct Contents {
    exec::DeviceLaunch launch;
    std::vector<std::uint8_t> bytes;
  };
  /// Takes the contents and frees the buffer. Returns nothing if there is no such buffer, or if no
  /// launch was named for it.
  std::optional<Contents> take(Addr buffer);
  /// Forgets all buffers without a use of device memory.
  void clear() { buffers_.clear(); }

 private:
  struct Buffer {
    std::uint64_t bytes = 0;
    std::optional<exec::DeviceLaunch> launch;
  };

  exec::MemoryImage& memory_;
  std::map<Addr, Buffer> buffers_;
};

}  // namespace heddle::sim
