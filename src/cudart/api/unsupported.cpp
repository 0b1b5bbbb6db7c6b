// Entry points that programs may link against and heddle does not carry out. Each says so once and
// returns cudaErrorNotSupported; their arguments are not looked at, so one definition serves all
// signatures.
#include "cudart/runtime/unsupported_call.hpp"

#define X(name)                                         \
  extern "C" [[gnu::visibility("default")]] int name(); \
  int name() { return heddle::cudart::refuse_unsupported(#name); }
#include "cudart/api/unsupported.def"
#undef X
