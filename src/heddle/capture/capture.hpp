// A capture: a program's actions on the GPU, from the first captured launch to the end of the last
// one, without the program. A capture contains the PTX texts, the device memory at the first
// captured launch, and a list of steps. The steps are the launches and the changes of memory
// between launches. Addresses are those of the program; memory and parameters contain these
// addresses unchanged.
//
//   Capture capture = read_capture("bfs.capture");
//   restore(capture, target);                         // memory, textures, modules (restore.hpp)
//   for (const Step& step : capture.steps)            // the order in which they began
//     if (const Launch* launch = std::get_if<Launch>(&step.work)) { ... run it ... }
//     else for (const Effect& effect : step.effects) perform(effect, target);
//   same_memory(capture, target.memory);              // true: the allocation is as in the program
//
// Step::after says for which earlier steps a step must wait. Steps that do not wait for each other
// may run at the same time.
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
#include "heddle/exec/step/grid.hpp"
#include "heddle/exec/texture/texture.hpp"

namespace heddle::capture {

struct ModuleText {
  std::string file;  ///< name of the file, for messages
  std::string ptx;
};

/// A piece of device memory.
struct Allocation {
  Addr address = 0;
  std::uint64_t bytes = 0;
  std::string name;  ///< name of a module's variable; empty if the program allocated the memory at
                     ///< run time
  bool writable = true;  ///< whether kernels may write to this memory
  Contents contents;     ///< contents when the memory was allocated
};

struct Texture {
  std::uint64_t handle = 0;
  exec::TextureDescriptor descriptor;
};

/// A module that is loaded on the device: the module's text, and the addresses of its variables.
struct Load {
  std::uint32_t module = 0;  ///< index into Capture::modules
  std::map<std::string, Addr, std::less<>> variables;
};

/// A box of device memory: `depth` slices of `height` rows of `width` bytes.
struct Box {
  Addr address = 0;
  std::uint64_t width = 0, height = 1, depth = 1;
  std::uint64_t row_pitch = 0, slice_pitch = 0;  ///< bytes from the start of a row to the start of
                                                 ///< the next row; bytes from the start of a slice
                                                 ///< to the start of the next slice

  std::uint64_t bytes() const { return width * height * depth; }
  /// Returns the number of bytes from the first to the last byte of the box, gaps included.
  std::uint64_t span() const {
    return bytes() == 0 ? 0 : (depth - 1) * slice_pitch + (height - 1) * row_pitch + width;
  }
};

// The following structs are effects: changes of memory that captured launches do not make.
struct Write {
  Box to;
  Contents contents;  ///< the rows of the box one after the other, without gaps
};
struct Copy {
  Box to, from;  ///< boxes of equal extents
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
  std::uint32_t module = 0;  ///< index into Capture::modules
  std::string kernel;        ///< name of the kernel in the PTX text
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::vector<std::uint8_t> parameters;
  std::uint64_t stream = 0;
  std::int32_t priority = 0;  ///< a smaller number is more urgent
  bool cooperative = false;
  Dim3 cluster{0, 0, 0};  ///< blocks of a cluster, as the launch says; zeros: as the kernel says
  std::uint32_t stack_bytes = 0;                         ///< stack size of each thread
  std::uint32_t preferred_shared = exec::kNoPreference;  ///< as in exec::LaunchShape
};

/// The link that a transfer occupies. Each link carries one transfer at a time.
enum class Link : std::uint8_t { host_to_device, device_to_host, inside_device };
inline constexpr std::size_t kLinks = 3;

/// A copy or fill. Its effects occur when its duration is over.
struct Transfer {
  Link link = Link::inside_device;
  std::uint64_t bytes = 0;
};
/// A launch that was not captured. Its effects occur when it begins. It lasts as long as a launch
/// without timing (sim/launches/functional_time.hpp).
struct Computed {
  std::uint64_t warp_instructions = 0, blocks = 0;
};
/// A time in which the host only queried a stream or event. No other step waits for the end of a
/// pause.
struct Pause {
  double seconds = 0;
};
/// A call of the host that takes no time: it allocates or frees memory, loads a module or binds a
/// texture.
struct HostCall {};

struct Step {
  std::variant<Launch, Transfer, Computed, Pause, HostCall> work;
  std::vector<std::uint32_t> after;  ///< indices of earlier steps that must end before this one
                                     ///< begins
  Cycle cycle = 0;                   ///< cycle at which the step began in the program's run
  std::vector<Effect> effects;       ///< changes of memory, in order; a captured launch has none
};

/// An allocation at the end of the last captured launch.
struct FinalMemory {
  Addr address = 0;
  std::uint64_t bytes = 0;
  std::uint64_t hash = 0;  ///< hash of the allocation's bytes (base/hash.hpp)
  bool compared = true;    ///< false: the allocation is not compared, since its contents depend on
                           ///< the order of blocks and warps
};

struct Capture {
  std::string heddle_version, program, machine;  ///< version of heddle that made the capture,
                                                 ///< captured program, simulated machine
  std::vector<ModuleText> modules;
  // The state of memory at the first captured launch. Steps before this launch are in the capture
  // only because of the time that they take.
  std::vector<Allocation> allocations;  ///< sorted by address
  std::vector<Texture> textures;
  std::vector<Load> loads;
  std::vector<Step> steps;  ///< steps in the order in which they began
  std::vector<FinalMemory> final_memory;

  std::uint64_t launches() const;
  /// Returns the index of the step that is the first captured launch.
  std::size_t first_launch() const;
  /// Returns one more than the highest address that any allocation of the capture has.
  Addr end_of_memory() const;
};

/// Whether the file begins like a capture.
bool is_capture(const std::filesystem::path& file);
/// Reads a capture. Throws an Error that says what is wrong with the file and what to do.
Capture read_capture(const std::filesystem::path& file);
/// Writes a capture. Calls `write` repeatedly, each time with the next bytes of the file.
void write_capture(const Capture& capture, const std::function<void(std::string_view)>& write);

}  // namespace heddle::capture
