// Runs one matrix instruction on a warp, in a kernel that loads the fragments of each thread and
// stores its result.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "heddle/compile/lower.hpp"

namespace heddle::test {

/// Registers of 32 bits of one thread, or bytes of its share of a buffer.
using Words = std::vector<std::uint32_t>;

/// Where a fragment is in an instruction's text: registers of 32 bits, or of 64 for f64.
struct FragmentText {
  unsigned registers = 1;
  bool is_wide = false;
};

/// The result of each thread for `spelling` D, A, B, C and `more` operands; by warp, then thread.
/// `threads` has the registers of A, B and C one after the other, and then those of `more`, named
/// %m0 and so on.
struct WarpCase {
  std::string spelling;
  FragmentText d, a, b, c;
  std::string more;  ///< ", %m0, 0"
  unsigned capability = 80;
};
std::vector<Words> run_fragments(const WarpCase& test, const std::vector<Words>& threads);

/// The text of a kernel with this body.
std::string kernel_text(const std::string& body);

/// Runs a kernel k(in, out) of one block with 32 threads, in whose body %rd0 is `in`, %rd1 is `out`
/// and %r0 is the thread's number. Registers are %r0-%r99, %rd0-%rd39, %f0-%f99 and %p0-%p9.
std::vector<std::uint8_t> run_body(const std::string& body, const std::vector<std::uint8_t>& in,
                                   std::size_t out_bytes, const compile::Options& options);

/// The message of an error or fault of run_body; "" if there is none.
std::string error_of_body(const std::string& body, const compile::Options& options);

}  // namespace heddle::test
