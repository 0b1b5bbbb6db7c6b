// Host services that device code calls like functions. A system_call instruction carries the number
// of its service in Modifiers::immediate. The sources and the result follow the order of the
// function's parameters: 64-bit values are pairs, 32-bit values are rows, and the extents of a grid
// or block are three rows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace heddle::isa {

enum class SystemCall : std::uint8_t {
  vprintf,  ///< row = vprintf(pair format, pair argument buffer); both are generic addresses
  malloc,   ///< pair = malloc(pair bytes)
  free,     ///< free(pair address)
  /// assert_fail(pair message, pair file, row line, pair function, pair bytes per character)
  assert_fail,
  // The device runtime. A result of one row is an error code of CUDA. Results at addresses are
  // written to the caller's memory.
  parameter_buffer,  ///< pair buffer = (pair kernel, grid, block, row dynamic shared bytes)
  launch,            ///< row = (pair buffer, pair stream)
  plain_buffer,      ///< pair buffer = (pair alignment, pair bytes)
  /// (pair kernel, pair buffer, grid, block, row dynamic shared bytes): what a plain buffer is for
  describe_launch,
  synchronize,      ///< row = (): waits for the grids that the block has launched
  create_stream,    ///< row = (pair address of the stream, row flags)
  destroy_stream,   ///< row = (pair stream)
  create_event,     ///< row = (pair address of the event, row flags)
  destroy_event,    ///< row = (pair event)
  record_event,     ///< row = (pair event, pair stream)
  wait_event,       ///< row = (pair stream, pair event, row flags)
  last_error,       ///< row = (): the thread's last error, which is then forgotten
  peek_error,       ///< row = ()
  allocate,         ///< row = (pair address of the pointer, pair bytes)
  release,          ///< row = (pair address)
  copy,             ///< row = (pair to, pair from, pair bytes, row kind, pair stream)
  fill,             ///< row = (pair to, row value, pair bytes, pair stream)
  attribute,        ///< row = (pair address of the value, row attribute, row device)
  limit,            ///< row = (pair address of the value, row limit)
  device,           ///< row = (pair address of the device's number)
  device_count,     ///< row = (pair address of the number)
  runtime_version,  ///< row = (pair address of the version)
};

struct SystemCallShape {
  std::string_view name;
  std::uint8_t result_rows = 0;
  std::array<std::uint8_t, 5> source_rows{};
};

/// Indexed by SystemCall.
inline constexpr SystemCallShape kSystemCallShapes[] = {
    {"vprintf", 1, {2, 2}},
    {"malloc", 2, {2}},
    {"free", 0, {2}},
    {"assert_fail", 0, {2, 2, 1, 2, 2}},
    {"parameter_buffer", 2, {2, 3, 3, 1}},
    {"launch", 1, {2, 2}},
    {"plain_buffer", 2, {2, 2}},
    {"describe_launch", 0, {2, 2, 3, 3, 1}},
    {"synchronize", 1, {}},
    {"create_stream", 1, {2, 1}},
    {"destroy_stream", 1, {2}},
    {"create_event", 1, {2, 1}},
    {"destroy_event", 1, {2}},
    {"record_event", 1, {2, 2}},
    {"wait_event", 1, {2, 2, 1}},
    {"last_error", 1, {}},
    {"peek_error", 1, {}},
    {"allocate", 1, {2, 2}},
    {"release", 1, {2}},
    {"copy", 1, {2, 2, 2, 1, 2}},
    {"fill", 1, {2, 1, 2, 2}},
    {"attribute", 1, {2, 1, 1}},
    {"limit", 1, {2, 1}},
    {"device", 1, {2}},
    {"device_count", 1, {2}},
    {"runtime_version", 1, {2}},
};

inline constexpr const SystemCallShape& shape_of(SystemCall call) {
  return kSystemCallShapes[static_cast<std::size_t>(call)];
}

}  // namespace heddle::isa
