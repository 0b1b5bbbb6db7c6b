// Finds the origin of a signal that code of this thread raised. Signal handlers may call these
// functions.
#pragma once

#include <cstdint>

#include <signal.h>

#include "heddle/sim/records/loaded_code.hpp"

namespace heddle::sim {

enum class Blame : std::uint8_t { program, heddle, unclear };

struct FaultOrigin {
  Blame blame = Blame::program;
  std::uintptr_t where = 0;  ///< address in heddle's code, unless the program is to blame
};

/// `context` is the handler's third argument.
FaultOrigin origin_of(const LoadedCode& code, int signal, const siginfo_t& info, void* context);

/// Whether the processor raised the signal. Such a signal occurs again after the handler has
/// returned; other signals do not.
bool is_raised_by_processor(const siginfo_t& info);

/// Prepares origin_of(). Called once, outside of signal handlers.
void prepare_origins();

}  // namespace heddle::sim
