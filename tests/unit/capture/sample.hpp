// A capture with one of everything, small enough that every byte of its file can be changed.
#pragma once

#include <string>

#include "heddle/capture/capture.hpp"

namespace heddle::capture {

/// `count` bytes: first, first + 1, ...
inline Contents counting(std::uint64_t count, std::uint8_t first = 1) {
  std::vector<std::uint8_t> bytes(count);
  for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::uint8_t>(first + i);
  return Contents::of(bytes);
}

inline constexpr Addr kBuffer = 0x10'0000'0000, kOther = kBuffer + 0x1000;

inline Box row(Addr address, std::uint64_t bytes) { return {address, bytes, 1, 1, bytes, bytes}; }

inline Capture sample() {
  Capture capture;
  capture.heddle_version = "0.1.0";
  capture.program = "sample";
  capture.machine = "GTX 480";
  capture.modules = {{"sample.0.ptx", ".version 8.0 // text"}};
  capture.allocations = {{kBuffer, 512, "table", false, counting(512)},
                         {kOther, 64, "", true, Contents(64, nullptr)}};
  exec::TextureDescriptor texture;
  texture.base = kBuffer;
  texture.channels = 2;
  texture.border = {1, 0, 0, 0.5F};
  capture.textures = {{7, texture}};
  capture.loads = {{0, {{"table", kBuffer}}}};
  capture.steps.resize(6);
  capture.steps[0].work = Transfer{Link::host_to_device, 512};
  Launch launch;
  launch.kernel = "first";
  launch.grid = {2, 3, 4};
  launch.parameters = {1, 2, 3};
  capture.steps[1] = {launch, {0}, 9, {}};
  capture.steps[2] = {Computed{100, 4}, {1}, 20, {Write{row(kOther, 16), counting(16, 50)}}};
  capture.steps[3] = {
      HostCall{},
      {2},
      30,
      {Allocate{{kOther + 0x1000, 32, "", true, counting(32, 9)}}, Load{0, {{"table", kBuffer}}},
       Bind{{8, {}}}, Unbind{7}, Unload{0}, Free{kOther + 0x1000}}};
  capture.steps[4] = {Pause{1e-6}, {3}, 31, {}};
  capture.steps[5] = {
      Transfer{Link::inside_device, 32},
      {3},
      31,
      {Copy{row(kOther + 32, 16), row(kOther, 16)}, Fill{row(kOther, 16), 0xAB, 1}}};
  capture.final_memory = {{kBuffer, 512, 1, true}, {kOther, 64, 2, false}};
  return capture;
}

inline std::string bytes_of(const Capture& capture) {
  std::string bytes;
  write_capture(capture, [&](std::string_view piece) { bytes += piece; });
  return bytes;
}

}  // namespace heddle::capture
