#include "heddle/compile/spilling/spilling.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "flow_routines.hpp"
#include "heddle/compile/code/register_limit.hpp"
#include "heddle/compile/flow/branches.hpp"
#include "heddle/compile/registers/assignment_check.hpp"
#include "heddle/compile/spilling/slot_sharing.hpp"
#include "lowering.hpp"
#include "spilled_routine.hpp"

namespace heddle::compile {
namespace {

bool words_are_shared(const Routine& routine) {
  const auto values = values_of_words(routine);
  return std::ranges::any_of(values, [](const auto& word) { return word.second.size() > 1; });
}

TEST(Spilling, AssignmentsWithSpillsAreProven) {
  unsigned with_spills = 0;
  for (int round = 0; round < 300; ++round) {
    const Spilled made = spilled(round);
    EXPECT_EQ(check_assignment(made.routine, made.assignment), "") << "round " << round;
    with_spills += made.routine.spills.empty() ? 0 : 1;
  }
  EXPECT_GT(with_spills, 200u);
}

/// Later passes look at the rows that a routine marks: all of these must be rows of its registers.
TEST(Spilling, MarksNoRowsThatTheRegistersDoNotHave) {
  unsigned beyond = 0;
  for (int round = 0; round < 300; ++round) {
    Spilled made = spilled(round);
    const std::vector<SpilledRow> before = made.routine.spills;
    apply(made.assignment, made.routine);
    for (const SpilledRow& spilled : made.routine.spills) {
      EXPECT_LT(spilled.row, made.routine.rows) << "round " << round;
    }
    for (const SpilledRow& spilled : before) beyond += spilled.row >= made.routine.rows ? 1 : 0;
  }
  EXPECT_GT(beyond, 0u);
}

/// Compilers leave a value unwritten on paths that never read it. There its word may hold another
/// one's; where the paths meet, that is no fault.
TEST(Spilling, ValuesThatSomePathsDoNotWriteAreProven) {
  unsigned shared = 0;
  for (int round = 0; round < 600; ++round) {
    std::mt19937 random(static_cast<unsigned>(round));
    ConstantPool constants;
    Routine routine = RandomRoutine(random, constants, spilled_shape(round)).make();
    std::vector<bool> removed(routine.code.size(), false);
    for (Pc pc = 0; pc < spilled_shape(round).rows + spilled_shape(round).pairs; ++pc) {
      removed[pc] = random() % 2 == 0;
    }
    remove_instructions(routine, removed);
    remove_unreachable(routine);
    const std::uint32_t needed = assign_registers(routine, {}).rows;
    const Assignment made = assign_within(routine, std::max(6u, needed - std::min(needed, 6u)), {});
    EXPECT_EQ(check_assignment(routine, made), "") << "round " << round;
    shared += words_are_shared(routine) ? 1 : 0;
  }
  EXPECT_GT(shared, 30u);
}

/// What a program loads from its own local memory may be spilled like other values: its load is not
/// the spiller's.
TEST(Spilling, LoadsFromTheProgramsOwnLocalMemoryAreProven) {
  unsigned with_spills = 0;
  for (int round = 0; round < 300; ++round) {
    std::mt19937 random(static_cast<unsigned>(round));
    ConstantPool constants;
    Routine routine = RandomRoutine(random, constants, spilled_shape(round)).make();
    routine.local_bytes = routine.own_bytes = 64;
    for (isa::Instruction& instruction : routine.code) {
      if (instruction.op != isa::Op::add_b32 || random() % 2 != 0) continue;
      instruction.op = isa::Op::ld;
      instruction.op_class = isa::info(isa::Op::ld).op_class;
      instruction.modifiers.space = isa::Space::local;
      instruction.modifiers.type = isa::Type::u32;
      instruction.sources = {};
      instruction.offset = 4 * static_cast<std::int64_t>(random() % 16);
      // The address may have been counted for it, in a function that is no kernel.
      instruction.ptx_instructions = random() % 2;
    }
    const std::uint32_t needed = assign_registers(routine, {}).rows;
    const Assignment made = assign_within(routine, std::max(6u, needed - std::min(needed, 4u)), {});
    EXPECT_EQ(check_assignment(routine, made), "") << "round " << round;
    with_spills += routine.spills.empty() ? 0 : 1;
  }
  EXPECT_GT(with_spills, 100u);
}

/// Twelve values are alive at once, beside their sum's address: with .maxnreg 16 all fit, with 16
/// less 8 that the machine keeps they do not, and the accesses to local memory are there to be
/// seen.
TEST(Spilling, KeepsToTheLimitOfTheKernel) {
  std::string body;
  for (int i = 0; i < 12; ++i) body += fmt::format("ld.global.f32 %f{}, [%rd0+{}];", i, 4 * i);
  body += "bar.sync 0;";
  for (int i = 0; i < 12; ++i) body += fmt::format("st.global.f32 [%rd0+{}], %f{};", 44 - 4 * i, i);
  std::string text = kernel(body + "ret;");
  text.replace(text.find("%f<10>"), 6, "%f<12>");
  text.replace(text.find("\n{"), 2, "\n.maxnreg 16\n{");
  const auto accesses = [&](std::uint32_t reserved) {
    Options options;
    options.supply.reserved = reserved;
    const isa::Module module = lower_module(text, options);
    const isa::Program& program = *module.kernels.at(0);
    EXPECT_LE(program.rows + reserved, 16u);
    EXPECT_LE(program.registers + reserved, 16u);
    unsigned stores = 0, loads = 0;
    for (const std::string& line : lines_of(module)) {
      stores += line.starts_with("st.local");
      loads += line.starts_with("ld.local");
    }
    EXPECT_EQ(stores, loads);
    EXPECT_EQ(program.local_bytes > 0, stores > 0);
    return stores;
  };
  EXPECT_EQ(accesses(0), 0u);
  // Of 14 rows - twelve values and the pair - eight remain.
  EXPECT_GE(accesses(8), 6u);
}

/// Ten times in a row 24 values are loaded and summed up, with a limit of 16. In the frame there
/// has to be room for those of one time, once, of which ten or so stay in registers.
TEST(Spilling, ValuesThatAreNotNeededAtOnceShareTheirSlots) {
  const auto local_bytes = [](int times) {
    std::string body = "ld.param.u64 %rd0, [a]; mov.u32 %r0, 0;";
    for (int time = 0; time < times; ++time) {
      for (int i = 0; i < 24; ++i)
        body += fmt::format("ld.global.u32 %v{}, [%rd0+{}];", 24 * time + i, 4 * i);
      body += "bar.sync 0;";
      for (int i = 0; i < 24; ++i)
        body += fmt::format("mad.lo.u32 %r0, %r0, 31, %v{};", 24 * time + i);
    }
    std::string text = kernel(".reg .b32 %v<240>;" + body + "st.global.u32 [%rd0], %r0; ret;");
    text.replace(text.find("\n{"), 2, "\n.maxnreg 16\n{");
    const isa::Module module = lower_module(text);
    EXPECT_LE(module.kernels.at(0)->rows, 16u);
    return module.kernels.at(0)->local_bytes;
  };
  EXPECT_GT(local_bytes(1), 0u);
  EXPECT_LE(local_bytes(1), 24u * 4);
  EXPECT_LE(local_bytes(10), 24u * 4);
}

/// The spiller's access to local memory, of a row that was made for it.
isa::Instruction spill_access(isa::Op op, std::uint32_t row, std::int32_t offset, bool guarded) {
  isa::Instruction access = flow(op, kNoPc, guarded);
  access.modifiers.space = isa::Space::local;
  access.offset = offset;
  (op == isa::Op::ld ? access.destinations[0] : access.sources[1]) = row_operand(row);
  return access;
}

/// A store under a guard leaves what was in the word, though a row of that number (guarded_rows)
/// has no value but those written under its guard.
TEST(Spilling, AGuardedStoreDoesNotEndWhatItsWordHolds) {
  Routine routine =
      flow_of({spill_access(isa::Op::st, 0, 0, false), spill_access(isa::Op::st, 1, 4, false),
               spill_access(isa::Op::ld, 2, 4, false), spill_access(isa::Op::st, 3, 0, true),
               spill_access(isa::Op::ld, 4, 0, false), flow(kExit)});
  routine.rows = 5;
  routine.local_bytes = 8;
  routine.spills = {{0, 10, false}, {1, 11, false}, {2, 11, true}, {3, 10, false}, {4, 10, true}};
  routine.guarded_rows = {0, 1};
  share_slots(routine, 0);
  const auto offset = [&](Pc pc) { return routine.code[pc].offset; };
  EXPECT_EQ(offset(3), offset(0));
  EXPECT_EQ(offset(4), offset(0));
  EXPECT_EQ(offset(2), offset(1));
  EXPECT_NE(offset(1), offset(0));
}

/// Sixteen values are alive in the kernel while it calls a function in which sixteen more are: the
/// limit is about the sum of both frames, and neither needs it alone.
TEST(Spilling, KeepsToTheLimitOverAChainOfCalls) {
  const auto values = [](const char* action) {
    std::string text;
    for (int i = 0; i < 16; ++i)
      text += fmt::format(fmt::runtime(action), fmt::arg("i", i), fmt::arg("o", 4 * i));
    return text;
  };
  const std::string loads = values("ld.global.u32 %v{i}, [%p+{o}];");
  const std::string sum = values("mul.lo.u32 %s, %s, 31; add.u32 %s, %s, %v{i};");
  const std::string text =
      ".func (.param .b32 r) f(.param .b64 from) {\n"
      ".reg .b32 %v<16>, %s; .reg .b64 %p; ld.param.u64 %p, [from]; mov.u32 %s, 0;" +
      loads + sum + sum +
      "st.param.b32 [r], %s; ret; }\n"
      ".visible .entry k(.param .u64 a)\n.maxnreg 20\n{\n"
      ".reg .b32 %v<16>, %s; .reg .b64 %p; ld.param.u64 %p, [a]; mov.u32 %s, 0;" +
      loads +
      "{ .param .b64 x; st.param.b64 [x], %p; .param .b32 y; call (y), f, (x);\n"
      "ld.param.b32 %s, [y]; }\n" +
      sum + "st.global.u32 [%p], %s; ret; }\n";
  const auto registers = [&](bool spill) {
    Options options;
    options.spill = spill;
    const isa::Module module = lower_module(text, options);
    EXPECT_LE(module.kernels.at(0)->rows, module.kernels.at(0)->registers);
    return module.kernels.at(0)->registers;
  };
  EXPECT_LE(registers(true), 20u);
  EXPECT_GE(registers(false), 32u);
}

std::string repeated(const char* action, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) {
    text += fmt::format(fmt::runtime(action), fmt::arg("i", i), fmt::arg("o", 4 * i));
  }
  return text;
}

/// A kernel and two functions that call each other in turn: each frame counts once, and all
/// together stay within the least limit that there is.
TEST(Spilling, FramesOfRecursionFitInSixteenRegisters) {
  const auto function = [](const char* name, const char* callee) {
    return fmt::format(
               ".func (.param .b32 r) {}(.param .b32 n) {{\n"
               ".reg .b32 %n, %m, %s, %v<8>; .reg .pred %p; .reg .b64 %a;\n"
               "ld.param.u32 %n, [n]; mov.u32 %s, %n; setp.eq.u32 %p, %n, 0; @%p bra out;\n"
               "mul.wide.u32 %a, %n, 4;",
               name) +
           repeated("ld.global.u32 %v{i}, [%a+{o}];", 8) +
           fmt::format(
               "sub.u32 %m, %n, 1; {{ .param .b32 x; st.param.b32 [x], %m; .param .b32 y;"
               "call (y), {}, (x); ld.param.b32 %s, [y]; }}\n",
               callee) +
           repeated("mad.lo.u32 %s, %s, 31, %v{i};", 8) + "add.u32 %s, %s, %n;" +
           "out: st.param.b32 [r], %s; ret; }\n";
  };
  const std::string text =
      ".func (.param .b32 r) g(.param .b32 n);\n" + function("f", "g") + function("g", "f") +
      ".visible .entry k(.param .u64 a)\n.maxnreg 16\n{\n"
      ".reg .b32 %s; .reg .b64 %p; ld.param.u64 %p, [a];\n"
      "{ .param .b32 x; st.param.b32 [x], 9; .param .b32 y; call (y), f, (x);\n"
      "ld.param.b32 %s, [y]; } st.global.u32 [%p], %s; ret; }\n";
  const isa::Module module = lower_module(text);
  EXPECT_TRUE(module.kernels.at(0)->recursive);
  EXPECT_LE(module.kernels.at(0)->registers, 16u);
}

TEST(RegisterLimit, IsTheLeastOfWhatIsSaid) {
  const RegisterSupply fermi{.registers = 32768, .unit = 64, .most = 63, .reserved = 1};
  const auto limit = [&](std::uint32_t threads, std::uint32_t blocks, std::uint32_t most) {
    ptx::Bounds bounds;
    bounds.max_threads[0] = threads;
    bounds.min_blocks_per_sm = blocks;
    bounds.max_registers = most;
    return register_limit(bounds, fermi);
  };
  EXPECT_EQ(limit(0, 0, 0), 62u);
  EXPECT_EQ(limit(0, 0, 24), 23u);
  // 48 warps share 32768: 682 each, 640 in units of 64, 20 a thread.
  EXPECT_EQ(limit(256, 6, 0), 19u);
  EXPECT_EQ(limit(256, 6, 18), 17u);
  // One block of 1024 threads has to fit: 32 a thread.
  EXPECT_EQ(limit(1024, 0, 0), 31u);
  // Fewer than 16 are never asked for.
  EXPECT_EQ(limit(0, 0, 4), 15u);
}

/// Eight lanes of 2048 registers: a warp of 32 threads and its scalars are in one.
TEST(RegisterLimit, IsOfALaneAndLeavesRoomForScalars) {
  RegisterSupply lanes{
      .registers = 16384, .pools = 8, .unit = 1, .most = 255, .scalars = ScalarPlace::beside};
  EXPECT_EQ(register_limit({}, lanes), 64u);
  EXPECT_EQ(register_limit({}, lanes, 20), 63u);  // (2048 - 20) / 32
  EXPECT_EQ(register_limit({}, lanes, 65), 61u);
  // Blocks of 256 threads, three at once: three warps a lane, 682 registers each.
  ptx::Bounds bounds;
  bounds.max_threads[0] = 256;
  bounds.min_blocks_per_sm = 3;
  EXPECT_EQ(register_limit(bounds, lanes), 21u);
  EXPECT_EQ(register_limit(bounds, lanes, 11), 20u);  // (682 - 11) / 32
  // Nine warps: two lanes have to hold two of one block.
  bounds.max_threads[0] = 288;
  bounds.min_blocks_per_sm = 1;
  EXPECT_EQ(register_limit(bounds, lanes), 32u);
  // Warps of 16: 18 parts, three a lane.
  lanes.width = 16;
  EXPECT_EQ(register_limit(bounds, lanes), 42u);  // 682 / 16
}

TEST(RegisterLimit, CountsScalarsThatEachThreadHolds) {
  RegisterSupply supply{.registers = 16384, .unit = 32, .most = 63};
  EXPECT_EQ(register_limit({}, supply, 10), 63u);
  supply.scalars = ScalarPlace::each_thread;
  EXPECT_EQ(register_limit({}, supply, 10), 53u);
  EXPECT_EQ(register_limit({}, supply, 100), 16u);
}

/// The numbers may be any that the text can have: 32 warps times 2^27 blocks are 2^32.
TEST(RegisterLimit, HoldsForBoundsThatNoMachineCanMeet) {
  ptx::Bounds bounds;
  bounds.max_threads[0] = 1024;
  bounds.min_blocks_per_sm = 1u << 27;
  EXPECT_EQ(register_limit(bounds, {}), 16u);
  bounds.min_blocks_per_sm = 0;
  bounds.max_threads[0] = bounds.max_threads[1] = 1u << 16;
  EXPECT_EQ(register_limit(bounds, {}), 16u);
  bounds.max_threads[2] = 0x7FFFFFFF;
  EXPECT_EQ(register_limit(bounds, {}), 16u);
}

}  // namespace
}  // namespace heddle::compile
