// Checks the processor before any other code of the program or library that links this file runs. A
// host that lacks the instructions that heddle was built for gets a message instead of a crash.
// This file is built without -march, and calls only write and _exit.
#include <unistd.h>

namespace {

// 101 is the first priority that programs may use, so this initializer runs before all others.
__attribute__((constructor(101))) void check_host() {
#ifdef HEDDLE_HOST_LEVEL
  __builtin_cpu_init();
  if (__builtin_cpu_supports(HEDDLE_HOST_LEVEL)) return;
  static constexpr char kMessage[] =
      "heddle: this computer's processor lacks instructions that heddle was built for "
      "(" HEDDLE_HOST_LEVEL "); build it again with cmake -DHEDDLE_ARCH=x86-64\n";
  if (write(STDERR_FILENO, kMessage, sizeof kMessage - 1) < 0) _exit(2);
  _exit(1);
#endif
}

}  // namespace
