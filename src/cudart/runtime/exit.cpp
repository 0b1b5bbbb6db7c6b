// The end of the process. The runtime finishes after the destructors of the program and of every
// library that uses the runtime, so that the work that these destructors ask for is done. The
// static objects of this library are never destroyed: see __cxa_atexit below.
#include "cudart/runtime/entry.hpp"

namespace heddle::cudart {
namespace {

[[gnu::destructor]] void finish_at_exit() {
  if (runtime().lock().mine()) return;  // exit() was called from inside a call of the runtime
  enter_runtime([](Runtime& state) { state.finish(); });
}

}  // namespace
}  // namespace heddle::cudart

/// Replaces the C library's registration of destructors, inside this library only. Static objects
/// of the simulator must outlive the program's own destructors, which may call the runtime.
extern "C" [[gnu::visibility("hidden")]] int __cxa_atexit(void (*)(void*), void*, void*) {
  return 0;
}
