// Where a signal comes from that code of this thread has raised. All of it may be called in the
// signal's handler.
#pragma once

#include <cstdint>

#include <signal.h>

#include "heddle/sim/loaded_code.hpp"

namespace heddle::sim {

enum class Blame : std::uint8_t { program, heddle, unclear };

struct FaultOrigin {
  Blame blame = Blame::program;
  std::uintptr_t where = 0;  ///< address in heddle's code, unless it is the program's
};

/// `context` is the handler's third argument.
FaultOrigin origin_of(const LoadedCode& code, int signal, const siginfo_t& info, void* context);

/// The processor raised it; else it was sent, and returning does not raise it again.
bool is_raised_by_processor(const siginfo_t& info);

/// Looks up what origin_of needs, outside of a handler.
void prepare_origins();

}  // namespace heddle::sim
