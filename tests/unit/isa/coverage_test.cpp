#include "heddle/isa/coverage.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/isa/op_pattern.hpp"

namespace heddle::isa {
namespace {

/// Every opcode that ten public suites of CUDA programs use, as clang 19 and nvcc 13 write them,
/// but for tensor cores.
constexpr std::string_view kOpcodes[] = {
#include "opcodes.inc"
};

/// Surfaces are not supported.
constexpr std::string_view kRefused[] = {"sust.b.2d.b32.trap", "sust.b.2d.v4.b8.trap"};

TEST(Coverage, EveryOpcodeInTheWildMatchesARow) {
  const OpMatcher matcher;
  for (const std::string_view opcode : kOpcodes) {
    const bool refused = std::ranges::find(kRefused, opcode) != std::end(kRefused);
    EXPECT_NE(matcher.match(opcode).has_value(), refused) << opcode;
  }
}

TEST(Coverage, TheTableListsEveryPatternOnceUnderItsClass) {
  const std::string table = coverage_table();
  for (const OpInfo& row : op_table()) {
    if (row.pattern.empty()) continue;
    EXPECT_THAT(table, testing::HasSubstr(escaped_for_markdown(row.pattern))) << row.name;
  }
  EXPECT_THAT(table, testing::HasSubstr("| shuffle | `shfl{.sync}.mode.b32` |"));
}

TEST(Coverage, BarsAreEscapedInCells) { EXPECT_EQ(escaped_for_markdown("a|b"), "a\\|b"); }

}  // namespace
}  // namespace heddle::isa
