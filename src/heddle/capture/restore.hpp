// Brings a capture's memory, textures and modules back, and says whether memory is at the end what
// it was in the program.
#pragma once

#include <functional>
#include <vector>

#include "heddle/capture/capture.hpp"
#include "heddle/exec/image/memory_image.hpp"

namespace heddle::capture {

/// Where a capture comes back: device memory that holds nothing else, and who loads modules.
struct Target {
  exec::MemoryImage& memory;
  exec::TextureTable& textures;
  /// The variables of `load` have their memory already.
  std::function<void(const Load& load, const ModuleText& text)> load;
  std::function<void(std::uint32_t module)> unload;
};

/// Frees what is there, and brings back what was there at the first captured launch. Throws Error
/// where device memory is too small.
void restore(const Capture& capture, const Target& target);
void perform(const Capture& capture, const Effect& effect, const Target& target);

/// Whether each allocation of `capture.final_memory` holds what it held in the program.
std::vector<bool> same_memory(const Capture& capture, const exec::MemoryImage& memory);

}  // namespace heddle::capture
