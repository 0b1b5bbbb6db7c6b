// Loops put behind each other: the same results for all ways in which an integer counts, and which
// loops it happens to.
#include "heddle/compile/unrolling/unrolling.hpp"

#include <cstring>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lowering.hpp"
#include "warp_runs.hpp"

namespace heddle::compile {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A loop that counts from `start` plus the thread by `step` while `compare` of counter and bound
/// holds.
struct Count {
  std::string compare, type;
  std::int64_t start = 0, step = 1, bound = 0;
  bool known = false;  ///< bound and start are constants
  bool tests_before_step = false;
};

bool holds(const Count& count, std::uint64_t a, std::uint64_t b) {
  const auto order = [&](auto x, auto y) {
    if (count.compare == "lt") return x < y;
    if (count.compare == "le") return x <= y;
    if (count.compare == "gt") return x > y;
    if (count.compare == "ge") return x >= y;
    return count.compare == "ne" ? x != y : x == y;
  };
  if (count.type == "s32") return order(static_cast<std::int32_t>(a), static_cast<std::int32_t>(b));
  if (count.type == "u32")
    return order(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b));
  if (count.type == "s64") return order(static_cast<std::int64_t>(a), static_cast<std::int64_t>(b));
  return order(a, b);
}

/// What a thread computes, said again; nothing if it takes too long.
std::optional<std::uint32_t> expected(const Count& count, std::uint32_t thread) {
  std::uint64_t counter = static_cast<std::uint64_t>(count.start) + (count.known ? 0 : thread);
  std::uint32_t sum = 1;
  for (unsigned trips = 0; trips < 400; ++trips) {
    sum = sum * 3 + static_cast<std::uint32_t>(counter);
    const std::uint64_t before = counter;
    counter += static_cast<std::uint64_t>(count.step);
    const std::uint64_t tested = count.tests_before_step ? before : counter;
    if (!holds(count, tested, static_cast<std::uint64_t>(count.bound))) return sum;
  }
  return std::nullopt;
}

std::string text_of(const Count& count, std::string_view inside = "") {
  const bool is_wide = count.type.ends_with("64");
  const char* i = is_wide ? "%rd4" : "%r4";
  const std::string bits = is_wide ? "64" : "32";
  const auto number = [&](std::int64_t value) {
    return is_wide ? fmt::format("{}", value) : fmt::format("{}", static_cast<std::int32_t>(value));
  };
  std::string text =
      ".entry k(.param .u64 out, .param .u64 in) {\n"
      ".reg .pred %p<4>; .reg .b32 %r<10>; .reg .b64 %rd<10>;\n"
      "ld.param.u64 %rd0, [out]; mov.u32 %r0, %tid.x; mul.wide.u32 %rd1, %r0, 8;\n"
      "add.s64 %rd0, %rd0, %rd1; cvt.u64.u32 %rd2, %r0; mov.u32 %r1, %ctaid.z;\n"
      "cvt.u64.u32 %rd3, %r1; mov.u32 %r2, 1;\n";
  if (count.known) {
    text += fmt::format("mov.b{} {}, {};\n", bits, i, number(count.start));
  } else {
    text += fmt::format("add.s{} {}, {}, {}; add.s{} {}, {}, {};\n", bits, i,
                        is_wide ? "%rd2" : "%r0", number(count.start), bits,
                        is_wide ? "%rd5" : "%r5", is_wide ? "%rd3" : "%r1", number(count.bound));
  }
  const std::string bound = count.known ? number(count.bound) : is_wide ? "%rd5" : "%r5";
  const std::string step = fmt::format("add.s{} {}, {}, {};", bits, i, i, number(count.step));
  const std::string test =
      fmt::format("setp.{}.{} %p0, {}, {};", count.compare, count.type, i, bound);
  const bool first = count.tests_before_step;
  text += fmt::format("loop:\n{}{} mad.lo.s32 %r2, %r2, 3, {};\n{} {} @%p0 bra loop;\n", inside,
                      is_wide ? "cvt.u32.u64 %r3, %rd4;" : "", is_wide ? "%r3" : "%r4",
                      first ? test : step, first ? step : test);
  return text + "st.global.u32 [%rd0], %r2; ret; }\n";
}

Options unrolled() {
  Options options;
  options.unroll = true;
  return options;
}

/// The sums of 16 threads.
std::vector<std::uint32_t> run(const std::string& text) {
  const isa::Module module = lower_module(text, unrolled());
  const std::vector<std::uint8_t> bytes =
      run_warps(module, module.kernels.at(0), {.blocks = 1, .threads = 16, .slot_bytes = 8});
  std::vector<std::uint32_t> sums(16);
  for (unsigned i = 0; i < 16; ++i) std::memcpy(&sums[i], &bytes[8 * i], 4);
  return sums;
}

/// True if the loop was short enough to be tried.
bool agrees(const Count& count) {
  std::vector<std::uint32_t> sums;
  for (unsigned thread = 0; thread < 16; ++thread) {
    const auto sum = expected(count, thread);
    if (!sum) return false;
    sums.push_back(*sum);
  }
  EXPECT_EQ(run(text_of(count)), sums) << text_of(count);
  return true;
}

TEST(Unrolling, EveryWayOfCountingGivesTheSame) {
  unsigned tried = 0;
  const std::int64_t smallest = std::numeric_limits<std::int32_t>::min();
  const std::int64_t largest = std::numeric_limits<std::int32_t>::max();
  for (const char* type : {"s32", "u32", "s64", "u64"}) {
    for (const char* compare : {"lt", "le", "gt", "ge", "ne"}) {
      for (const std::int64_t step : {1, 3, -1, -2}) {
        for (const std::int64_t bound : {std::int64_t{0}, std::int64_t{100}, smallest, largest,
                                         smallest + 5, largest - 4, std::int64_t{-1}}) {
          for (const std::int64_t trips : {1, 9, 30}) {
            for (const bool known : {false, true}) {
              Count count{compare, type, bound - step * trips, step, bound, known};
              tried += agrees(count) ? 1 : 0;
              count.tests_before_step = true;
              tried += agrees(count) ? 1 : 0;
            }
          }
        }
      }
    }
  }
  EXPECT_GT(tried, 1600u);
}

TEST(Unrolling, StepsThatWrapAfterAFewTrips) {
  for (const std::int64_t step : {0x20000000LL, 0x60000000LL, -0x50000000LL, 1LL << 61}) {
    for (const char* type : {"s32", "u32", "s64", "u64"}) {
      for (const char* compare : {"lt", "gt", "ne"}) {
        for (const std::int64_t bound : {0x70000000LL, 100LL, -5LL}) {
          agrees({compare, type, 3, step, bound, false});
        }
      }
    }
  }
  // 3 + 0x60000000 is not below 100: one trip.
  EXPECT_TRUE(agrees({"lt", "u32", 3, 0x60000000, 100, false}));
}

std::string listing_of(const Count& count, std::string_view inside = "") {
  std::string all;
  for (const std::string& line : lines_of(lower_module(text_of(count, inside), unrolled()))) {
    all += line + "\n";
  }
  return all;
}

unsigned products(const std::string& listing) {
  unsigned found = 0;
  for (std::size_t at = 0; (at = listing.find("mad_lo", at)) != std::string::npos; ++at) ++found;
  return found;
}

TEST(Unrolling, AShortLoopOfKnownLengthDisappears) {
  const std::string listing = listing_of({"lt", "s32", 0, 1, 12, true});
  EXPECT_THAT(listing, Not(HasSubstr("bra")));
}

TEST(Unrolling, FourTripsStandInFrontOfALoopOfUnknownLength) {
  EXPECT_EQ(products(listing_of({"lt", "s32", 0, 1, 12, false})), 5u);
}

TEST(Unrolling, WhatWaitsForOthersOrIsToStayIsLeftAlone) {
  for (const char* inside :
       {".pragma \"nounroll\";\n", "bar.warp.sync -1;", "shfl.sync.down.b32 %r2, %r2, 1, 31, -1;",
        "ld.global.u32 %r3, [%rd0]; add.u32 %r2, %r2, %r3; st.global.u32 [%rd0], %r2;"}) {
    EXPECT_EQ(products(listing_of({"lt", "s32", 0, 1, 12, false}, inside)), 1u) << inside;
  }
}

TEST(Unrolling, LargeLoopsStay) {
  std::string large;
  for (unsigned i = 0; i < 60; ++i) large += "xor.b32 %r2, %r2, %r4; shl.b32 %r2, %r2, 1;\n";
  EXPECT_EQ(products(listing_of({"lt", "s32", 0, 1, 12, false}, large)), 1u);
}

}  // namespace
}  // namespace heddle::compile
