// Rewrites launches in device functions of preprocessed text, which clang refuses, as calls of the
// templates in sdk/include/heddle/nested/launch.h.
#pragma once

#include <optional>
#include <string>

namespace heddle::cc {

/// The side for which clang compiles the text. On the host side, clang itself compiles launches of
/// functions for host and device.
enum class CompiledSide : unsigned char { device, host };

/// The text with rewritten launches, or nothing if device functions launch nothing. The lines of
/// the text stay where they are. Throws Error for a launch that cannot be rewritten; the message
/// names its line.
std::optional<std::string> rewritten_launches(std::string text, CompiledSide side);

}  // namespace heddle::cc
