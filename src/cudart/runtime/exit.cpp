// The end of the process. Functions like this one run after the destructors of the program and of
// every library that uses the runtime, so that what they still ask for is done. Our own statics are
// never destroyed: see __cxa_atexit below.
#include "cudart/runtime/entry.hpp"

namespace heddle::cudart {
namespace {

[[gnu::destructor]] void finish_at_exit() {
  if (runtime().lock().mine()) return;  // exit() was called from inside a call of the runtime
  enter_runtime([](Runtime& state) { state.finish(); });
}

}  // namespace
}  // namespace heddle::cudart

/// Stands, inside this library only, for the C library's registration of destructors: static
/// objects of the simulator must outlive the program's own destructors, which may call us.
extern "C" [[gnu::visibility("hidden")]] int __cxa_atexit(void (*)(void*), void*, void*) {
  return 0;
}
