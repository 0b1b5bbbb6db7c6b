// The generations of NVIDIA's machine code. The GPUs of a generation share one list of opcodes.
// Source: CUDA Binary Utilities, "Instruction Set Reference".
#pragma once

#include <cstdint>
#include <string_view>

namespace heddle::trace {

enum class Generation : std::uint8_t {
  pascal,  ///< Maxwell and Pascal: instructions of 8 bytes, after every third a control word
  volta,   ///< from Volta on an instruction has 16 bytes
  turing,
  ampere,  ///< Ampere and Ada
  hopper,
};

/// Returns the generation of a binary version, 75 for compute capability 7.5. Throws Error for a
/// version without a list of opcodes.
Generation generation_of(unsigned binary_version);

/// "Maxwell and Pascal", for example.
std::string_view name_of(Generation generation);

/// Bytes of an instruction.
constexpr unsigned instruction_bytes(Generation generation) {
  return generation == Generation::pascal ? 8 : 16;
}

}  // namespace heddle::trace
