// A capture: what a program did to the GPU from its first captured launch to the end of its last,
// without the program. It holds the PTX texts, the device memory at the first captured launch, and
// then step by step the launches and what changed memory between them. Addresses are the program's:
// memory and parameters hold them as they are.
//
//   Capture capture = read_capture("bfs.capture");
//   restore(capture, target);                         // memory, textures, modules (restore.hpp)
//   for (const Step& step : capture.steps)            // the order in which they began
//     if (const Launch* launch = std::get_if<Launch>(&step.work)) { ... run it ... }
//     else for (const Effect& effect : step.effects) perform(effect, target);
//   differences(capture, target.memory);              // empty: memory is as it was in the program
//
// Whoever runs steps that do not depend on each other side by side looks at Step::after.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "heddle/base/types.hpp"
#include "heddle/capture/contents.hpp"
#include "heddle/exec/texture/texture.hpp"

namespace heddle::capture {

struct ModuleText {
  std::string file;  ///< what messages call it
  std::string ptx;
};

/// A piece of device memory.
struct Allocation {
  Addr address = 0;
  std::uint64_t bytes = 0;
  std::string name;      ///< of a module's variable; empty: allocated at run time
  bool writable = true;  ///< by kernels
  Contents contents;     ///< when it comes to be there
};

struct Texture {
  std::uint64_t handle = 0;
  exec::TextureDescriptor descriptor;
};

/// A module on the device: its text, and where its variables lie.
struct Load {
  std::uint32_t module = 0;  ///< index of Capture::modules
  std::map<std::string, Addr, std::less<>> variables;
};

/// A box of device memory: `depth` slices of `height` rows of `width` bytes.
struct Box {
  Addr address = 0;
  std::uint64_t width = 0, height = 1, depth = 1;
  std::uint64_t row_pitch = 0, slice_pitch = 0;  ///< bytes from one to the next

  std::uint64_t bytes() const { return width * height * depth; }
  /// From the first to the last of its bytes.
  std::uint64_t span() const {
    return bytes() == 0 ? 0 : (depth - 1) * slice_pitch + (height - 1) * row_pitch + width;
  }
};

// What changes memory besides launches.
struct Write {
  Box to;
  Contents contents;  ///< row after row, without gaps
};
struct Copy {
  Box to, from;  ///< of the same extents
};
struct Fill {
  Box to;
  std::uint32_t value = 0, word_bytes = 1;
};
struct Allocate {
  Allocation allocation;
};
struct Free {
  Addr address = 0;
};
struct Unload {
  std::uint32_t module = 0;
};
struct Bind {
  Texture texture;
};
struct Unbind {
  std::uint64_t handle = 0;
};
using Effect = std::variant<Write, Copy, Fill, Allocate, Free, Load, Unload, Bind, Unbind>;

/// A captured launch.
struct Launch {
  std::uint32_t module = 0;  ///< index of Capture::modules
  std::string kernel;        ///< as in the PTX text
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::vector<std::uint8_t> parameters;
  std::uint64_t stream = 0;
  std::int32_t priority = 0;  ///< less is more urgent
  bool cooperative = false;
  std::uint32_t stack_bytes = 0;  ///< per thread
};

/// What a transfer occupies while it lasts; each carries one transfer at a time.
enum class Link : std::uint8_t { host_to_device, device_to_host, inside_device };
inline constexpr std::size_t kLinks = 3;

/// A copy or fill, whose effects are there when its time is over.
struct Transfer {
  Link link = Link::inside_device;
  std::uint64_t bytes = 0;
};
/// A launch that was not captured: its effects are there when it begins, and it lasts as long as a
/// launch without timing (sim/functional_time.hpp).
struct Computed {
  std::uint64_t warp_instructions = 0, blocks = 0;
};
/// The host let time pass (a query of a stream or event). Nothing waits for the end.
struct Pause {
  double seconds = 0;
};
/// A call of the host that takes no time: it allocates, frees, loads, binds.
struct HostCall {};

struct Step {
  std::variant<Launch, Transfer, Computed, Pause, HostCall> work;
  std::vector<std::uint32_t> after;  ///< steps that are over before this one begins; all earlier
  Cycle cycle = 0;                   ///< at which it began in the program
  std::vector<Effect> effects;       ///< in order; a launch has none
};

/// An allocation at the end of the last captured launch.
struct FinalMemory {
  Addr address = 0;
  std::uint64_t bytes = 0;
  std::uint64_t hash = 0;  ///< hash.hpp
  bool compared = true;    ///< false: its contents depend on the order of blocks and warps
};

struct Capture {
  std::string heddle_version, program, machine;  ///< by which, of what, on what it was made
  std::vector<ModuleText> modules;
  // At the first captured launch. The steps before that are there for their time alone.
  std::vector<Allocation> allocations;  ///< by address
  std::vector<Texture> textures;
  std::vector<Load> loads;
  std::vector<Step> steps;  ///< in the order in which they began
  std::vector<FinalMemory> final_memory;

  std::uint64_t launches() const;
  /// Index of the first captured launch's step.
  std::size_t first_launch() const;
  /// One more than the highest address that an allocation ever has.
  Addr end_of_memory() const;
};

/// Whether a file begins as a capture does.
bool is_capture(const std::filesystem::path& file);
/// Throws Error: what is wrong with the file, and what to do.
Capture read_capture(const std::filesystem::path& file);
/// `write` takes the next bytes of the file.
void write_capture(const Capture& capture, const std::function<void(std::string_view)>& write);

}  // namespace heddle::capture
