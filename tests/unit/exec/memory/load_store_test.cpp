#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/exec/image/store_log.hpp"
#include "heddle/exec/step/fault.hpp"
#include "warp_rig.hpp"

namespace heddle::exec {
namespace {

using isa::Op;
using isa::Space;
using isa::Type;
using testing::EndsWith;
using testing::HasSubstr;

/// A pattern in which every byte differs from its neighbours.
std::uint8_t pattern(std::uint64_t i) { return static_cast<std::uint8_t>(i * 37 + i / 256 + 11); }

std::uint64_t pattern_value(std::uint64_t at, unsigned bytes) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < bytes; ++i) value |= std::uint64_t{pattern(at + i)} << (8 * i);
  return value;
}

/// What a load extends `bytes` to, by the definition of two's complement.
std::uint64_t extended(std::uint64_t value, unsigned bytes, bool is_signed) {
  if (bytes >= 4) return value;
  const std::uint64_t sign = std::uint64_t{1} << (8 * bytes - 1);
  if (is_signed && (value & sign) != 0)
    value += (std::uint64_t{1} << 32) - (std::uint64_t{1} << (8 * bytes));
  return value;
}

struct AccessCase {
  const char* name;
  Type type;
  unsigned elements;
};

std::vector<isa::Operand> value_rows(const AccessCase& c, unsigned first) {
  std::vector<isa::Operand> rows;
  for (unsigned i = 0; i < c.elements; ++i) rows.push_back(row(first + i * isa::rows_of(c.type)));
  return rows;
}

/// Offsets of the lanes in units of the access.
enum class Layout { contiguous, uniform, scattered };

std::uint64_t unit_of(Layout layout, unsigned lane) {
  switch (layout) {
    case Layout::contiguous:
      return lane;
    case Layout::uniform:
      return 5;
    default:
      return (lane * 29 + 3) % 64;
  }
}

class EveryAccess : public testing::TestWithParam<std::tuple<AccessCase, Layout, LaneMask, Space>> {
 protected:
  static isa::Instruction& finish(isa::Instruction& instruction, const AccessCase& c, Space space) {
    instruction.modifiers.space = space;
    instruction.modifiers.type = c.type;
    instruction.modifiers.vector = static_cast<std::uint8_t>(c.elements);
    return instruction;
  }
};

void set_address(WarpRig& rig, Space space, unsigned lane, Addr base, std::uint64_t offset) {
  if (space == Space::global || space == Space::generic)
    rig.set_pair(0, lane, base + offset);
  else
    rig.row(0)[lane] = static_cast<std::uint32_t>(offset);
}

std::uint8_t* thread_byte(WarpRig& rig, Space space, unsigned lane, Addr base,
                          std::uint64_t offset) {
  if (space == Space::shared) return rig.block.shared.data() + offset;
  if (space == Space::local)
    return rig.warp.local.data() + (offset / 4 * 32 + lane) * 4 + offset % 4;
  return rig.image.translate(base + offset, 1);
}

TEST_P(EveryAccess, LoadsWhatMemoryHolds) {
  const auto& [c, layout, mask, space] = GetParam();
  const unsigned each = isa::bytes_of(c.type);
  const unsigned bytes = each * c.elements;
  ProgramBuilder b;
  b.program().functions[0].local_bytes = 4096;
  isa::Instruction& load = finish(b.add(Op::ld, {}, {row(0)}), c, space);
  const auto rows = value_rows(c, 4);
  std::copy(rows.begin(), rows.end(), load.destinations.begin());
  WarpRig rig(b, {32, 1, 1}, {}, 4096);
  const Addr base = rig.image.allocate(4096);
  for (unsigned lane = 0; lane < 32; ++lane) {
    for (unsigned i = 0; i < 4096; ++i) *thread_byte(rig, space, lane, base, i) = pattern(i);
    set_address(rig, space, lane, base, unit_of(layout, lane) * bytes);
  }
  rig.warp.parts[0].start(mask, 0);
  const Step& step = rig.step();
  EXPECT_EQ(step.access.bytes, bytes);
  EXPECT_EQ(step.access.lanes(), mask);
  for (unsigned lane = 0; lane < 32; ++lane) {
    for (unsigned i = 0; i < c.elements; ++i) {
      const std::uint64_t at = unit_of(layout, lane) * bytes + i * each;
      const unsigned r = 4 + i * isa::rows_of(c.type);
      const std::uint64_t value = each == 8 ? rig.pair(r, lane) : rig.row(r)[lane];
      const bool active = ((mask >> lane) & 1) != 0;
      ASSERT_EQ(value, active ? extended(pattern_value(at, each), each, isa::is_signed(c.type)) : 0)
          << "lane " << lane << " element " << i;
    }
  }
}

TEST_P(EveryAccess, StoresWhatRowsHold) {
  const auto& [c, layout, mask, space] = GetParam();
  const unsigned each = isa::bytes_of(c.type);
  const unsigned bytes = each * c.elements;
  ProgramBuilder b;
  b.program().functions[0].local_bytes = 4096;
  isa::Instruction& store = finish(b.add(Op::st, {}, {row(0)}), c, space);
  const auto rows = value_rows(c, 4);
  std::copy(rows.begin(), rows.end(), store.sources.begin() + 1);
  WarpRig rig(b, {32, 1, 1}, {}, 4096);
  const Addr base = rig.image.allocate(4096);
  for (unsigned lane = 0; lane < 32; ++lane) {
    set_address(rig, space, lane, base, unit_of(layout, lane) * bytes);
    for (unsigned r = 4; r < 12; ++r) rig.row(r)[lane] = 0x9E3779B9u * (lane * 16 + r + 1);
  }
  rig.warp.parts[0].start(mask, 0);
  rig.step();
  std::vector<std::uint8_t> expected(4096);
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (space == Space::local) expected.assign(4096, 0);
    if (((mask >> lane) & 1) == 0) continue;
    for (unsigned k = 0; k < bytes; ++k) {
      const unsigned r = 4 + k / each * isa::rows_of(c.type) + k % each / 4;
      expected[unit_of(layout, lane) * bytes + k] =
          static_cast<std::uint8_t>(rig.row(r)[lane] >> (8 * (k % each % 4)));
    }
    if (space != Space::local) continue;
    for (unsigned i = 0; i < 4096; ++i)
      ASSERT_EQ(*thread_byte(rig, space, lane, base, i), expected[i]) << lane << " byte " << i;
  }
  if (space == Space::local) return;
  for (unsigned i = 0; i < 4096; ++i)
    ASSERT_EQ(*thread_byte(rig, space, 0, base, i), expected[i]) << "byte " << i;
}

INSTANTIATE_TEST_SUITE_P(
    Step, EveryAccess,
    testing::Combine(
        testing::Values(AccessCase{"u8", Type::u8, 1}, AccessCase{"s8", Type::s8, 1},
                        AccessCase{"v4u8", Type::u8, 4}, AccessCase{"s16", Type::s16, 1},
                        AccessCase{"f16", Type::f16, 1}, AccessCase{"v2u16", Type::u16, 2},
                        AccessCase{"f32", Type::f32, 1}, AccessCase{"v2f32", Type::f32, 2},
                        AccessCase{"v4u32", Type::u32, 4}, AccessCase{"u64", Type::u64, 1},
                        AccessCase{"v2f64", Type::f64, 2}),
        testing::Values(Layout::contiguous, Layout::uniform, Layout::scattered),
        testing::Values(kAllLanes, 0x000FFFFFu, 0x0F00F0F2u, 0x00010000u),
        testing::Values(Space::global, Space::generic, Space::shared, Space::local)));

TEST(LoadStore, GenericAddressesGoWhereTheirWindowIs) {
  ProgramBuilder b;
  b.program().functions[0].local_bytes = 64;
  b.load(Space::generic, Type::u32, {row(2)}, row(0), 4);
  WarpRig rig(b, {32, 1, 1}, {}, 64);
  const Addr base = rig.image.allocate(64);
  const std::uint32_t global = 111, shared = 222, local = 333;
  rig.image.write(base + 4, &global, 4);
  std::memcpy(rig.block.shared.data() + 4, &shared, 4);
  for (unsigned lane = 0; lane < 32; ++lane) {
    std::memcpy(rig.warp.local.data() + (1 * 32 + lane) * 4, &local, 4);
    rig.set_pair(0, lane,
                 lane % 3 == 0   ? base
                 : lane % 3 == 1 ? isa::kSharedWindow
                                 : isa::kLocalWindow);
  }
  const Step& step = rig.step();
  for (unsigned lane = 0; lane < 32; ++lane)
    EXPECT_EQ(rig.row(2)[lane], lane % 3 == 0 ? 111u : lane % 3 == 1 ? 222u : 333u);
  EXPECT_EQ(step.access.global, 0x49249249u);
  EXPECT_EQ(step.access.shared, 0x92492492u);
  EXPECT_EQ(step.access.local, 0x24924924u);
  EXPECT_EQ(step.access.address[0], base + 4);
  EXPECT_EQ(step.access.address[1], 4u);
  EXPECT_EQ(step.access.address[2], 4u);
}

TEST(LoadStore, LanesInSeveralAllocations) {
  ProgramBuilder b;
  b.load(Space::global, Type::u32, {row(2)}, row(0));
  WarpRig rig(b);
  Addr address[3];
  for (std::uint32_t i = 0; i < 3; ++i) {
    address[i] = rig.image.allocate(128);
    const std::uint32_t value = i * 100;
    rig.image.write(address[i] + 8, &value, 4);
  }
  for (unsigned lane = 0; lane < 32; ++lane) rig.set_pair(0, lane, address[lane % 3] + 8);
  rig.step();
  for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(rig.row(2)[lane], lane % 3 * 100);
}

TEST(LoadStore, TheLastLaneWinsAStoreToOnePlace) {
  ProgramBuilder b;
  b.store(Space::global, Type::u32, row(0), {row(2)});
  WarpRig rig(b);
  const Addr base = rig.image.allocate(4);
  for (unsigned lane = 0; lane < 32; ++lane) {
    rig.set_pair(0, lane, base);
    rig.row(2)[lane] = lane;
  }
  rig.step();
  EXPECT_EQ(rig.memory<std::uint32_t>(base), 31u);
}

TEST(LoadStore, ConstantsAndParameters) {
  ProgramBuilder b;
  b.load(Space::param, Type::u32, {row(2)}, row(0), 4);
  b.load(Space::constant, Type::u32, {row(3)}, b.pair(isa::kGlobalBase), 8);
  b.load(Space::shared, Type::u32, {row(4)}, {}, 12);
  std::vector<std::uint8_t> parameters = {0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0};
  WarpRig rig(b, {32, 1, 1}, parameters, 16);
  rig.image.allocate(16, "coefficients", false);
  rig.image.fill(isa::kGlobalBase + 8, 7, 1);
  rig.block.shared[12] = 9;
  for (unsigned lane = 0; lane < 32; ++lane) rig.row(0)[lane] = lane % 2 * 4;
  EXPECT_EQ(rig.step().access.constant, kAllLanes);
  EXPECT_EQ(rig.row(2)[0], 1u);
  EXPECT_EQ(rig.row(2)[1], 2u);
  const Step& step = rig.step();
  EXPECT_EQ(step.access.constant, kAllLanes);
  EXPECT_EQ(step.access.address[9], isa::kGlobalBase + 8);
  EXPECT_EQ(rig.row(3)[31], 7u);
  rig.step();
  EXPECT_EQ(rig.row(4)[31], 9u);
}

TEST(LoadStore, SharedAddressesWrapAtThirtyTwoBits) {
  ProgramBuilder b;
  b.load(Space::shared, Type::u32, {row(2)}, row(0), 8);
  WarpRig rig(b, {32, 1, 1}, {}, 64);
  rig.block.shared[4] = 5;
  for (unsigned lane = 0; lane < 32; ++lane) rig.row(0)[lane] = 0xFFFFFFFC;
  rig.step();
  EXPECT_EQ(rig.row(2)[0], 5u);
}

TEST(LoadStore, UnwantedElementsAreDropped) {
  ProgramBuilder b;
  b.load(Space::global, Type::u32, {row(2), isa::Operand{}, row(4), row(5)},
         b.pair(isa::kGlobalBase));
  WarpRig rig(b);
  rig.image.allocate(16);
  for (std::uint32_t i = 0; i < 4; ++i) rig.image.write(isa::kGlobalBase + 4 * i, &i, 4);
  rig.step();
  EXPECT_EQ(rig.row(2)[0], 0u);
  EXPECT_EQ(rig.row(3)[0], 0u);
  EXPECT_EQ(rig.row(4)[0], 2u);
  EXPECT_EQ(rig.row(5)[0], 3u);
}

TEST(LoadStore, StoresGoToTheLogAndLoadsSeeIt) {
  ProgramBuilder b;
  b.store(Space::global, Type::u16, row(0), {row(2)});
  b.load(Space::global, Type::u32, {row(3)}, row(4));
  b.load(Space::global, Type::u32, {row(5)}, row(4), 1024);
  WarpRig rig(b);
  StoreLog log;
  rig.environment.log = &log;
  const Addr base = rig.image.allocate(2048);
  rig.image.fill(base, 0xEE, 2048);
  for (unsigned lane = 0; lane < 32; ++lane) {
    rig.set_pair(0, lane, base + 8 * lane + 2);
    rig.row(2)[lane] = 0x1000 + lane;
    rig.set_pair(4, lane, base + 8 * lane);
  }
  rig.step();
  EXPECT_EQ(rig.memory<std::uint16_t>(base + 2), 0xEEEE);
  rig.step();
  rig.step();
  for (unsigned lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(rig.row(3)[lane], 0x1000EEEEu + (lane << 16));
    EXPECT_EQ(rig.row(5)[lane], 0xEEEEEEEEu);
  }
  log.apply(rig.image);
  EXPECT_EQ(rig.memory<std::uint32_t>(base + 8), 0x1001EEEEu);
}

TEST(LoadStore, FaultsNameThreadLineAddressAndAllocation) {
  ProgramBuilder b;
  b.add(Op::mov_b32, {row(5)}, {b.word(0)});
  b.load(Space::global, Type::u32, {row(2)}, row(0));
  WarpRig rig(b, {8, 4, 1});
  const Addr base = rig.image.allocate(100, "table");
  for (unsigned lane = 0; lane < 32; ++lane) rig.set_pair(0, lane, base + 4 * lane);
  rig.step();
  try {
    rig.step();
    FAIL();
  } catch (const ExecutionFault& fault) {
    EXPECT_EQ(fault.kind(), FaultKind::out_of_bounds);
    EXPECT_EQ(fault.address(), base + 100);
    EXPECT_EQ(fault.place().kernel, "kernel");
    EXPECT_EQ(fault.place().thread, (Dim3{1, 3, 0}));
    EXPECT_EQ(fault.place().line, 2u);
    EXPECT_STREQ(fault.what(),
                 "kernel `kernel`, block [0,0,0], thread [1,3,0], test.ptx:2: load of 4 bytes at "
                 "0x10000064 is out of bounds: 0 bytes past the end of the allocation `table` of "
                 "100 bytes at 0x10000000 (a GPU checks by 2 MiB page: --set "
                 "device.memory_check=page)");
  }
}

/// The message of the fault that an access by lane 3 to `address` causes.
std::string fault_of(Op op, Space space, Type type, std::uint64_t address) {
  ProgramBuilder b;
  b.program().functions[0].local_bytes = 32;
  isa::Instruction& access = b.add(op, {}, {row(0), row(2), row(4)});
  if (op != Op::st) access.destinations[0] = row(6);
  access.modifiers.space = space;
  access.modifiers.type = type;
  access.modifiers.atomic = isa::AtomicKind::add;
  WarpRig rig(b, {32, 1, 1}, {}, 64);
  rig.image.allocate(64, "constants", false);
  rig.warp.parts[0].start(0x8, 0);
  rig.set_pair(0, 3, address);
  return message_of([&] { rig.step(); });
}

TEST(LoadStore, RefusesWhatAGpuRefuses) {
  const Addr base = isa::kGlobalBase;
  EXPECT_THAT(fault_of(Op::ld, Space::global, Type::u32, 0), HasSubstr("null pointer"));
  EXPECT_THAT(fault_of(Op::ld, Space::generic, Type::u32, 8), HasSubstr("null pointer"));
  EXPECT_THAT(fault_of(Op::ld, Space::global, Type::u64, base + 4),
              HasSubstr("misaligned: the address must be a multiple of 8"));
  EXPECT_THAT(fault_of(Op::st, Space::global, Type::u32, base), HasSubstr("is to constant memory"));
  EXPECT_THAT(fault_of(Op::atom, Space::global, Type::u32, base),
              HasSubstr("is to constant memory"));
  EXPECT_THAT(fault_of(Op::ld, Space::shared, Type::u32, 64),
              HasSubstr("the block has 64 bytes of shared memory (a GPU may let it pass: --set "
                        "device.memory_check=page)"));
  EXPECT_THAT(fault_of(Op::ld, Space::shared, Type::u32, WarpRig::kMostSharedBytes),
              EndsWith("the block has 64 bytes of shared memory"));
  EXPECT_THAT(fault_of(Op::ld, Space::generic, Type::u32, isa::kSharedWindow + 64),
              HasSubstr("the block has 64 bytes of shared memory"));
  EXPECT_THAT(fault_of(Op::st, Space::local, Type::u32, 32),
              HasSubstr("the thread has 32 bytes of local memory"));
  EXPECT_THAT(fault_of(Op::ld, Space::param, Type::u32, 0),
              HasSubstr("the kernel has 0 bytes of parameters"));
  EXPECT_THAT(fault_of(Op::atom, Space::generic, Type::u32, isa::kLocalWindow),
              HasSubstr("global and shared memory only"));
  EXPECT_THAT(fault_of(Op::ld, Space::global, Type::u32, ~std::uint64_t{3}),
              HasSubstr("out of bounds"));
  EXPECT_EQ(fault_of(Op::ld, Space::global, Type::u32, base + 60), "");
}

/// Lane i reads the word 32 words after its own, past the 128 bytes that the block asked for.
TEST(LoadStore, ByPageABlockReachesAllTheSharedMemoryThatABlockCanHave) {
  ProgramBuilder b;
  b.load(Space::shared, Type::u32, {row(2)}, row(0));
  b.load(Space::shared, Type::u32, {row(3)}, row(1));
  WarpRig rig(b, {32, 1, 1}, {}, 128, 64 * 1024, MemoryCheck::page);
  ASSERT_EQ(rig.block.shared.size(), WarpRig::kMostSharedBytes);
  for (unsigned lane = 0; lane < 32; ++lane) {
    rig.row(0)[lane] = 4 * lane + 128;
    rig.row(1)[lane] = WarpRig::kMostSharedBytes;
    rig.row(2)[lane] = 5;
  }
  rig.step();
  for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(rig.row(2)[lane], 0u);
  EXPECT_THAT(message_of([&] { rig.step(); }),
              EndsWith("the block has 1024 bytes of shared memory"));
}

}  // namespace
}  // namespace heddle::exec
