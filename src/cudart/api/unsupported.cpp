// Functions that programs may link against and that heddle does not carry out. Each function
// reports once that it is not supported, and returns cudaErrorNotSupported. The functions ignore
// their arguments, so one definition serves all signatures.
#include "cudart/runtime/unsupported_call.hpp"

#define X(name)                                         \
  extern "C" [[gnu::visibility("default")]] int name(); \
  int name() { return heddle::cudart::refuse_unsupported(#name); }
#include "cudart/api/unsupported.def"
#undef X
