// Restores a capture's memory, textures and modules. Compares the memory at the end of a run of the
// capture with the memory at the end of the program.
#pragma once

#include <functional>
#include <vector>

#include "heddle/capture/capture.hpp"
#include "heddle/exec/image/memory_image.hpp"

namespace heddle::capture {

/// The target of a restored capture: device memory with no other contents, and functions that load
/// modules.
struct Target {
  exec::MemoryImage& memory;
  exec::TextureTable& textures;
  /// Loads a module. The module's variables already have their memory.
  std::function<void(const Load& load, const ModuleText& text)> load;
  std::function<void(std::uint32_t module)> unload;
};

/// Frees the present contents of device memory, and restores the state at the first captured
/// launch. Throws Error if device memory is too small.
void restore(const Capture& capture, const Target& target);
void perform(const Capture& capture, const Effect& effect, const Target& target);

/// Returns for each allocation of `capture.final_memory` whether its contents are the same as in
/// the program.
std::vector<bool> same_memory(const Capture& capture, const exec::MemoryImage& memory);

}  // namespace heddle::capture
