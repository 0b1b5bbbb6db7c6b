#pragma once
// Parts of a kernel's text for tests of what loads find in the L1.

#include <string>

namespace heddle::test {

/// Threads are %r1, warps of the block %r2, lanes %r3. %r9 is to take what is loaded, so that
/// whoever comes later waits.
inline const std::string kNumberThreads =
    "  mov.u32 %r1, %tid.x;\n  shr.u32 %r2, %r1, 5;\n  and.b32 %r3, %r1, 31;\n  mov.u32 %r9, 0;\n";
/// Waits for all loads: away from what they read.
inline const std::string kStoreSum = "  st.global.u32 [%rd1+65536], %r9;\n";

}  // namespace heddle::test
