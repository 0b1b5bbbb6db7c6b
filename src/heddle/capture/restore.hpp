// Restores a capture's memory, textures and modules. Compares the memory at the end with the memory
// of the program.
#pragma once

#include <functional>
#include <vector>

#include "heddle/capture/capture.hpp"
#include "heddle/exec/image/memory_image.hpp"

namespace heddle::capture {

/// Where a capture is restored: device memory with nothing else in it, and functions that load
/// modules.
struct Target {
  exec::MemoryImage& memory;
  exec::TextureTable& textures;
  /// Loads a module. The variables of `load` have their memory already.
  std::function<void(const Load& load, const ModuleText& text)> load;
  std::function<void(std::uint32_t module)> unload;
};

/// Frees the present contents, and restores the state at the first captured launch. Throws Error if
/// device memory is too small.
void restore(const Capture& capture, const Target& target);
void perform(const Capture& capture, const Effect& effect, const Target& target);

/// For each allocation of `capture.final_memory`: whether it has the contents that it had in the
/// program.
std::vector<bool> same_memory(const Capture& capture, const exec::MemoryImage& memory);

}  // namespace heddle::capture
