// Traces of which some bytes are changed, missing or doubled. Each is read to its end or refused
// with a message. The sanitizers' build finds errors of memory.
#include <gtest/gtest.h>

#include "compressed.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/splitmix.hpp"
#include "heddle/trace/kernel_summary.hpp"
#include "temporary_folder.hpp"
#include "trace_text.hpp"

namespace heddle::trace {
namespace {

std::string mutant(std::string text, std::uint64_t seed) {
  SplitMix next(seed);
  for (std::uint64_t changes = 1 + next() % 3; changes > 0 && !text.empty(); --changes) {
    const std::size_t at = next() % text.size(), length = 1 + next() % 20;
    switch (next() % 4) {
      case 0:
        text[at] = static_cast<char>(next());
        break;
      case 1:
        text[at] = "0123456789abcdef -,=\n"[next() % 21];
        break;
      case 2:
        text.erase(at, length);
        break;
      default:
        text.insert(at, text.substr(next() % text.size(), length));
    }
  }
  return text;
}

/// Returns how many of the mutants were refused.
unsigned read_mutants(const std::string& name, const std::string& whole, unsigned count) {
  const sim::TemporaryFolder folder;
  EXPECT_GT(summarize(folder.write(name, whole)).warp_instructions, 0u) << name;
  unsigned refused = 0;
  for (unsigned seed = 0; seed < count; ++seed) {
    const auto file = folder.write(name, mutant(whole, seed));
    try {
      summarize(file);
    } catch (const Error& error) {
      ++refused;
      EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << error.what();
    }
  }
  return refused;
}

TEST(Mutants, AreReadOrRefused) {
  constexpr unsigned kCount = 500;
  const std::string header = HeaderText().text();
  const std::string text = header + block_text("0,0,0", {add_lines()});
  EXPECT_GT(read_mutants("kernel-1.traceg", text, kCount), kCount / 4);
  EXPECT_GT(read_mutants("kernel-1.traceg.gz", gzip(text), kCount), kCount / 2);
  EXPECT_GT(read_mutants("kernel-1.traceg.xz", xz(text), kCount), kCount / 2);
  EXPECT_GT(read_mutants("kernel-1.traceg.zst", zstd(text), kCount), kCount / 2);
  EXPECT_GT(read_mutants("kernel-1.tracez", tracez(header, {add_lines()}, 4), kCount), kCount / 4);
}

}  // namespace
}  // namespace heddle::trace
