// Brings a capture's memory, textures and modules back, and says whether memory is at the end what
// it was in the program.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "heddle/capture/capture.hpp"
#include "heddle/exec/memory_image.hpp"

namespace heddle::capture {

/// Where a capture comes back: device memory that holds nothing else, and who loads modules.
struct Target {
  exec::MemoryImage& memory;
  exec::TextureTable& textures;
  /// The variables of `load` have their memory already.
  std::function<void(const Load& load, const ModuleText& text)> load;
  std::function<void(std::uint32_t module)> unload;
};

/// What is there at the first captured launch. Throws Error where device memory is too small.
void restore(const Capture& capture, const Target& target);
void perform(const Capture& capture, const Effect& effect, const Target& target);

/// Gives memory and textures back, so that the capture can be restored again; modules stay loaded.
/// `steps`: how many of them, from the first, have been performed.
void clear(const Capture& capture, std::size_t steps, const Target& target);

/// A sentence for each allocation that is compared and differs.
std::vector<std::string> differences(const Capture& capture, const exec::MemoryImage& memory);

}  // namespace heddle::capture
