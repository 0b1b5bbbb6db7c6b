// Every answer that a policy gives and may not, and every place in which it can throw: the run ends
// with a PolicyError that names the policy, the SM, the cycle, the answer and what was allowed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "misfit_run.hpp"

namespace heddle::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const std::string kFault = "the policy is at fault, not the program";

/// A misdeed, and what the message says before the advice.
struct Case {
  const char* kind;
  Values values;
  const char* message;  ///< its begin; # is a number, which the machine's timing decides
};

std::ostream& operator<<(std::ostream& out, const Case& that) {
  out << that.kind;
  for (const auto& [key, value] : that.values) out << " " << key << "=" << value.text;
  return out;
}

class Misfit : public testing::TestWithParam<Case> {};

TEST_P(Misfit, EndsTheRunInOneClearError) {
  const Case& expected = GetParam();
  const std::string message = refusal(misfit(expected.kind, expected.values));
  EXPECT_TRUE(begins(message, expected.message)) << message << "\nis not: " << expected.message;
  EXPECT_THAT(message,
              AllOf(HasSubstr(kFault), HasSubstr("--set " + std::string(expected.kind) + "=NAME")));
}

std::string name_of(const testing::TestParamInfo<Case>& info) {
  std::string name = info.param.kind;
  for (const auto& [key, value] : info.param.values)
    if (key != "at") name += "_" + (key == "does" ? value.text : key + "_" + value.text);
  return name;
}

// In cycle 100 every SM is full of warps that began in cycle 16, and has some that are ready. Whose
// turn it is depends on what has issued.
INSTANTIATE_TEST_SUITE_P(
    WarpScheduler, Misfit,
    testing::Values(
        Case{"warp_scheduler",
             {{"does", "pick_no_candidate"}, {"at", 100}},
             "warp_scheduler misfit on SM 0, cycle 100: pick(slot #) answered entity #; allowed: "
             "a candidate, entities #, "},
        Case{"warp_scheduler",
             {{"does", "pick_beyond_entities"}, {"at", 100}},
             "warp_scheduler misfit on SM 0, cycle 100: pick(slot #) answered entity 48; allowed: "
             "a candidate, "},
        Case{"warp_scheduler",
             {{"does", "pick_beyond_masks"}, {"at", 100}},
             "warp_scheduler misfit on SM 0, cycle 100: pick(slot #) answered entity 513; "},
        Case{"warp_scheduler",
             {{"does", "pick_minus_one"}, {"at", 100}},
             "warp_scheduler misfit on SM 0, cycle 100: pick(slot #) answered entity 4294967295; "},
        Case{"warp_scheduler",
             {{"does", "look_still"}, {"at", 100}},
             "warp_scheduler misfit on SM 0, cycle 100: look(slot #, 100, 101) answered a "
             "look until cycle 100; allowed: after cycle 100, up to 101"},
        Case{"warp_scheduler",
             {{"does", "look_too_far"}, {"at", 100}},
             "warp_scheduler misfit on SM 0, cycle 100: look(slot #, 100, 101) answered a "
             "look until cycle 102; allowed: after cycle 100, up to 101"},
        Case{"warp_scheduler",
             {{"does", "look_elsewhere"}, {"at", 100}},
             "warp_scheduler misfit on SM 0, cycle 100: look(slot #, 100, 101) answered a "
             "look at entity 48; allowed: the slot's entities, entities #, #, #, #, "},
        Case{"warp_scheduler",
             {{"does", "throw_in_pick"}, {"at", 100}},
             "warp_scheduler misfit on SM 0, cycle 100: pick threw: lost my way"},
        Case{"warp_scheduler",
             {{"does", "throw_number_in_pick"}, {"at", 100}},
             "warp_scheduler misfit on SM 0, cycle 100: pick threw: something that is no "
             "std::exception"},
        Case{"warp_scheduler",
             {{"does", "throw_in_issued"}, {"at", 100}},
             "warp_scheduler misfit on SM 0, cycle 100: issued threw: lost my way"},
        Case{"warp_scheduler",
             {{"does", "throw_in_look"}, {"at", 100}},
             "warp_scheduler misfit on SM 0, cycle 100: look threw: lost my way"},
        Case{"warp_scheduler",
             {{"does", "throw_in_kernel_started"}},
             "warp_scheduler misfit on SM 0, cycle 0: kernel_started threw: lost my way"},
        Case{"warp_scheduler",
             {{"does", "throw_in_warp_launched"}},
             "warp_scheduler misfit on SM 0, cycle 16: warp_launched threw: lost my way"},
        Case{"warp_scheduler",
             {{"does", "throw_in_attach"}},
             "warp_scheduler misfit on SM 0: attach threw: lost my way"},
        Case{"warp_scheduler",
             {{"does", "attach_nothing"}},
             "warp_scheduler misfit on SM 0: attach() answered before it called "
             "SmPolicy::attach(); allowed: after that call"}),
    name_of);

// On an organisation whose warps are eight parts of four threads, which issue in gangs.
INSTANTIATE_TEST_SUITE_P(
    GangScheduler, Misfit,
    testing::Values(
        Case{"gang_scheduler",
             {{"does", "pick_no_candidate"}, {"at", 100}},
             "gang_scheduler misfit on SM 0, cycle 100: pick() answered entity 1; allowed: a "
             "candidate, entities 0, "},
        Case{"gang_scheduler",
             {{"does", "pick_beyond_entities"}, {"at", 100}},
             "gang_scheduler misfit on SM 0, cycle 100: pick() answered entity 384; allowed: a "
             "candidate, "},
        Case{"gang_scheduler",
             {{"does", "pick_beyond_masks"}, {"at", 100}},
             "gang_scheduler misfit on SM 0, cycle 100: pick() answered entity 513; allowed: a "
             "candidate, "},
        Case{"gang_scheduler",
             {{"does", "throw_in_pick"}, {"at", 100}},
             "gang_scheduler misfit on SM 0, cycle 100: pick threw: lost my way"},
        Case{"gang_scheduler",
             {{"does", "throw_in_issued"}, {"at", 100}},
             "gang_scheduler misfit on SM 0, cycle 100: issued threw: lost my way"},
        Case{"gang_scheduler",
             {{"does", "throw_in_attach"}},
             "gang_scheduler misfit on SM 0: attach threw: lost my way"},
        Case{"gang_scheduler",
             {{"does", "attach_nothing"}},
             "gang_scheduler misfit on SM 0: attach() answered before it called "
             "SmPolicy::attach(); allowed: after that call"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Throttle, Misfit,
    testing::Values(
        Case{"throttle",
             {{"does", "open_beyond"}, {"at", 100}},
             "throttle misfit on SM 0, cycle 100: close() answered a gate open for entity 48; "
             "allowed: entities 0 to 47"},
        Case{"throttle",
             {{"does", "load_beyond"}, {"at", 100}},
             "throttle misfit on SM 0, cycle 100: close() answered a gate open for entity 511; "
             "allowed: entities 0 to 47"},
        Case{"throttle",
             {{"does", "hold_until_now"}, {"at", 100}},
             "throttle misfit on SM 0, cycle 100: close() answered a gate that holds until cycle "
             "100; allowed: cycle 101 or later"},
        Case{"throttle",
             {{"does", "hold_until_past"}, {"at", 100}},
             "throttle misfit on SM 0, cycle 100: close() answered a gate that holds until cycle "
             "50; allowed: cycle 101 or later"},
        Case{"throttle",
             {{"does", "throw_in_close"}, {"at", 100}},
             "throttle misfit on SM 0, cycle 100: close threw: lost my way"},
        Case{"throttle", {{"does", "throw_in_waits"}}, "throttle misfit on SM 0, cycle "},
        Case{"throttle", {{"does", "throw_in_l1_event"}}, "throttle misfit on SM 0, cycle "},
        Case{"throttle",
             {{"does", "attach_nothing"}},
             "throttle misfit on SM 0: attach() answered before it called SmPolicy::attach(); "
             "allowed: after that call"},
        Case{"throttle",
             {{"does", "hear_warps"}},
             "throttle misfit on SM 0: hears() answered other events; allowed: events of the data "
             "cache"},
        Case{"throttle",
             {{"does", "throw_in_hears"}},
             "throttle misfit on SM 0: hears threw: lost my way"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Organisation, Misfit,
    testing::Values(
        Case{"organisation",
             {{"does", "narrow_to_none"}, {"at", 100}, {"sequential_lanes", 8}},
             "organisation misfit on SM 0, cycle 100: narrow(slot 0) answered no entity; allowed: "
             "one or more of the candidates, entities "},
        Case{"organisation",
             {{"does", "narrow_to_another"}, {"at", 100}, {"sequential_lanes", 8}},
             "organisation misfit on SM 0, cycle 100: narrow(slot 0) answered entity "},
        Case{
            "organisation",
            {{"does", "narrow_beyond"}, {"at", 100}, {"sequential_lanes", 8}},
            "organisation misfit on SM 0, cycle 100: narrow(slot 0) answered entity 48; allowed: "},
        Case{"organisation",
             {{"does", "throw_in_narrow"}, {"at", 100}, {"sequential_lanes", 8}},
             "organisation misfit on SM 0, cycle 100: narrow threw: lost my way"},
        Case{"organisation",
             {{"does", "throw_in_issued"}, {"at", 100}, {"sequential_lanes", 8}},
             "organisation misfit on SM 0, cycle 100: issued threw: lost my way"},
        Case{"organisation",
             {{"does", "throw_in_shape"}},
             "organisation misfit on SM 0: shape threw: lost my way"},
        Case{"organisation",
             {{"parts", 0}},
             "organisation misfit on SM 0: shape() answered parts = 0; allowed: 1, 2, 4 or 8"},
        Case{"organisation",
             {{"parts", 3}},
             "organisation misfit on SM 0: shape() answered parts = 3; allowed: 1, 2, 4 or 8"},
        Case{"organisation",
             {{"parts", 16}},
             "organisation misfit on SM 0: shape() answered parts = 16; allowed: 1, 2, 4 or 8"},
        Case{"organisation",
             {{"slots", 0}},
             "organisation misfit on SM 0: shape() answered slots = 0; allowed: 1 to 256"},
        Case{"organisation",
             {{"slots", 257}},
             "organisation misfit on SM 0: shape() answered slots = 257; allowed: 1 to 256"},
        Case{"organisation",
             {{"lane_groups", 0}},
             "organisation misfit on SM 0: shape() answered lane_groups = 0; allowed: 1 to 512"},
        Case{"organisation",
             {{"lane_groups", 4294967295}},
             "organisation misfit on SM 0: shape() answered lane_groups = 4294967295; allowed: 1 "
             "to 512"},
        Case{"organisation",
             {{"lane_groups", 2}, {"sequential_lanes", 257}},
             "organisation misfit on SM 0: shape() answered sequential_lanes = 257; allowed: 0 to "
             "256"},
        Case{"organisation",
             {{"threads_per_pass", 4}},
             "organisation misfit on SM 0: shape() answered threads_per_pass = 4; allowed: 0, "
             "since sequential_lanes = 0"},
        Case{"organisation",
             {{"sequential_lanes", 1}, {"threads_per_pass", 3}},
             "organisation misfit on SM 0: shape() answered threads_per_pass = 3; allowed: 0 or a "
             "power of two up to 32"},
        Case{"organisation",
             {{"sequential_lanes", 1}, {"threads_per_pass", 64}},
             "organisation misfit on SM 0: shape() answered threads_per_pass = 64; allowed: 0 or a "
             "power of two up to 32"},
        Case{"organisation",
             {{"sequential_lanes", 1}, {"overlaps", 1}},
             "organisation misfit on SM 0: shape() answered overlaps = 1; allowed: false, since "
             "threads_per_pass = 0"},
        Case{"organisation",
             {{"control_by_threads", 1}},
             "organisation misfit on SM 0: shape() answered control_by_threads = 1; allowed: "
             "false, since sequential_lanes = 0"}),
    name_of);

/// The largest and the crookedest that are allowed.
TEST(Organisation, MayHaveAnyShapeThatIsAllowed) {
  const Values shapes[] = {
      {{"slots", 256}, {"lane_groups", 512}},
      {{"parts", 8}, {"slots", 3}, {"lane_groups", 5}},
      {{"sequential_lanes", 512}, {"threads_per_pass", 32}},
      {{"sequential_lanes", 512}, {"threads_per_pass", 32}, {"overlaps", 1}},
      {{"parts", 4}, {"lane_groups", 4}, {"sequential_lanes", 3}, {"control_by_threads", 1}},
      {{"parts", 8}, {"lane_groups", 8}, {"sequential_lanes", 64}, {"threads_per_pass", 4}}};
  for (const Values& shape : shapes) EXPECT_EQ(refusal(misfit("organisation", shape)), "");
}

// An SM has room for six blocks of eight warps.
INSTANTIATE_TEST_SUITE_P(
    Residency, Misfit,
    testing::Values(
        Case{"residency",
             {{"does", "admit_one_more"}},
             "residency misfit on SM 0, cycle 0: admit(a block of 8 warps) answered 9 warps; "
             "allowed: 0 to 8"},
        Case{"residency",
             {{"does", "admit_without_room"}},
             "residency misfit on SM 0, cycle 0: admit(a block of 8 warps) answered 8 warps; "
             "allowed: 0"},
        Case{"residency",
             {{"does", "admit_some_always"}, {"parts", 0}},
             "residency misfit on SM 0, cycle 0: admit(a block of 8 warps) answered 7 warps; "
             "allowed: 0 or 8"},
        Case{"residency",
             {{"does", "admit_some_always"}, {"releases", 0}},
             "residency misfit on SM 0, cycle 0: admit(a block of 8 warps) answered 7 warps; "
             "allowed: 0 or 8"},
        Case{"residency",
             {{"does", "admit_beside_partial"}},
             "residency misfit on SM 0, cycle 0: admit(a block of 8 warps) answered 8 warps; "
             "allowed: 0, since warps of a block wait there"},
        Case{"residency",
             {{"does", "direct_nobody"}, {"parts", 0}, {"window", 100}},
             "residency misfit, cycle 100: window_elapsed() answered directive 3; allowed: none, "
             "since no SM has a part of it"},
        Case{"residency",
             {{"window", 15}},
             "residency misfit: window() answered 15 cycles; allowed: 0, or control.quantum (16 "
             "cycles) or more"},
        Case{"residency",
             {{"does", "throw_in_admit"}},
             "residency misfit on SM 0, cycle 0: admit threw: lost my way"},
        Case{"residency",
             {{"does", "throw_in_part"}},
             "residency misfit on SM 0: part threw: lost my way"},
        Case{"residency",
             {{"does", "throw_in_may_start"}},
             "residency misfit on SM 0, cycle 16: may_start threw: lost my way"},
        Case{"residency",
             {{"does", "throw_in_window"}, {"window", 100}},
             "residency misfit, cycle 100: window_elapsed threw: lost my way"},
        Case{"residency",
             {{"does", "throw_in_direct"}, {"window", 100}},
             "residency misfit on SM 0, cycle 116: directive_arrived threw: lost my way"},
        Case{"residency",
             {{"does", "throw_in_attach"}},
             "residency misfit: attach threw: lost my way"},
        Case{"residency",
             {{"does", "attach_nothing"}},
             "residency misfit on SM 0: attach() answered before it called SmPolicy::attach(); "
             "allowed: after that call"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    BlockDispatch, Misfit,
    testing::Values(
        Case{"block_dispatch",
             {{"does", "choose_full"}},
             "block_dispatch misfit, cycle 0: choose() answered SM 0; allowed: none"},
        Case{"block_dispatch",
             {{"does", "choose_beyond"}},
             "block_dispatch misfit, cycle 0: choose() answered SM 4; allowed: SM 0, 1, 2, 3"},
        Case{"block_dispatch",
             {{"does", "choose_minus_two"}},
             "block_dispatch misfit, cycle 0: choose() answered SM 4294967294; allowed: SM 0, 1, "
             "2, 3"},
        Case{"block_dispatch",
             {{"does", "choose_none"}},
             "block_dispatch misfit, cycle 0: choose() answered none; allowed: SM 0, 1, 2, 3"},
        Case{"block_dispatch",
             {{"does", "allow_none"}},
             "block_dispatch misfit, cycle 0: most_on_an_sm(40 blocks, room for 6) answered 0; "
             "allowed: 1 or more"},
        Case{"block_dispatch",
             {{"does", "throw_in_choose"}},
             "block_dispatch misfit, cycle 0: choose threw: lost my way"},
        Case{"block_dispatch",
             {{"does", "throw_in_most"}},
             "block_dispatch misfit, cycle 0: most_on_an_sm threw: lost my way"},
        Case{"block_dispatch",
             {{"does", "throw_in_attach"}},
             "block_dispatch misfit: attach threw: lost my way"}),
    name_of);

// A signal is sent in cycle 100 and reaches SM 0 a control latency of 16 cycles later, which has
// six blocks.
INSTANTIATE_TEST_SUITE_P(
    Preemption, Misfit,
    testing::Values(
        Case{"preemption",
             {{"does", "answer_too_little"}},
             "preemption misfit on SM 0, cycle 116: leave() answered 0 answers; allowed: one for "
             "each of the 6 blocks"},
        Case{"preemption",
             {{"does", "answer_too_much"}},
             "preemption misfit on SM 0, cycle 116: leave() answered 1000 answers; allowed: one "
             "for each of the 6 blocks"},
        Case{"preemption",
             {{"does", "stop_at_points"}},
             "preemption misfit on SM 0, cycle 116: leave(block 0) answered at points; allowed: "
             "elsewhere, since needs_annotations() is false and programs have no points"},
        Case{"preemption",
             {{"does", "keep_registers"}},
             "preemption misfit on SM 0, cycle 116: leave(block 0) answered that something stays "
             "on the SM; allowed: that only of a block that is saved, and if needs_places() is "
             "true"},
        Case{"preemption",
             {{"does", "keep_of_finishing"}},
             "preemption misfit on SM 0, cycle 116: leave(block 0) answered that something stays "
             "on the SM; allowed: that only of a block that is saved"},
        Case{"preemption",
             {{"does", "discard"}},
             "preemption misfit on SM 0, cycle 116: leave(block 0) answered discard; allowed: "
             "finish or save, since needs_annotations() is false and nobody knows what the block "
             "did"},
        Case{"preemption",
             {{"does", "stop_undeclared"}},
             "preemption misfit on SM 0, cycle 116: leave(block 0) answered save; allowed: finish, "
             "since stops_blocks() is false"},
        Case{"preemption",
             {{"does", "throw_in_leave"}},
             "preemption misfit on SM 0, cycle 116: leave threw: lost my way"}),
    name_of);

/// What a run of one block of a program that carries annotations says, whose SM gets a signal every
/// 100 cycles and discards the block.
std::string refusal_of_discard(const std::string& before) {
  const std::string spinning = kernel(before + R"(
  mov.u32 %r1, 0;
AGAIN:
  add.u32 %r1, %r1, 1;
  setp.lt.u32 %p1, %r1, 1000;
  @%p1 bra AGAIN;
)");
  try {
    Rig rig(machine_of(1), misfit("preemption", {{"does", "discard"}}));
    rig.annotate();
    rig.run(spinning, {1}, {32});
  } catch (const policy::PolicyError& error) {
    return error.what();
  }
  return "";
}

TEST(DiscardingMisfit, IsRefusedABlockThatHasOffended) {
  EXPECT_THAT(refusal_of_discard("  red.global.add.u32 [%rd1], 1;"),
              testing::HasSubstr("on SM 0, cycle 116: leave(block 0) answered discard; allowed: "
                                 "finish or save, since the block has executed test.ptx:12 (red: "
                                 "changes memory by what it finds there)"));
}

TEST(DiscardingMisfit, IsRefusedABlockThatHasBegunAnew) {
  EXPECT_THAT(refusal_of_discard(""),
              testing::HasSubstr("leave(block 0) answered discard; allowed: finish or save, since "
                                 "the block has begun anew before"));
}

INSTANTIATE_TEST_SUITE_P(
    PreemptionTrigger, Misfit,
    testing::Values(
        Case{"preemption_trigger",
             {{"does", "signal_beyond"}},
             "preemption_trigger misfit, cycle 100: fire() answered SM 4; allowed: an SM that has "
             "blocks and works off no signal, or none"},
        Case{"preemption_trigger",
             {{"does", "signal_twice"}},
             "preemption_trigger misfit, cycle 101: fire() answered SM 0; allowed: an SM that has "
             "blocks and works off no signal, or none"},
        Case{"preemption_trigger",
             {{"does", "name_no_grid"}},
             "preemption_trigger misfit, cycle 100: fire() answered for grid 1 of the list; "
             "allowed: one of its 1 grids, or none"},
        Case{"preemption_trigger",
             {{"does", "stay"}},
             "preemption_trigger misfit, cycle 100: next() answered cycle 100; allowed: a cycle "
             "behind 100, in which it has fired"},
        Case{"preemption_trigger",
             {{"does", "throw_in_fire"}},
             "preemption_trigger misfit, cycle 100: fire threw: lost my way"},
        Case{"preemption_trigger",
             {{"does", "throw_in_next"}},
             "preemption_trigger misfit: next threw: lost my way"},
        Case{"preemption_trigger",
             {{"does", "throw_in_attach"}},
             "preemption_trigger misfit: attach threw: lost my way"}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Corun, Misfit,
    testing::Values(
        Case{"corun",
             {{"does", "cap_beyond"}},
             "corun misfit on SM 0, cycle 0: cap(SM 0, tenant 1) answered 7 blocks; allowed: 0 to "
             "6, "
             "so many blocks of k as an SM has room for"},
        Case{"corun",
             {{"does", "starve"}},
             "corun misfit, cycle 0: cap(each SM, tenant 1) answered 0 blocks; allowed: 1 or more "
             "on some SM, since without windows it would not change"},
        Case{"corun",
             {{"does", "starve_in_windows"}},
             "corun misfit, cycle 5000000: cap(each SM, tenant 1) answered 0 blocks; allowed: 1 or "
             "more on some SM within 5000000 cycles (control.watchdog_cycles)"},
        Case{"corun",
             {{"does", "short_window"}},
             "corun misfit: window() answered 3 cycles; allowed: 0, or control.quantum (16 cycles) "
             "or more"},
        Case{"corun",
             {{"does", "hold_beyond"}},
             "corun misfit on SM 0, cycle 16: hold() answered tenants 0b100000000; allowed: "
             "tenants 0 "
             "to 7"},
        Case{"corun",
             {{"does", "choose_another"}},
             "corun misfit on SM 0, cycle #: choose() answered tenant 2; allowed: a tenant whose "
             "request waits, or none"},
        Case{"corun",
             {{"does", "prefer_another"}},
             "corun misfit on SM 0, cycle #: prefer() answered tenant 2; allowed: one of the "
             "tenants 0b10, or none"},
        Case{"corun",
             {{"does", "throw_in_share"}},
             "corun misfit, cycle 0: share threw: lost my way"},
        Case{"corun", {{"does", "throw_in_attach"}}, "corun misfit: attach threw: lost my way"}),
    name_of);

TEST(Misfits, ThatDoNoWrongRun) {
  for (const char* kind : {"warp_scheduler", "gang_scheduler", "throttle", "residency",
                           "block_dispatch", "preemption", "preemption_trigger", "corun"})
    EXPECT_EQ(refusal(misfit(kind, {{"does", "nothing"}})), "") << kind;
  EXPECT_EQ(refusal(misfit("organisation", {{"does", "nothing"}, {"sequential_lanes", 8}})), "");
}

}  // namespace
}  // namespace heddle::test
