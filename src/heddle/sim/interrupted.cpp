#include "heddle/sim/interrupted.hpp"

#include <cstring>

#include <signal.h>

namespace heddle::sim {
namespace {

std::string text_of(int signal) {
  const char* name = sigabbrev_np(signal);
  return name == nullptr ? fmt::format("interrupted by signal {}", signal)
                         : fmt::format("interrupted by SIG{}", name);
}

}  // namespace

Interrupted::Interrupted(int signal) : Error(text_of(signal)), signal_(signal) {}

}  // namespace heddle::sim
