#include <bit>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/exec/image/store_log.hpp"
#include "heddle/exec/memory/atomic_function.hpp"
#include "heddle/exec/step/fault.hpp"
#include "warp_rig.hpp"

namespace heddle::exec {
namespace {

using isa::AtomicKind;
using isa::Space;
using isa::Type;

std::uint64_t apply(AtomicKind kind, Type type, std::uint64_t old, std::uint64_t operand,
                    std::uint64_t compare = 0, bool flush = false) {
  return atomic_function(kind, type, flush)(old, operand, compare);
}
std::uint64_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

TEST(AtomicFunction, Integers) {
  EXPECT_EQ(apply(AtomicKind::add, Type::u32, 0xFFFFFFFF, 2), 1u);
  EXPECT_EQ(apply(AtomicKind::add, Type::u64, 0xFFFFFFFF, 2), 0x1'0000'0001u);
  EXPECT_EQ(apply(AtomicKind::min, Type::s32, 0xFFFFFFFF, 1), 0xFFFFFFFFu);
  EXPECT_EQ(apply(AtomicKind::min, Type::u32, 0xFFFFFFFF, 1), 1u);
  EXPECT_EQ(apply(AtomicKind::max, Type::s32, 0xFFFFFFFF, 1), 1u);
  EXPECT_EQ(apply(AtomicKind::max, Type::u64, 5, ~0ull), ~0ull);
  EXPECT_EQ(apply(AtomicKind::max, Type::s64, 5, ~0ull), 5u);
  EXPECT_EQ(apply(AtomicKind::min, Type::s64, 5, ~0ull), ~0ull);
  EXPECT_EQ(apply(AtomicKind::and_, Type::b32, 0xF0F0, 0xFF00), 0xF000u);
  EXPECT_EQ(apply(AtomicKind::or_, Type::b64, 1ull << 63, 1), 1ull << 63 | 1);
  EXPECT_EQ(apply(AtomicKind::xor_, Type::b32, 6, 3), 5u);
  EXPECT_EQ(apply(AtomicKind::exch, Type::b32, 6, 3), 3u);
}

// PTX ISA, atom: inc is ((old >= b) ? 0 : old + 1), dec is ((old == 0) || (old > b)) ? b : old - 1.
TEST(AtomicFunction, CountersWrapAtTheirBound) {
  EXPECT_EQ(apply(AtomicKind::inc, Type::u32, 3, 5), 4u);
  EXPECT_EQ(apply(AtomicKind::inc, Type::u32, 5, 5), 0u);
  EXPECT_EQ(apply(AtomicKind::inc, Type::u32, 9, 5), 0u);
  EXPECT_EQ(apply(AtomicKind::dec, Type::u32, 3, 5), 2u);
  EXPECT_EQ(apply(AtomicKind::dec, Type::u32, 0, 5), 5u);
  EXPECT_EQ(apply(AtomicKind::dec, Type::u32, 6, 5), 5u);
}

TEST(AtomicFunction, CompareAndSwap) {
  EXPECT_EQ(apply(AtomicKind::cas, Type::b32, 7, 9, 7), 9u);
  EXPECT_EQ(apply(AtomicKind::cas, Type::b64, 7, 9, 8), 7u);
  EXPECT_EQ(apply(AtomicKind::cas, Type::b16, 0xFFFF, 1, 0xFFFF), 1u);
}

TEST(AtomicFunction, SingleFlushesSubnormalsOnGlobalMemoryOnly) {
  const float subnormal = 0x1p-130f;
  EXPECT_EQ(apply(AtomicKind::add, Type::f32, bits(1.5f), bits(2.25f)), bits(3.75f));
  EXPECT_EQ(apply(AtomicKind::add, Type::f32, bits(subnormal), bits(subnormal)), bits(0x1p-129f));
  EXPECT_EQ(apply(AtomicKind::add, Type::f32, bits(subnormal), bits(subnormal), 0, true),
            bits(0.f));
  EXPECT_EQ(apply(AtomicKind::add, Type::f32, bits(-subnormal), bits(-0.0f), 0, true), bits(-0.0f));
  EXPECT_EQ(apply(AtomicKind::add, Type::f32, bits(0x1.8p-126f), bits(-0x1p-126f), 0, true),
            bits(0.0f));
}

TEST(AtomicFunction, HalvesRoundToNearestEven) {
  EXPECT_EQ(apply(AtomicKind::add, Type::f16, 0x3C00, 0x3C00), 0x4000u);  // 1 + 1
  // 2048 + 1 is a tie between 2048 and 2050.
  EXPECT_EQ(apply(AtomicKind::add, Type::f16, 0x6800, 0x3C00), 0x6800u);
  EXPECT_EQ(apply(AtomicKind::add, Type::f16, 0x7BFF, 0x7BFF), 0x7C00u);  // overflow
  EXPECT_EQ(apply(AtomicKind::add, Type::f16, 0x0001, 0x0001), 0x0002u);  // subnormals are kept
  EXPECT_EQ(apply(AtomicKind::add, Type::f16x2, 0x3C003C00, 0x40003C00), 0x42004000u);
  EXPECT_EQ(apply(AtomicKind::add, Type::bf16, 0x3F80, 0x3F80), 0x4000u);
  EXPECT_EQ(apply(AtomicKind::add, Type::bf16x2, 0x3F803F80, 0x00003F80), 0x3F804000u);
}

TEST(AtomicFunction, DoubleAdds) {
  const auto d = [](double value) { return std::bit_cast<std::uint64_t>(value); };
  EXPECT_EQ(apply(AtomicKind::add, Type::f64, d(0.1), d(0.2)), d(0.1 + 0.2));
  EXPECT_EQ(apply(AtomicKind::add, Type::f64, d(0x1p-1070), d(0x1p-1070)), d(0x1p-1069));
}

TEST(AtomicFunction, WhatIsNotThere) {
  EXPECT_EQ(atomic_function(AtomicKind::inc, Type::u64, false), nullptr);
  EXPECT_EQ(atomic_function(AtomicKind::min, Type::f32, false), nullptr);
}

TEST(Atomic, SharedIsPerformedAtOnceInLaneOrder) {
  ProgramBuilder b;
  b.atomic(Space::shared, AtomicKind::add, Type::u32, row(4), row(0), row(1));
  WarpRig rig(b, {32, 1, 1}, {}, 64);
  rig.environment.defer_atomics = true;
  for (unsigned lane = 0; lane < 32; ++lane) {
    rig.row(0)[lane] = lane % 2 * 8;
    rig.row(1)[lane] = lane;
  }
  const Step& step = rig.step();
  EXPECT_EQ(step.kind, StepKind::atomic);
  EXPECT_EQ(step.access.shared, kAllLanes);
  std::uint32_t sum[2] = {0, 0};
  for (unsigned lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(rig.row(4)[lane], sum[lane % 2]);
    sum[lane % 2] += lane;
  }
  std::uint32_t total = 0;
  std::memcpy(&total, rig.block.shared.data() + 8, 4);
  EXPECT_EQ(total, sum[1]);
}

TEST(Atomic, GlobalAtOnceSeesTheLog) {
  ProgramBuilder b;
  b.store(Space::global, Type::u32, row(0), {row(2)});
  b.atomic(Space::global, AtomicKind::add, Type::u32, row(4), row(0), row(3));
  WarpRig rig(b);
  StoreLog log;
  rig.environment.log = &log;
  const Addr base = rig.image.allocate(128);
  for (unsigned lane = 0; lane < 32; ++lane) {
    rig.set_pair(0, lane, base + 4 * lane);
    rig.row(2)[lane] = 1000;
    rig.row(3)[lane] = lane;
  }
  rig.step();
  rig.step();
  log.apply(rig.image);
  for (unsigned lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(rig.row(4)[lane], 1000u);
    EXPECT_EQ(rig.memory<std::uint32_t>(base + 4 * lane), 1000 + lane);
  }
}

TEST(Atomic, DeferredIsCapturedPerformedAndCompleted) {
  ProgramBuilder b;
  b.atomic(Space::global, AtomicKind::cas, Type::b64, row(6), row(0), row(2), row(4));
  WarpRig rig(b);
  rig.environment.defer_atomics = true;
  const Addr base = rig.image.allocate(16);
  const std::uint64_t before = 0x1'0000'0005;
  rig.image.write(base, &before, 8);
  for (unsigned lane = 0; lane < 32; ++lane) {
    rig.set_pair(0, lane, base + lane % 2 * 8);
    rig.set_pair(2, lane, before);      // comparand
    rig.set_pair(4, lane, 100 + lane);  // new value
  }
  rig.warp.parts[0].start(0xFF, 0);
  const Step& step = rig.step();
  EXPECT_EQ(step.kind, StepKind::atomic);
  EXPECT_EQ(step.access.global, 0xFFu);
  AtomicRequest request;
  capture_atomic(rig.warp, step, request);
  EXPECT_EQ(rig.memory<std::uint64_t>(base), before) << "nothing has been performed yet";
  perform_atomic(rig.image, request, 0x55);
  EXPECT_EQ(rig.memory<std::uint64_t>(base), 100u);
  complete_atomic(rig.warp, request, 0x55);
  EXPECT_EQ(rig.pair(6, 0), before);
  EXPECT_EQ(rig.pair(6, 2), 100u);
  EXPECT_EQ(rig.pair(6, 1), 0u) << "the other partition has not answered";
  perform_atomic(rig.image, request, 0xAA);
  complete_atomic(rig.warp, request, 0xAA);
  EXPECT_EQ(rig.pair(6, 1), 0u);
  EXPECT_EQ(rig.memory<std::uint64_t>(base + 8), 0u);
}

TEST(Atomic, DeferredGenericPerformsItsSharedLanes) {
  ProgramBuilder b;
  b.atomic(Space::generic, AtomicKind::exch, Type::b32, row(4), row(0), row(2));
  WarpRig rig(b, {32, 1, 1}, {}, 16);
  rig.environment.defer_atomics = true;
  const Addr base = rig.image.allocate(16);
  for (unsigned lane = 0; lane < 32; ++lane) {
    rig.set_pair(0, lane, lane < 16 ? base : isa::kSharedWindow + 4);
    rig.row(2)[lane] = lane + 1;
  }
  const Step& step = rig.step();
  EXPECT_EQ(step.access.global, 0xFFFFu);
  EXPECT_EQ(step.access.shared, 0xFFFF0000u);
  EXPECT_EQ(rig.row(4)[17], 17u);
  AtomicRequest request;
  capture_atomic(rig.warp, step, request);
  EXPECT_EQ(request.lanes, 0xFFFFu);
  perform_atomic(rig.image, request, kAllLanes);
  complete_atomic(rig.warp, request, kAllLanes);
  EXPECT_EQ(rig.row(4)[1], 1u);
  EXPECT_EQ(rig.row(4)[17], 17u);
}

TEST(Atomic, ReductionWritesNoRegister) {
  ProgramBuilder b;
  isa::Instruction& red = b.add(isa::Op::red, {}, {row(0), row(2)});
  red.modifiers.space = Space::global;
  red.modifiers.type = Type::f32;
  red.modifiers.atomic = AtomicKind::add;
  WarpRig rig(b);
  rig.environment.defer_atomics = true;
  const Addr base = rig.image.allocate(4);
  for (unsigned lane = 0; lane < 32; ++lane) {
    rig.set_pair(0, lane, base);
    rig.row(2)[lane] = std::bit_cast<std::uint32_t>(0.5f);
  }
  const Step& step = rig.step();
  EXPECT_EQ(step.access.kind, AccessKind::reduction);
  AtomicRequest request;
  capture_atomic(rig.warp, step, request);
  perform_atomic(rig.image, request, request.lanes);
  complete_atomic(rig.warp, request, request.lanes);
  EXPECT_EQ(rig.memory<float>(base), 16.0f);
}

TEST(Atomic, UnknownKindsAreRefusedAtLoad) {
  ProgramBuilder b;
  b.atomic(Space::global, AtomicKind::inc, Type::f32, row(4), row(0), row(2));
  EXPECT_THAT(message_of([&] { WarpRig rig(b); }), testing::HasSubstr("test.ptx:1"));
}

}  // namespace
}  // namespace heddle::exec
