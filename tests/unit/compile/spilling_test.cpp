#include "heddle/compile/spilling.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/compile/assignment_check.hpp"
#include "heddle/compile/live_ranges.hpp"
#include "heddle/compile/register_limit.hpp"
#include "lowering.hpp"
#include "random_routine.hpp"

namespace heddle::compile {
namespace {

RandomShape shape_of(int round) {
  RandomShape shape;
  shape.instructions = 40 + static_cast<unsigned>(round) % 60;
  shape.rows = 6 + static_cast<unsigned>(round) % 9;
  shape.pairs = 3 + static_cast<unsigned>(round) % 5;
  return shape;
}

/// A routine with values in local memory, and its assignment.
struct Spilled {
  Routine routine;
  Assignment assignment;
};

Spilled spilled(int round) {
  std::mt19937 random(static_cast<unsigned>(round));
  ConstantPool constants;
  Spilled made{RandomRoutine(random, constants, shape_of(round)).make(), {}};
  const std::uint32_t needed = assign_registers(made.routine, {}).rows;
  made.assignment = assign_within(made.routine, std::max(6u, needed - std::min(needed, 4u)), {});
  return made;
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

/// What a program loads from its own local memory may be spilled like other values: its load is not
/// the spiller's.
TEST(Spilling, LoadsFromTheProgramsOwnLocalMemoryAreProven) {
  unsigned with_spills = 0;
  for (int round = 0; round < 300; ++round) {
    std::mt19937 random(static_cast<unsigned>(round));
    ConstantPool constants;
    Routine routine = RandomRoutine(random, constants, shape_of(round)).make();
    routine.local_bytes = 64;
    for (isa::Instruction& instruction : routine.code) {
      if (instruction.op != isa::Op::add_b32 || random() % 2 != 0) continue;
      instruction.op = isa::Op::ld;
      instruction.op_class = isa::info(isa::Op::ld).op_class;
      instruction.modifiers.space = isa::Space::local;
      instruction.modifiers.type = isa::Type::u32;
      instruction.sources = {};
      instruction.offset = 4 * static_cast<std::int64_t>(random() % 16);
      instruction.ptx_instructions = 1;
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
    const isa::Module module = lower_module(text, {.spill = spill});
    EXPECT_LE(module.kernels.at(0)->rows, module.kernels.at(0)->registers);
    return module.kernels.at(0)->registers;
  };
  EXPECT_LE(registers(true), 20u);
  EXPECT_GE(registers(false), 32u);
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

/// Whether two rows are ever live at the same moment.
bool meet(const std::vector<LiveRange>& ranges, ValueId a, ValueId b) {
  return intersect(ranges[a], ranges[b]);
}

TEST(WrongAssignments, TwoLiveValuesInOneRegisterAreCaught) {
  std::mt19937 random(5);
  unsigned tried = 0;
  for (int round = 0; round < 300; ++round) {
    const Spilled made = spilled(round);
    const FlowGraph graph(made.routine);
    const auto ranges = live_ranges(made.routine, graph, Liveness(made.routine, graph));
    std::uniform_int_distribution<ValueId> any(made.routine.incoming, made.routine.rows - 1);
    for (int attempt = 0; attempt < 40; ++attempt) {
      const ValueId a = any(random), b = any(random);
      if (a == b || !meet(ranges, a, b)) continue;
      Assignment wrong = made.assignment;
      wrong.register_of[a] = wrong.register_of[b];
      EXPECT_NE(check_assignment(made.routine, wrong), "") << round << ": " << a << ", " << b;
      ++tried;
    }
  }
  EXPECT_GT(tried, 1000u);
}

TEST(WrongAssignments, PairsOutOfPlaceAreCaught) {
  std::mt19937 random(6);
  unsigned tried = 0;
  for (int round = 0; round < 300; ++round) {
    const Spilled made = spilled(round);
    std::vector<ValueId> pairs;
    for (const isa::Instruction& instruction : made.routine.code) {
      isa::for_each_destination_row(instruction, [&](const isa::Operand& to, unsigned rows) {
        if (rows == 2 && !is_outgoing(to) && to.index >= made.routine.incoming) {
          pairs.push_back(to.index);
        }
      });
    }
    if (pairs.empty()) continue;
    const ValueId pair = pairs[random() % pairs.size()];
    for (const bool odd : {true, false}) {
      Assignment wrong = made.assignment;
      // Beyond all other rows, so that nothing else is wrong: at an odd place, or torn apart.
      const std::uint32_t base = (wrong.rows + 2) / 2 * 2;
      wrong.register_of[pair] = odd ? base + 1 : base;
      wrong.register_of[pair + 1] = odd ? base + 2 : base + 3;
      EXPECT_NE(check_assignment(made.routine, wrong), "") << round;
      ++tried;
    }
  }
  EXPECT_GT(tried, 300u);
}

/// One slot is given to two values: wrong if one is loaded after the other was stored.
TEST(WrongAssignments, SharedSlotsAreCaught) {
  unsigned tried = 0;
  for (int round = 0; round < 300; ++round) {
    const Spilled made = spilled(round);
    // The last store of a slot in straight code and the first load behind it: between them another
    // slot's store is made to go to the same place.
    const std::vector<isa::Instruction>& code = made.routine.code;
    const auto is_spill = [&](Pc pc, isa::Op op) {
      return code[pc].op == op && code[pc].modifiers.space == isa::Space::local &&
             code[pc].ptx_instructions == 0 && !is_guarded(code[pc]);
    };
    for (Pc first = 0; first < code.size(); ++first) {
      if (!is_spill(first, isa::Op::st)) continue;
      std::optional<Pc> between;
      for (Pc pc = first + 1; pc < code.size(); ++pc) {
        if (leaving_of(code[pc]) != Leaving::falls_through) break;
        if (is_spill(pc, isa::Op::st) && code[pc].offset != code[first].offset) between = pc;
        if (is_spill(pc, isa::Op::st) && code[pc].offset == code[first].offset) break;
        const bool loads = is_spill(pc, isa::Op::ld) && code[pc].offset == code[first].offset;
        if (!loads || !between) continue;
        Spilled wrong = made;
        wrong.routine.code[*between].offset = code[first].offset;
        EXPECT_NE(check_assignment(wrong.routine, wrong.assignment), "")
            << round << " at " << first;
        ++tried;
        break;
      }
    }
  }
  EXPECT_GT(tried, 20u);
}

bool is_spill_store(const isa::Instruction& instruction) {
  return instruction.op == isa::Op::st && instruction.modifiers.space == isa::Space::local &&
         instruction.ptx_instructions == 0;
}

/// What an instruction has written for its slot is read by another one, too: the register may be
/// another value's by then.
TEST(WrongAssignments, ReadsBesideTheSlotAreCaught) {
  unsigned tried = 0;
  for (int round = 0; round < 300; ++round) {
    const Spilled made = spilled(round);
    const std::vector<isa::Instruction>& code = made.routine.code;
    for (Pc pc = 0; pc < code.size(); ++pc) {
      if (!is_spill_store(code[pc]) || isa::source_rows(code[pc], 1) != 1) continue;
      for (Pc next = pc + 1; next < code.size(); ++next) {
        if (leaving_of(code[next]) != Leaving::falls_through) break;
        if (code[next].op != isa::Op::add_b32) continue;
        Spilled wrong = made;
        wrong.routine.code[next].sources[0] = code[pc].sources[1];
        EXPECT_NE(check_assignment(wrong.routine, wrong.assignment), "") << round << " at " << pc;
        ++tried;
        break;
      }
    }
  }
  EXPECT_GT(tried, 300u);
}

/// A store of a spilled value goes elsewhere, is left out or has another guard.
TEST(WrongAssignments, LostStoresAreCaught) {
  unsigned tried = 0;
  for (int round = 0; round < 300; ++round) {
    const Spilled made = spilled(round);
    const std::vector<isa::Instruction>& code = made.routine.code;
    for (Pc pc = 0; pc < code.size(); ++pc) {
      if (!is_spill_store(code[pc])) continue;
      const bool is_loaded = std::ranges::any_of(code, [&](const isa::Instruction& other) {
        return other.op == isa::Op::ld && other.modifiers.space == isa::Space::local &&
               other.offset == code[pc].offset;
      });
      if (!is_loaded) continue;
      const auto check = [&](const char* what, auto&& spoil) {
        Spilled wrong = made;
        spoil(wrong.routine);
        EXPECT_NE(check_assignment(wrong.routine, wrong.assignment), "")
            << round << " at " << pc << ": " << what;
      };
      check("elsewhere", [&](Routine& routine) { routine.code[pc].offset += 1024; });
      check("left out", [&](Routine& routine) {
        std::vector<bool> removed(routine.code.size(), false);
        removed[pc] = true;
        remove_instructions(routine, removed);
      });
      check("guard", [&](Routine& routine) {
        isa::Instruction& store = routine.code[pc];
        if (is_guarded(store)) {
          store.guard_negated = !store.guard_negated;
        } else {
          store.guard = 0;
        }
      });
      ++tried;
    }
  }
  EXPECT_GT(tried, 1000u);
}

}  // namespace
}  // namespace heddle::compile
