// Refuses calls that heddle does not support.
#pragma once

namespace heddle::cudart {

/// Prints once that `function` is not supported. Returns cudaErrorNotSupported as a number.
int refuse_unsupported(const char* function) noexcept;

}  // namespace heddle::cudart
