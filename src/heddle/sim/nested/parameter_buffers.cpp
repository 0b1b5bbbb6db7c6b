#include "heddle/sim/nested/parameter_buffers.hpp"

#include <algorithm>
#include <utility>

namespace heddle::sim {

Addr ParameterBuffers::make(std::uint64_t bytes, std::optional<exec::DeviceLaunch> launch) {
  const Addr buffer = memory_.allocate(std::max<std::uint64_t>(bytes, 1), "parameters of a launch");
  if (buffer != 0) buffers_.emplace(buffer, Buffer{bytes, std::move(launch)});
  return buffer;
}

bool ParameterBuffers::describe(Addr buffer, const exec::DeviceLaunch& launch) {
  const auto found = buffers_.find(buffer);
  if (found == buffers_.end()) return false;
  found->second.launch = launch;
  return true;
}

std::optional<ParameterBuffers::Contents> ParameterBuffers::take(Addr buffer) {
  const auto found = buffers_.find(buffer);
  if (found == buffers_.end() || !found->second.launch) return std::nullopt;
  Contents contents{*found->second.launch, std::vector<std::uint8_t>(found->second.bytes)};
  memory_.read(buffer, contents.bytes.data(), contents.bytes.size());
  memory_.free(buffer);
  buffers_.erase(found);
  return contents;
}

}  // namespace heddle::sim
