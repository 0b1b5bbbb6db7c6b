// Every answer that a cache's replacement gives and may not, and every place in which it can throw:
// the run ends with an error that names the policy, the cache, the answer and what was allowed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "misfit_run.hpp"

namespace heddle::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// Reads through a buffer, each line of it twice, and stores to the last ones.
const std::string kReads = kernel(R"(
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  mov.u32 %r4, 0;
)" + repeat(40, R"(
  ld.global.u32 %r2, [%rd3];
  ld.global.u32 %r3, [%rd3];
  add.u32 %r4, %r4, %r2;
  add.u32 %r4, %r4, %r3;
  add.s64 %rd3, %rd3, 16384;
)") + R"(
  sub.s64 %rd3, %rd3, 16384;
  st.global.u32 [%rd3], %r4;
)");

using Where = std::string& (*)(gpu::MachineSpec&);
std::string& of_l1(gpu::MachineSpec& machine) { return machine.l1.replacement; }
std::string& of_l2(gpu::MachineSpec& machine) { return machine.l2.slice.replacement; }
std::string& of_fetch(gpu::MachineSpec& machine) { return machine.fetch.replacement; }

/// What a run says when this cache has the misfit; "": it ends well.
std::string refusal(Where where, const Values& values, unsigned host_threads) {
  gpu::MachineSpec machine = machine_of(2);
  machine.l1.bytes = 4 * machine.l1.line_bytes * machine.l1.associativity;
  machine.l2.slice.bytes = 4 * machine.l2.slice.line_bytes * machine.l2.slice.associativity;
  machine.fetch.cache_bytes = 2 * machine.fetch.line_bytes;
  machine.fetch.associativity = 2;
  where(machine) = "misfit";
  gpu::PolicyChoice choice;
  choice.configure = set_of("replacement.misfit", values);
  try {
    Rig rig(machine, choice, host_threads);
    for (int launch = 0; launch < 2; ++launch) rig.run(kReads, {4}, {256});
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

/// The same with one host thread and with two, which must not differ.
std::string refusal(Where where, const Values& values) {
  const std::string alone = refusal(where, values, 1), shared = refusal(where, values, 2);
  EXPECT_EQ(alone, shared);
  return alone;
}

const std::string kFault = "the policy is at fault, not the program";

TEST(MisfitReplacement, ThatDoesNoWrongRuns) {
  for (const Where where : {of_l1, of_l2, of_fetch}) EXPECT_EQ(refusal(where, {}), "");
}

TEST(MisfitReplacement, AWayThatIsNotToBeHadIsRefused) {
  const std::string l1 = refusal(of_l1, {{"does", "name_beyond"}});
  EXPECT_TRUE(begins(l1,
                     "replacement misfit on SM #, l1: victim(set #) answered way #; allowed: a "
                     "way whose line may go, #"))
      << l1;
  EXPECT_THAT(l1, AllOf(HasSubstr(kFault), HasSubstr("--set l1.replacement=NAME")));
  const std::string l2 = refusal(of_l2, {{"does", "name_none"}});
  EXPECT_TRUE(begins(l2, "replacement misfit in l2 #: victim(set #) answered way 4294967295; "))
      << l2;
  EXPECT_THAT(l2, AllOf(HasSubstr(kFault), HasSubstr("--set l2.replacement=NAME")));
  const std::string fetch = refusal(of_fetch, {{"does", "name_beyond"}});
  EXPECT_TRUE(begins(fetch, "replacement misfit on SM #, fetch: victim(set 0) answered way 2; "))
      << fetch;
}

TEST(MisfitReplacement, WhatItThrowsNamesIt) {
  const std::pair<const char*, const char*> misdeeds[] = {{"throw_in_victim", "victim()"},
                                                          {"throw_in_filled", "filled()"},
                                                          {"throw_in_hit", "hit()"},
                                                          {"throw_in_emptied", "emptied()"}};
  for (const auto& [does, question] : misdeeds) {
    const std::string message = refusal(of_l1, {{"does", does}});
    EXPECT_TRUE(begins(
        message, fmt::format("replacement misfit on SM #, l1: {} threw: lost my way; ", question)))
        << message;
  }
  for (const char* does : {"throw_in_victim", "throw_in_filled", "throw_in_hit"})
    EXPECT_THAT(refusal(of_l2, {{"does", does}}), HasSubstr("threw: lost my way; " + kFault));
}

TEST(MisfitReplacement, RefusesItsCacheBeforeTheRun) {
  EXPECT_EQ(refusal(of_l2, {{"does", "refuse_in_begin"}}),
            "l2.replacement=misfit: not in such a cache");
  EXPECT_THAT(refusal(of_l1, {{"does", "throw_in_begin"}}),
              HasSubstr("replacement misfit: begin() threw: lost my way; " + kFault));
}

/// A policy that throws an Error refuses: its own message stands, after the place.
TEST(MisfitReplacement, ThatRefusesIsNotSaidToBeAtFault) {
  const std::string message = refusal(of_l1, {{"does", "refuse_in_filled"}, {"at", 8}});
  EXPECT_TRUE(begins(message, "replacement misfit on SM #, l1: enough has come")) << message;
}

}  // namespace
}  // namespace heddle::test
